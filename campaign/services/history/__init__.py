"""What is kept of a war at each seal, and what a referee does with it."""

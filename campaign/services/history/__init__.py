"""States kept of a war at each seal, and the referee's use of them."""

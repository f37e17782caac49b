"""The war played on in the head (AI-49): what orders lead to within a few turns, on a coarse war of two sides."""

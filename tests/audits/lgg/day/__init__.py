"""A day from its first round to the night, and who leads in it."""

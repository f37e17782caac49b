"""A toss of a coin as a rule system: what a folder of one's own has to hold."""

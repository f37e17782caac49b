"""The phrases of the events that only the journal of a coin toss has."""

PHRASES = {"toss": "The coin shows {face}."}

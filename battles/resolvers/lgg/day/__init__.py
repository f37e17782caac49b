"""Notes before a battle, between turns, in the evening and at night."""

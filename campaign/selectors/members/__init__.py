"""Reads about people: who they are, who leads a side, who is silent or away."""

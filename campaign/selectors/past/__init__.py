"""Reads about the past of a war: its kept states and scenes."""

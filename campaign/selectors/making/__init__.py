"""Reads about wars that are being made or added to."""

"""Checks of the past that a file holds."""

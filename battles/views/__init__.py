"""Requests of readers of one-off battles, translated into one call of the application and back."""

"""Requests of readers of a campaign, translated into one call of the application and back."""

"""Contacts, combats, fire, and where the beaten go."""

"""Bases, the field and what lies on it."""

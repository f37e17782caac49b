"""Entries that a player's program may make."""

"""Addresses that a member's program may read."""

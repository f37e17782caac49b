"""Exact chances, and many runs of one battle."""

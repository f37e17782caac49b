"""Reads: rows and plain values, never a decision about who may see them."""

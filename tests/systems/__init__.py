"""Auditors of the smaller rule systems, each written from its rules alone."""

"""A battle file read by the tables of its rule system, and fought."""

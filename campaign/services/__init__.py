"""The verbs of a war: its turn, the orders before it, its files and its people; one module for each."""

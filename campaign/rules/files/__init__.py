"""The campaign file: its rows, its fields, and what must hold between them."""

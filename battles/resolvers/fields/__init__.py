"""The field of a battle: its shapes, its file, and how one is made from a terrain class and a seed."""

"""Entries of a player: the form is checked and the service called, whether a page or a program of his sends it."""

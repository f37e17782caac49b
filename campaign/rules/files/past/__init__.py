"""Rows of a file that hold the past of a war."""

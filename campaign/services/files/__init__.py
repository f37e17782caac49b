"""Campaigns as files, and those that ship with the program."""

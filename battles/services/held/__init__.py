"""Battles that people decide: held open, by other rules, by hand, settled by what was typed in."""

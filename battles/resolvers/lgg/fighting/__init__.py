"""Totals and results of combats, lines of fire and fire; what units and blows are worth."""

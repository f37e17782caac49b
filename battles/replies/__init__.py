"""Answers that one-off battles share with a campaign: of a battle, and of the companion at its table."""

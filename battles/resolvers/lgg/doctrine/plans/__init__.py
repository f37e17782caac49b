"""The general's plan, once a turn: posts, places, ground, the hunt, the night (docs/general.md)."""

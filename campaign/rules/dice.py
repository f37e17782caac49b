"""Dice for the rules: they are passed in, and each throw is kept by the cup that made it."""

from typing import Protocol


class Cup(Protocol):
    """A cup of dice for one natural key of one turn."""

    def roll(self, sides: int, name: str) -> int:
        """Return a face from 1 to ``sides``; ``name`` shows what it decides."""

"""Elo ratings of a league: those under which its results are likeliest (Bradley and Terry), and how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

SCALE = 400 / log(10)
CERTAIN = 1.96
STEPS, LONGEST, CLOSE = 200, 1.0, 1e-10
"""Newton's steps at most, how far one may go, and when they are at the end."""


@dataclass(frozen=True)
class Result:
    """The points that the first player took from the second in so many games; a draw is half a point."""

    first: str
    second: str
    points: float
    games: int


@dataclass(frozen=True)
class Rating:
    """A player's Elo against the anchor's, with half the width of its interval of 95 %."""

    player: str
    elo: float
    error: float


def ratings(results: Sequence[Result], anchor: str) -> list[Rating]:
    """Return the ratings of all players but the anchor, the best first; the anchor's is 0.

    Each pairing counts one drawn game more than was played: otherwise a player who lost every game would have none.
    Every player must be connected with the anchor by games.
    """
    players = sorted({name for one in results for name in (one.first, one.second)} - {anchor})
    place = {name: number for number, name in enumerate(players)}
    rows = np.array([_row(one, place) for one in results])
    games = np.array([one.games + 1.0 for one in results])
    points = np.array([one.points + 0.5 for one in results])
    values, errors = _likeliest(rows, games, points)
    found = [Rating(name, SCALE * float(values[n]), CERTAIN * SCALE * float(errors[n])) for name, n in place.items()]
    return sorted(found, key=lambda one: (-one.elo, one.player))


def _row(one: Result, place: dict[str, int]) -> list[float]:
    """Return whose rating counts for the first player, and whose against him."""
    row = [0.0] * len(place)
    for name, sign in ((one.first, 1.0), (one.second, -1.0)):
        if name in place:
            row[place[name]] += sign
    return row


def _likeliest(rows: np.ndarray, games: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the likeliest ratings and their standard errors, by Newton's method; the likelihood has one summit."""
    values = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ values))
        information = rows.T @ (rows * (games * chances * (1 - chances))[:, None])
        step = np.linalg.solve(information, rows.T @ (points - games * chances))
        values += np.clip(step, -LONGEST, LONGEST)
        if np.abs(step).max() < CLOSE:
            break
    return values, np.sqrt(np.diag(np.linalg.inv(information)))

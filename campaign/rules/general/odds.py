"""AI-35 The quick value of a battle: the engine's own outcomes, kept in a table by strength and ground."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

TABLE = Path(__file__).with_name("odds.toml")
ROUGH = ("hilly", "mountain", "marsh")
UNSURE = (0.8, 1.0, 1.25)
"""AI-36 Reports are uncertain: the odds may as well be so many times what they seem."""
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Odds:
    """The expected outcome of a battle: shares of all battles, and of each side's strength."""

    attacker: float
    defender: float
    attacker_lost: float
    defender_lost: float


@cache
def _kept() -> dict[str, Any]:
    with TABLE.open("rb") as stream:
        return tomllib.load(stream)


@cache
def table() -> dict[str, Rows]:
    """Return the kept table, blurred by what reports leave uncertain: ground → rows of odds, attacker's and defender's
    wins, and what each lost."""
    return {ground: _blurred(rows) for ground, rows in _kept().items() if ground != "late"}


def _blurred(rows: Rows) -> Rows:
    return tuple(
        (row[0], *(fmean(values) for values in zip(*(_read(rows, row[0] * part) for part in UNSURE), strict=True)))
        for row in rows
    )


@cache
def late_worth(mark: int) -> float:
    """AI-35 Return what a strength point counts for that comes at a mark, after others of its side (HR-13)."""
    return float(_kept()["late"][str(mark)])


def odds_of(attacker: float, defender: float, ground: str = "open") -> Odds:
    """AI-35 Return the expected outcome for strengths, between the two nearest rows of the table."""
    return Odds(*_read(table()[ground], attacker / max(defender, 0.1)))


def _read(rows: Rows, ratio: float) -> list[float]:
    """Return the values of a row, or those between the two nearest ones."""
    after = next((n for n, row in enumerate(rows) if row[0] >= ratio), len(rows) - 1)
    low, high = rows[max(0, after - 1)], rows[after]
    share = 1.0 if high[0] <= low[0] else min(1.0, max(0.0, (ratio - low[0]) / (high[0] - low[0])))
    return [one + share * (other - one) for one, other in zip(low[1:], high[1:], strict=True)]


def ground_of(terrain: str, *, river: bool, fortress: bool) -> str:
    """Return the table's word for a field: the obstacle that counts most."""
    if fortress:
        return "fortress"
    return "river" if river else "rough" if terrain in ROUGH else "open"

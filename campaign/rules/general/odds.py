"""AI-35 The quick value of a battle: the engine's own outcomes, kept in a table by strength and ground."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("odds.toml")
ROUGH = ("hilly", "mountain", "marsh")


@dataclass(frozen=True)
class Odds:
    """The expected outcome of a battle: shares of all battles, and of each side's strength."""

    attacker: float
    defender: float
    attacker_lost: float
    defender_lost: float


@cache
def table() -> dict[str, tuple[tuple[float, ...], ...]]:
    """Return the kept table: ground → rows of odds, attacker's and defender's wins, and what each lost."""
    with TABLE.open("rb") as stream:
        return {ground: tuple(map(tuple, rows)) for ground, rows in tomllib.load(stream).items()}


def odds_of(attacker: float, defender: float, ground: str = "open") -> Odds:
    """AI-35 Return the expected outcome for strengths, between the two nearest rows of the table."""
    rows = table()[ground]
    ratio = attacker / max(defender, 0.1)
    after = next((n for n, row in enumerate(rows) if row[0] >= ratio), len(rows) - 1)
    low, high = rows[max(0, after - 1)], rows[after]
    share = 1.0 if high[0] <= low[0] else min(1.0, max(0.0, (ratio - low[0]) / (high[0] - low[0])))
    values = [one + share * (other - one) for one, other in zip(low[1:], high[1:], strict=True)]
    return Odds(*values)


def ground_of(terrain: str, *, river: bool, fortress: bool) -> str:
    """Return the table's word for a field: the obstacle that counts most."""
    if fortress:
        return "fortress"
    return "river" if river else "rough" if terrain in ROUGH else "open"

"""Armies of which only the number of units is known: what they are supposed to be in each run of a forecast.

Run k draws them from the seed ``<seed>/<k>`` and nothing else, so that a run can be fought again by itself.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from battles.resolvers.core.dice import SETUP_STREAM, face_of, key_of
from battles.resolvers.core.kernels import U64

DATA = Path(__file__).parent / "supposed.toml"
FIGHTING = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav")


@dataclass(frozen=True)
class Supposed:
    """An army by the bounds of its size in units."""

    name: str
    low: int
    high: int

    def as_dict(self) -> dict[str, Any]:
        """Return the army as JSON values."""
        return {"name": self.name, "low": self.low, "high": self.high}


def supposed_from(data: Mapping[str, Any]) -> Supposed:
    """Return the army in what `as_dict` has written."""
    return Supposed(str(data["name"]), int(data["low"]), int(data["high"]))


@cache
def deck() -> tuple[str, ...]:
    """AI-31, REC-10 The unit types of the reference army, one entry a unit."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))["deck"]
    return tuple(kind for kind, entry in table.items() for _ in range(entry["value"]))


@cache
def skill() -> str:
    """REC-3 The skill of a general of whom nothing is known."""
    return str(tomllib.loads(DATA.read_text(encoding="utf-8"))["skill"]["value"])


class Draw:
    """Even draws from a seed text."""

    def __init__(self, seed: str) -> None:
        self.key, self.k = U64(key_of(seed)), 0

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1."""
        face = int(face_of(self.key, SETUP_STREAM, self.k, count))
        self.k += 1
        return face - 1


def drawn_types(armies: Sequence[Supposed], seed: str) -> list[list[str]]:
    """Return the unit types of each army in the run of this seed text; each has infantry or cavalry."""
    draw = Draw(f"{seed}|supposed")
    return [_types(army, draw) for army in armies]


def _types(army: Supposed, draw: Draw) -> list[str]:
    wanted, cards, made = army.low + draw.below(army.high - army.low + 1), list[str](), list[str]()
    for _ in range(max(1, wanted)):
        cards = cards or list(deck())
        made.append(cards.pop(draw.below(len(cards))))
    if not any(kind in FIGHTING for kind in made):
        made[0] = "line_inf"
    return made

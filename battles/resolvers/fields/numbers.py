"""The numbers of the field maker, read from fields.toml (HR-T1, HR-T2, HR-T3, HR-T7)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

Span = tuple[int, int]
Armies = tuple[int, int]
"""The units of both sides."""
Table = tuple[float, float]
"""Width and depth in inches."""


@dataclass(frozen=True)
class TerrainClass:
    """The number of pieces of each kind in a terrain class: least and most."""

    rough: Span
    hills: Span
    towns: Span
    blocks: Span
    rivers: Span
    gorges: Span
    obstacles: Span
    roads: int


@dataclass(frozen=True)
class Crossings:
    """HR-T7 How many crossings a water has, and what keeps how far off them."""

    each: int
    least: int
    town_off: float
    landing: float
    waters: float

    def wanted(self, armies: Armies) -> int:
        """HR-T7 One for every eight units of the larger side or part of that, at least two."""
        return max(self.least, ceil(max(armies) / self.each))


@dataclass(frozen=True)
class FieldNumbers:
    """All numbers of the field maker, lengths in inches."""

    tables: tuple[tuple[int, float, float], ...]
    classes: dict[str, TerrainClass]
    sizes: dict[str, Span]
    apart: float
    edge: float
    zone: float
    rough_in_zone: float
    ford: float
    fortress_blocks: int
    smaller_times: float
    larger_times: float
    crossings: Crossings


@cache
def field_numbers() -> FieldNumbers:
    """Return the numbers as shipped."""
    data = tomllib.loads((Path(__file__).parent / "fields.toml").read_text(encoding="utf-8"))
    return FieldNumbers(
        tables=tuple((int(most), float(width), float(depth)) for most, width, depth in data["tables"]["value"]),
        classes={key: _terrain_class(entry["value"]) for key, entry in data["classes"].items()},
        sizes={key: (low, high) for key, (low, high) in data["sizes"]["value"].items()},
        fortress_blocks=data["fortress"]["value"]["blocks"],
        crossings=Crossings(**data["crossings"]["value"]),
        **data["sides"]["value"],
        **data["spacing"]["value"],
    )


def _terrain_class(value: dict[str, Any]) -> TerrainClass:
    read: dict[str, Any] = {key: tuple(entry) if isinstance(entry, list) else entry for key, entry in value.items()}
    return TerrainClass(**read)


def table_for(armies: Armies) -> Table:
    """HR-T1 The table on which the smaller side has a line and the larger one room for two."""
    numbers, smaller, larger = field_numbers(), min(armies), max(armies)
    units = max(min(larger, _up(smaller * numbers.smaller_times)), _up(larger * numbers.larger_times))
    return next(((width, depth) for most, width, depth in numbers.tables if units <= most), numbers.tables[-1][1:])


def _up(units: float) -> int:
    """Return the next whole number."""
    return ceil(round(units, 6))

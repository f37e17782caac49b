"""The numbers of the field maker, read from fields.toml (HR-T1, HR-T2, HR-T3)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Span = tuple[int, int]


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


@cache
def field_numbers() -> FieldNumbers:
    """Return the numbers as shipped."""
    data = tomllib.loads((Path(__file__).parent / "fields.toml").read_text(encoding="utf-8"))
    return FieldNumbers(
        tables=tuple((int(most), float(width), float(depth)) for most, width, depth in data["tables"]["value"]),
        classes={key: _terrain_class(entry["value"]) for key, entry in data["classes"].items()},
        sizes={key: (low, high) for key, (low, high) in data["sizes"]["value"].items()},
        fortress_blocks=data["fortress"]["value"]["blocks"],
        **data["spacing"]["value"],
    )


def _terrain_class(value: dict[str, Any]) -> TerrainClass:
    read: dict[str, Any] = {key: tuple(entry) if isinstance(entry, list) else entry for key, entry in value.items()}
    return TerrainClass(**read)


def table_for(units: int) -> tuple[float, float]:
    """HR-T1 Width and depth of the table when the larger side has `units` units."""
    tables = field_numbers().tables
    return next(((width, depth) for most, width, depth in tables if units <= most), tables[-1][1:])

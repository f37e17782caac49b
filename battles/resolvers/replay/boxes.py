"""Places of units that are not on the table: strips beside the two long edges, a place for each unit in its box."""

from collections.abc import Mapping
from typing import Any

from battles.resolvers.replay.cast import Cast

MARGIN = 5.6
"""Inches of each strip."""
SCALE = 0.55
"""How large a unit beside the table is drawn."""
LABELS = {
    "waiting": "still to come", "rallied": "rallied", "rallyable": "rallyable", "nonrallyable": "not rallyable",
    "eliminated": "destroyed", "exited": "left the field", "merged": "amalgamated", "bridge": "lies as a bridge",
}  # fmt: skip
PITCH, LETTER, GAP, EDGE = 1.9, 0.62, 1.6, 0.6
_UNIT_ROW = {"near": 3.9, "far": 1.9}


def strip(cast: Cast, side: int, where: Mapping[int, str]) -> dict[str, Any]:
    """Return the strip of a side as drawn values: units' places and each box's [x, number]; ``where`` maps units to
    boxes."""
    groups = {box: [n for n, here in where.items() if here == box] for box in LABELS}
    filled = {box: units for box, units in groups.items() if units}
    whole = sum(_length(box, len(units)) for box, units in filled.items())
    pressed = min(1.0, (cast.width - 2 * EDGE) / whole) if whole else 1.0
    made: dict[str, Any] = {f"b{side}.{box}": None for box in LABELS if box not in filled}
    x, y = EDGE, row_of_units(cast, side)
    for box, units in filled.items():
        made[f"b{side}.{box}"] = [round(x, 4), len(units)]
        for place, unit in enumerate(units):
            made[f"u{unit}.at"] = [round(x + (place + 0.5) * PITCH * pressed, 4), y, 0.0]
        x += _length(box, len(units)) * pressed
    return made


def _length(box: str, units: int) -> float:
    return max(units * PITCH, len(LABELS[box]) * LETTER) + GAP


def row_of_units(cast: Cast, side: int) -> float:
    """Return the height of the units in a side's strip, in inches of the table."""
    return -_UNIT_ROW["near"] if side == cast.near else round(cast.depth + _UNIT_ROW["far"], 4)

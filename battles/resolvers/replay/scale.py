"""From the lengths of a board to those of the picture, which is drawn in inches whatever a battle is played on."""

from collections.abc import Mapping
from typing import Any

from battles.resolvers.values.report import Event


def drawn(event: Event, scale: float) -> Event:
    """Return the event with its poses, paths and pieces of terrain in inches of the picture."""
    if scale == 1.0:
        return event
    made = dict(event)
    if event.get("pose"):
        made["pose"] = pose(event["pose"], scale)
    for key in ("path", "unwalked"):
        if event.get(key):
            made[key] = [pose(one, scale) for one in event[key]]
    return made


def pose(values: list[float], scale: float) -> list[float]:
    """Return a pose [x, y] or [x, y, facing] in inches."""
    x, y, *facing = values
    return [round(x * scale, 4), round(y * scale, 4), *facing]


def piece(values: Mapping[str, Any], scale: float) -> dict[str, Any]:
    """Return a piece of terrain in inches."""
    made = dict(values) | {"shape": [pose(list(point), scale) for point in values["shape"]]}
    return made | ({"width": round(values["width"] * scale, 4)} if values.get("width") else {})

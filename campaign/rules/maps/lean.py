"""Paths of SVG in fewer letters: whole units, each point by its way from the one before."""

import re
from dataclasses import replace

from shapely import LineString

from campaign.rules.maps.map_sheet import Ground

_PARTS = re.compile(r"([MLQZ])([^MLQZ]*)")


def compact_path(path: str) -> str:
    """Return a path of absolute moves, lines, curves and ends, rounded to whole units and relative."""
    written, here = [], (0, 0)
    for command, numbers in _PARTS.findall(path):
        values = [round(float(number)) for number in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command in "MZ":
            written.append(f"M{points[0][0]} {points[0][1]}" if points else "Z")
        else:
            written.append(command.lower() + _joined([x - here[axis] for p in points for axis, x in enumerate(p)]))
        here = points[-1] if points else here
    return "".join(written)


def simplified(path: str) -> str:
    """Return a path of lines without the points that change nothing to the eye."""
    lines = [[tuple(map(float, point.split())) for point in part.split("L")] for part in path.split("M")[1:]]
    kept = (LineString(line).simplify(1.0).coords if len(line) > 1 else line for line in lines)
    return "".join("M" + "L".join(f"{x} {y}" for x, y in line) for line in kept)


def _joined(numbers: list[int]) -> str:
    """Return numbers with a space between two only where the second has no sign."""
    return "".join(str(number) if number < 0 or not place else f" {number}" for place, number in enumerate(numbers))


def compact(ground: Ground) -> Ground:
    """Return the ground of a large map with all its paths leaner."""
    return replace(
        ground,
        cells={key: compact_path(path) for key, path in ground.cells.items()},
        borders="",
        ways={look: compact_path(path) for look, path in ground.ways.items()},
        rivers=compact_path(simplified(ground.rivers)),
        towns={key: (float(round(x)), float(round(y))) for key, (x, y) in ground.towns.items()},
    )

"""Marches as arrows: one for each army, from its town along its ways, beside the arrows of others on the same way."""

from collections.abc import Iterable, Sequence
from itertools import count, pairwise

from shapely import LineString
from shapely.ops import substring

XY = tuple[float, float]
Leg = tuple[XY, XY, XY]
"""A way as it is drawn: its beginning, the point to which it bends, its end."""

PITCH = 5.0
SHORT = 9.0
HEAD, BARB = 8.0, 5.0
STEPS = 8


def lanes(ways: Iterable[Sequence[str]]) -> list[int]:
    """Return a lane for each march, named by its provinces: 0 on the way itself, 1, -1, 2 … beside it.

    No two arrows share a lane of a way. A lane is counted to the left of the march, so that on the way back lane 1
    lies where lane -1 lies on the way there.
    """
    taken: set[tuple[str, str, int]] = set()
    found = []
    for way in ways:
        lane = next(number for number in _from_the_middle() if taken.isdisjoint(_places(way, number)))
        taken.update(_places(way, lane))
        found.append(lane)
    return found


def _from_the_middle() -> Iterable[int]:
    """Yield 0, 1, -1, 2, -2 …"""
    return (number // 2 if number % 2 == 0 else -(number // 2) for number in count(1))


def _places(way: Sequence[str], lane: int) -> set[tuple[str, str, int]]:
    return {(here, there, lane) if here < there else (there, here, -lane) for here, there in pairwise(way)}


def arrow(legs: Sequence[Leg], lane: int = 0) -> tuple[str, str]:
    """Return a march as two paths of SVG: one shaft over all its legs, and one head short of the last town.

    Between towns on one spot both are points."""
    line = _aside([point for leg in legs for point in _bent(leg)], lane * PITCH)
    shaft = substring(line, 0, max(line.length - SHORT, line.length / 2))
    points = list(shaft.coords if line.length else line.coords)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), _head(points[-2], points[-1])


def _bent(leg: Leg) -> list[XY]:
    """Return points along the curve of a way, its end among them, its beginning not."""
    (ax, ay), (bx, by), (cx, cy) = leg
    parts = [number / STEPS for number in range(1, STEPS + 1)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy)
        for t in parts
    ]


def _aside(points: Sequence[XY], by: float) -> LineString:
    """Return a line so far to the left of another; it leaves the first town at once and keeps its distance."""
    return LineString(
        [(x - by * uy, y + by * ux) for (x, y), (ux, uy) in zip(points, _directions(points), strict=True)]
    )


def _directions(points: Sequence[XY]) -> list[XY]:
    """Return the direction of a line at each of its points, of length 1."""
    steps = [_unit(a, b) for a, b in pairwise(points)]
    return [_unit((0.0, 0.0), (a[0] + b[0], a[1] + b[1])) for a, b in pairwise([steps[0], *steps, steps[-1]])]


def _unit(start: XY, end: XY) -> XY:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def _head(before: XY, tip: XY) -> str:
    ux, uy = _unit(before, tip)
    back = (tip[0] - ux * HEAD, tip[1] - uy * HEAD)
    left, right = (back[0] - uy * BARB, back[1] + ux * BARB), (back[0] + uy * BARB, back[1] - ux * BARB)
    return f"M{left[0]:.1f} {left[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}L{right[0]:.1f} {right[1]:.1f}"

"""Rivers and gorges of a field in the making (HR-T2)."""

from __future__ import annotations

from itertools import pairwise

from battles.resolvers.fields import shapes
from battles.resolvers.fields.draft import Draft
from battles.resolvers.fields.field import bridge, river
from battles.resolvers.fields.shapes import Shape

_STEP = 12
_WINDING = 2.0
_BRIDGE_HALF = 2.0
_TRIES = 12


def lay_waters(draft: Draft) -> None:
    """The river to be crossed, the gorges and the modest rivers of the class, in this order."""
    if draft.river_crossing:
        _lay_crossing(draft)
    for _ in range(draft.dice.between(*draft.terrain.gorges)):
        _lay_gorge(draft)
    for _ in range(draft.dice.between(*draft.terrain.rivers)):
        _lay_river(draft)


def _lay_crossing(draft: Draft) -> None:
    """HR-T2 A big river across the middle: a 6" ford in its middle third, a bridge in each of the outer thirds.

    The bridges stay 4 inches off the middle third, so that on every table they are far more than 18 inches apart.
    """
    third, ford = draft.width / 3, draft.numbers.ford
    start = _STEP // 2 * draft.dice.between(int(third // 6) + 1, int(2 * third // 6) - 1)
    points = _winding_across(draft, draft.depth / 2, {start, start + ford})
    levels = dict(points)
    levels[start + ford] = levels[start]
    left = tuple((x, y) for x, y in levels.items() if x <= start)
    right = tuple((x, y) for x, y in levels.items() if x >= start + ford)
    draft.add(river(left, impassable=True))
    draft.add(river((left[-1], right[0])))
    draft.add(river(right, impassable=True))
    _bridge_over(draft, left, draft.dice.inches(8, third - 4))
    _bridge_over(draft, right, draft.dice.inches(2 * third + 4, draft.width - 8))


def _bridge_over(draft: Draft, line: Shape, x: float) -> None:
    y = _height_at(line, x)
    draft.add(bridge(((x, y - _BRIDGE_HALF), (x, y + _BRIDGE_HALF))))


def _height_at(line: Shape, x: float) -> float:
    a, b = next((a, b) for a, b in pairwise(line) if a[0] <= x <= b[0])
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def _winding_across(draft: Draft, level: float, marks: set[float]) -> list[tuple[float, float]]:
    stations = sorted({float(x) for x in range(0, int(draft.width) + 1, _STEP)} | {float(m) for m in marks})
    return [(x, level + draft.dice.inches(0, 2 * _WINDING) - _WINDING) for x in stations]


def _winding_along(draft: Draft, level: float) -> Shape:
    stations = range(0, int(draft.depth) + 1, _STEP)
    return tuple((level + draft.dice.inches(0, 2 * _WINDING) - _WINDING, float(y)) for y in stations)


def _lay_gorge(draft: Draft) -> None:
    """HR-T2 A gorge from one deployment edge to the other, with one or two bridges between the zones."""
    line = _winding_along(draft, draft.dice.inches(draft.width * 0.4, draft.width * 0.6))
    draft.add(river(line, impassable=True))
    turned = tuple((y, x) for x, y in line)
    heights = [draft.depth * share for share in ((0.375, 0.625) if draft.dice.face(2) == 2 else (0.375,))]
    for y in heights:
        x = _height_at(turned, y)
        draft.add(bridge(((x - _BRIDGE_HALF, y), (x + _BRIDGE_HALF, y))))


def _lay_river(draft: Draft) -> None:
    """A modest river across or along the table, clear of the other waters; left out where there is no room."""
    zone, width, depth = draft.numbers.zone, draft.width, draft.depth
    across = draft.river_crossing or draft.dice.face(2) == 1
    for _ in range(_TRIES):
        if across:
            line = tuple(_winding_across(draft, draft.dice.inches(zone + 3, depth - zone - 3), set()))
        else:
            line = _winding_along(draft, draft.dice.inches(zone + 3, width - zone - 3))
        if _clear_of_waters(draft, line):
            draft.add(river(line))
            return
        across = across != (not draft.river_crossing)


def _clear_of_waters(draft: Draft, line: Shape) -> bool:
    waters = [p.shape for p in draft.pieces if p.kind in ("river", "bridge")]
    return all(shapes.gap(line, False, other, False) >= draft.numbers.apart for other in waters)

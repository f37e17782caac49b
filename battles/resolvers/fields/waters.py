"""Rivers, gorges and roads of a field in the making, and the bridges where they cross (HR-T2, HR-T7)."""

from __future__ import annotations

from itertools import pairwise

from battles.resolvers.fields import shapes
from battles.resolvers.fields.draft import Draft
from battles.resolvers.fields.field import Piece, bridge, river, road
from battles.resolvers.fields.shapes import Point, Shape

_STEP = 12
_WINDING = 2.0
_BRIDGE_HALF = 2.0
_FROM_EDGE = 4.0
_TRIES = 12
_GORGE = (0.4, 0.6)
_GORGE_OVER_RIVER = (0.3, 0.7)


def lay_waters(draft: Draft) -> bool:
    """The river to be crossed, the gorges and the modest rivers of the class, in this order; false if no gorge fits."""
    if draft.site.river_crossing:
        _lay_crossing(draft)
    if not all(_lay_gorge(draft) for _ in range(draft.dice.between(*draft.terrain.gorges))):
        return False
    for _ in range(draft.dice.between(*draft.terrain.rivers)):
        _lay_river(draft)
    return True


def _lay_crossing(draft: Draft) -> None:
    """HR-T2 HR-T7 A big river across the middle: a 6" ford in its middle third, bridges in each of the outer thirds.

    Two bridges stay 4 inches off the middle third, so that on every table they are far more than 18 inches apart.
    """
    width, ford = draft.site.width, draft.numbers.ford
    third = width / 3
    start = _STEP // 2 * draft.dice.between(int(third // 6) + 1, int(2 * third // 6) - 1)
    points = _winding_across(draft, draft.site.depth / 2, {start, start + ford})
    levels = dict(points)
    levels[start + ford] = levels[start]
    left = tuple((x, y) for x, y in levels.items() if x <= start)
    right = tuple((x, y) for x, y in levels.items() if x >= start + ford)
    draft.add(river(left, impassable=True))
    draft.add_crossing(river((left[-1], right[0])))
    draft.add(river(right, impassable=True))
    bridges = max(2, draft.site.crossings - 1)
    for x in _places(draft, third, (bridges + 1) // 2):
        _bridge_over(draft, left, x)
    for x in _places(draft, third, bridges // 2):
        _bridge_over(draft, right, width - x)


def _places(draft: Draft, third: float, count: int) -> list[float]:
    """Return the distances of an outer third's bridges from the edge of the table: one anywhere, several in equal
    parts of it."""
    if count == 1:
        return [draft.dice.inches(8, third - 4)]
    part = (third - _FROM_EDGE) / count
    return [draft.dice.inches(_FROM_EDGE + (n + 0.25) * part, _FROM_EDGE + (n + 0.75) * part) for n in range(count)]


def _bridge_over(draft: Draft, line: Shape, x: float) -> None:
    y = _height_at(line, x)
    draft.add_crossing(bridge(((x, y - _BRIDGE_HALF), (x, y + _BRIDGE_HALF))))


def _height_at(line: Shape, x: float) -> float:
    a, b = next((a, b) for a, b in pairwise(line) if a[0] <= x <= b[0])
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def _winding_across(draft: Draft, level: float, marks: set[float]) -> list[tuple[float, float]]:
    stations = sorted({float(x) for x in range(0, int(draft.site.width) + 1, _STEP)} | {float(m) for m in marks})
    return [(x, level + draft.dice.inches(0, 2 * _WINDING) - _WINDING) for x in stations]


def _winding_along(draft: Draft, level: float) -> Shape:
    stations = range(0, int(draft.site.depth) + 1, _STEP)
    return tuple((level + draft.dice.inches(0, 2 * _WINDING) - _WINDING, float(y)) for y in stations)


def _lay_gorge(draft: Draft) -> bool:
    """HR-T2 HR-T7 A gorge from one deployment edge to the other, off the crossings of a river, under its bridges."""
    width = draft.site.width
    shares = _GORGE_OVER_RIVER if draft.site.river_crossing else _GORGE
    for _ in range(_TRIES):
        line = _winding_along(draft, draft.dice.inches(width * shares[0], width * shares[1]))
        if all(shapes.gap(line, False, other, False) >= draft.numbers.crossings.landing for other in draft.crossings):
            draft.add(river(line, impassable=True))
            _bridge_along(draft, line, _heights(draft))
            return True
    return False


def _heights(draft: Draft) -> list[float]:
    """HR-T7 Where the bridges of a gorge lie: between the zones, or on both banks of a river to be crossed."""
    depth, count, zone = draft.site.depth, draft.site.crossings, draft.numbers.zone
    if not draft.site.river_crossing:
        return _middles(zone, depth - zone, count)
    low, high, each = _FROM_EDGE, depth / 2 - _WINDING - _FROM_EDGE, (count + 1) // 2
    return _middles(low, high, each) + _middles(depth - high, depth - low, each)


def _middles(low: float, high: float, count: int) -> list[float]:
    """Return the middles of equal parts of a stretch."""
    return [low + (n + 0.5) * (high - low) / count for n in range(count)]


def _bridge_along(draft: Draft, line: Shape, heights: list[float]) -> None:
    turned = tuple((y, x) for x, y in line)
    for y in heights:
        x = _height_at(turned, y)
        draft.add_crossing(bridge(((x - _BRIDGE_HALF, y), (x + _BRIDGE_HALF, y))))


def _lay_river(draft: Draft) -> None:
    """A modest river across or along the table, off the other waters, or at least clear of them; left out where there
    is no room."""
    across = draft.site.river_crossing or draft.dice.face(2) == 1
    for apart in (draft.numbers.crossings.waters, draft.numbers.apart):
        for _ in range(_TRIES):
            line = _course(draft, across)
            if _clear_of_waters(draft, line, apart):
                draft.add(river(line))
                if across:
                    _bridge_across(draft, line)
                return
            across = across != (not draft.site.river_crossing)


def _course(draft: Draft, across: bool) -> Shape:
    """The course of a modest river between the deployment zones, or from one of the long edges to the other."""
    zone = draft.numbers.zone + 3
    if across:
        return tuple(_winding_across(draft, draft.dice.inches(zone, draft.site.depth - zone), set()))
    return _winding_along(draft, draft.dice.inches(zone, draft.site.width - zone))


def _bridge_across(draft: Draft, line: Shape) -> None:
    """HR-T7 The bridges of a modest river between the armies, in equal parts of it."""
    for x in _middles(0.0, draft.site.width, draft.site.crossings):
        _bridge_over(draft, line, x)


def _clear_of_waters(draft: Draft, line: Shape, apart: float) -> bool:
    waters = [p.shape for p in draft.pieces if p.kind in ("river", "bridge")]
    return all(shapes.gap(line, False, other, False) >= apart for other in waters)


_ROAD_BRIDGE_HALF = 1.5
_BRIDGE_CLEAR = 3.5
_FROM_GORGE = 6.0


def lay_roads(draft: Draft) -> None:
    """The roads of the class: over the big river's bridges, beside a gorge, else through the towns."""
    for n in range(draft.terrain.roads):
        line = _line(draft, n)
        for crossing in _modest_crossings(draft, line):
            draft.add(crossing)
        draft.add(road(line))


def _line(draft: Draft, n: int) -> Shape:
    if draft.site.river_crossing:
        bridges = [p for p in draft.pieces if p.kind == "bridge"]
        return _over_bridge(draft, bridges[n % 2])
    if any(p.impassable for p in draft.pieces):
        return _beside_gorge(draft)
    return _between_edges(draft, n)


def _over_bridge(draft: Draft, crossed: Piece) -> Shape:
    near, far = crossed.shape
    return (near[0], 0.0), near, far, (far[0], draft.site.depth)


def _beside_gorge(draft: Draft) -> Shape:
    left, _, right, _ = shapes.box(next(p.shape for p in draft.pieces if p.impassable))
    if draft.dice.face(2) == 1:
        least, most = draft.numbers.edge, left - _FROM_GORGE
    else:
        least, most = right + _FROM_GORGE, draft.site.width - draft.numbers.edge
    return (draft.dice.inches(least, most), 0.0), (draft.dice.inches(least, most), draft.site.depth)


def _between_edges(draft: Draft, n: int) -> Shape:
    """The first road runs from long edge to long edge, the second from side to side, each through a town if any."""
    span = draft.site.width if n % 2 == 0 else draft.site.depth
    ends = [draft.dice.inches(span * 0.2, span * 0.8) for _ in range(2)]
    if n % 2 == 0:
        line: list[Point] = [(ends[0], 0.0), (ends[1], draft.site.depth)]
    else:
        line = [(0.0, ends[0]), (draft.site.width, ends[1])]
    towns = [p for p in draft.pieces if p.kind == "town"]
    if towns:
        left, bottom, right, top = shapes.box(towns[(n * (len(towns) - 1)) % len(towns)].shape)
        line.insert(1, ((left + right) / 2, (bottom + top) / 2))
    return tuple(line)


def _modest_crossings(draft: Draft, line: Shape) -> list[Piece]:
    rivers = [p.shape for p in draft.pieces if p.kind == "river" and not p.impassable]
    return [
        _bridge_at(point, a, b)
        for shape in rivers
        for c, d in pairwise(shape)
        for a, b in pairwise(line)
        if (point := shapes.crossing(a, b, c, d)) is not None and _inland(draft, point) and _alone(draft, point)
    ]


def _inland(draft: Draft, point: Point) -> bool:
    return 2 <= point[0] <= draft.site.width - 2 and 2 <= point[1] <= draft.site.depth - 2


def _alone(draft: Draft, point: Point) -> bool:
    """Does no other bridge lie under this stretch of road?"""
    return all(shapes.point_to_line(point, line) >= _BRIDGE_CLEAR for line in draft.crossings)


def _bridge_at(point: Point, a: Point, b: Point) -> Piece:
    """Return a bridge whose axis lies along the road from a to b."""
    long = shapes.distance(a, b)
    dx, dy = (b[0] - a[0]) / long * _ROAD_BRIDGE_HALF, (b[1] - a[1]) / long * _ROAD_BRIDGE_HALF
    return bridge(((point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)))

"""Roads of a field in the making, and the bridges where they cross modest rivers (HR-T2)."""

from itertools import pairwise

from battles.resolvers.fields import shapes
from battles.resolvers.fields.draft import Draft
from battles.resolvers.fields.field import Piece, bridge, road
from battles.resolvers.fields.shapes import Point, Shape

_BRIDGE_HALF = 1.5
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
    dx, dy = (b[0] - a[0]) / long * _BRIDGE_HALF, (b[1] - a[1]) / long * _BRIDGE_HALF
    return bridge(((point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)))

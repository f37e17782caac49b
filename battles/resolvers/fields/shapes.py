"""Plane shapes of a field: lengths in inches, polygons as tuples of corners, lines as tuples of points."""

from itertools import pairwise
from math import sqrt

Point = tuple[float, float]
Shape = tuple[Point, ...]
Box = tuple[float, float, float, float]

_TINY = 1e-9
_CLEARLY = 0.001


def cross(o: Point, a: Point, b: Point) -> float:
    """Twice the signed area of the triangle o, a, b; positive when it turns left."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def area(polygon: Shape) -> float:
    """Area of a simple polygon in square inches, never negative."""
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(polygon))) / 2


def edges(polygon: Shape) -> list[tuple[Point, Point]]:
    """Return the closed ring of edges of a polygon."""
    return list(pairwise((*polygon, polygon[0])))


def box(shape: Shape) -> Box:
    """Left, bottom, right and top of a shape."""
    xs, ys = [p[0] for p in shape], [p[1] for p in shape]
    return min(xs), min(ys), max(xs), max(ys)


def distance(a: Point, b: Point) -> float:
    """Return distance of two points in inches."""
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def length(line: Shape) -> float:
    """Length of a line in inches."""
    return sum(distance(a, b) for a, b in pairwise(line))


def point_to_segment(p: Point, a: Point, b: Point) -> float:
    """Return distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square < _TINY else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return distance(p, (a[0] + t * dx, a[1] + t * dy))


def point_to_line(p: Point, line: Shape) -> float:
    """Return distance of a point from a line of several segments."""
    return min(point_to_segment(p, a, b) for a, b in pairwise(line))


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two segments share a point?"""
    if _apart(a[0], b[0], c[0], d[0]) or _apart(a[1], b[1], c[1], d[1]):
        return False
    turns = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if (turns[0] > _TINY) != (turns[1] > _TINY) and (turns[2] > _TINY) != (turns[3] > _TINY):
        return True
    ends = (c, a, b), (d, a, b), (a, c, d), (b, c, d)
    return any(point_to_segment(p, q, r) <= _TINY for p, q, r in ends)


def _apart(a: float, b: float, c: float, d: float) -> bool:
    """Lie two stretches of an axis clearly apart? This spares most segments the exact question."""
    return min(a, b) - max(c, d) > _CLEARLY or min(c, d) - max(a, b) > _CLEARLY


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return where segment a-b crosses segment c-d, or None; parallel segments do not cross."""
    denominator = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(denominator) < _TINY:
        return None
    t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / denominator
    u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / denominator
    if not (0 <= t <= 1 and 0 <= u <= 1):
        return None
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def segment_distance(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return distance of two segments, 0 when they cross."""
    if segments_cross(a, b, c, d):
        return 0.0
    ends = (a, c, d), (b, c, d), (c, a, b), (d, a, b)
    return min(point_to_segment(p, q, r) for p, q, r in ends)


def inside(p: Point, polygon: Shape) -> bool:
    """Is a point inside a simple polygon? Its rim counts for one of the two sides only."""
    odd = False
    for a, b in edges(polygon):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]):
            odd = not odd
    return odd


def crosses_itself(polygon: Shape) -> bool:
    """Do two edges of a polygon meet anywhere but at the corner that they share?"""
    ring = edges(polygon)
    last = len(ring) - 1
    for i, (a, b) in enumerate(ring):
        for j in range(i + 1, len(ring)):
            beside = j == i + 1 or (i == 0 and j == last)
            if beside and _folds_back(ring[i], ring[j], wraps=j != i + 1):
                return True
            if not beside and segments_cross(a, b, *ring[j]):
                return True
    return False


def _folds_back(one: tuple[Point, Point], two: tuple[Point, Point], *, wraps: bool) -> bool:
    before, corner, after = (two[0], two[1], one[1]) if wraps else (one[0], one[1], two[1])
    dot = (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])
    return abs(cross(corner, before, after)) <= _TINY and dot > 0


def hull(points: Shape) -> Shape:
    """Return the smallest convex polygon round `points`, anticlockwise."""
    ordered = sorted(set(points))
    return tuple(_half_hull(ordered) + _half_hull(ordered[::-1]))


def _half_hull(ordered: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in ordered:
        while len(kept) >= 2 and cross(kept[-2], kept[-1], point) <= _TINY:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def clip_below(polygon: Shape, y: float) -> Shape:
    """Return the part of a polygon at or below the height `y`."""
    kept: list[Point] = []
    for a, b in edges(polygon):
        if a[1] <= y:
            kept.append(a)
        if (a[1] <= y) != (b[1] <= y):
            kept.append((a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]), y))
    return tuple(kept)


def area_between(polygon: Shape, low: float, high: float) -> float:
    """Area in square inches of the part of a polygon between two heights."""
    below_high, below_low = clip_below(polygon, high), clip_below(polygon, low)
    return (area(below_high) if below_high else 0.0) - (area(below_low) if below_low else 0.0)


def gap(one: Shape, one_closed: bool, two: Shape, two_closed: bool) -> float:
    """Return distance in inches between two shapes, polygons (closed) or lines; 0 when they meet or one holds the
    other."""
    if (two_closed and inside(one[0], two)) or (one_closed and inside(two[0], one)):
        return 0.0
    parts_one = edges(one) if one_closed else list(pairwise(one))
    parts_two = edges(two) if two_closed else list(pairwise(two))
    return min(segment_distance(*p, *q) for p in parts_one for q in parts_two)


def boxes_apart(one: Box, two: Box, margin: float) -> bool:
    """Are two boxes surely more than `margin` apart?"""
    return (
        one[0] - two[2] > margin or two[0] - one[2] > margin or one[1] - two[3] > margin or two[1] - one[3] > margin
    )


_MOST_CORNERS = 16


def convex_parts(polygon: Shape) -> list[Shape]:
    """Convex polygons, anticlockwise, that together cover a simple polygon and do not overlap; itself where convex."""
    ring = polygon if _turning(polygon) > 0 else polygon[::-1]
    return [ring] if is_convex(ring) else _merged(_triangles(list(ring)))


def is_convex(ring: Shape) -> bool:
    """Does an anticlockwise ring never turn right?"""
    count = len(ring)
    return all(cross(ring[n - 1], ring[n], ring[(n + 1) % count]) >= -_TINY for n in range(count))


def _turning(polygon: Shape) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(polygon))


def _triangles(ring: list[Point]) -> list[Shape]:
    """Cut ear after ear off an anticlockwise ring."""
    cut: list[Shape] = []
    while len(ring) > 3:
        ear = next((n for n in range(len(ring)) if _is_ear(ring, n)), 0)
        cut.append((ring[ear - 1], ring[ear], ring[(ear + 1) % len(ring)]))
        del ring[ear]
    return [part for part in [*cut, tuple(ring)] if _turning(part) > _TINY]


def _is_ear(ring: list[Point], n: int) -> bool:
    a, b, c = ring[n - 1], ring[n], ring[(n + 1) % len(ring)]
    return cross(a, b, c) > _TINY and not any(_within(p, a, b, c) for p in ring if p not in (a, b, c))


def _within(p: Point, a: Point, b: Point, c: Point) -> bool:
    return cross(a, b, p) >= -_TINY and cross(b, c, p) >= -_TINY and cross(c, a, p) >= -_TINY


def _merged(parts: list[Shape]) -> list[Shape]:
    """Join neighbours for as long as what comes out is convex."""
    for n, one in enumerate(parts):
        for other in parts[n + 1 :]:
            joined = _joined(one, other)
            if joined is not None:
                rest = [part for part in parts if part not in (one, other)]
                return _merged([joined, *rest])
    return parts


def _joined(one: Shape, other: Shape) -> Shape | None:
    """Return both parts as one ring if they share an edge and the ring is convex with not too many corners."""
    shared = next(((a, b) for a, b in edges(one) if (b, a) in edges(other)), None)
    if shared is None:
        return None
    a, b = shared
    start, turn = one.index(b), other.index(a)
    ring = (*one[start:], *one[:start], *(other[turn:] + other[:turn])[1:-1])
    return ring if len(ring) <= _MOST_CORNERS and is_convex(ring) else None

"""Cutting a ragged outline into convex parts, which is what the rules' geometry works on."""

from battles.resolvers.fields.shapes import Point, Shape, cross, edges

_TINY = 1e-9
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

"""Bases on the plane (LGG-2.0): rectangles, their distances, shares and wedges."""

from math import cos, hypot, radians, sin
from typing import NamedTuple

Point = tuple[float, float]
TOUCH, NEAR = 0.02, 1e-6
HAIR = 1e-4
"""What an auditor leaves to rounding: poses of the journal have 4 decimals (N-1)."""


class Base(NamedTuple):
    """A rectangle: its centre, its facing as a unit vector, half its width and half its depth."""

    x: float
    y: float
    fx: float
    fy: float
    w: float
    d: float

    def at(self, x: float, y: float) -> "Base":
        """The same base elsewhere."""
        return self._replace(x=x, y=y)

    def world(self, u: float, v: float) -> Point:
        """The point u to the right of the centre and v before it."""
        return self.x + u * self.fy + v * self.fx, self.y - u * self.fx + v * self.fy

    def local(self, x: float, y: float) -> Point:
        """How far right and how far before the centre a point lies."""
        return (x - self.x) * self.fy - (y - self.y) * self.fx, (x - self.x) * self.fx + (y - self.y) * self.fy

    def corners(self) -> list[Point]:
        """The four corners in their order."""
        w, d = self.w, self.d
        return [self.world(-w, -d), self.world(w, -d), self.world(w, d), self.world(-w, d)]

    def front_edge(self) -> "Base":
        """The front edge alone, as a base without depth."""
        x, y = self.world(0, self.d)
        return self._replace(x=x, y=y, d=0.0)

    def turned(self, quarter: int) -> "Base":
        """The same ground with a facing turned clockwise by quarters; only for square bases or half turns."""
        fx, fy = ((self.fx, self.fy), (self.fy, -self.fx), (-self.fx, -self.fy), (-self.fy, self.fx))[quarter % 4]
        return self._replace(fx=fx, fy=fy)


def facing(degrees: float) -> Point:
    """The unit vector of a facing: 0 looks along +y, clockwise."""
    return sin(radians(degrees)), cos(radians(degrees))


def point_gap(base: Base, x: float, y: float) -> float:
    """The distance of a point from a base, 0 inside."""
    u, v = base.local(x, y)
    return hypot(max(abs(u) - base.w, 0.0), max(abs(v) - base.d, 0.0))


def far_apart(one: Base, two: Base, reach: float) -> bool:
    """Are two bases certainly more than ``reach`` apart?"""
    far = reach + hypot(one.w, one.d) + hypot(two.w, two.d)
    return (one.x - two.x) ** 2 + (one.y - two.y) ** 2 > far * far


def apart(one: Base, two: Base) -> bool:
    """Is there a line between two bases?"""
    for a, b in ((one, two), (two, one)):
        inside = [a.local(x, y) for x, y in b.corners()]
        us, vs = [p[0] for p in inside], [p[1] for p in inside]
        if min(us) >= a.w or max(us) <= -a.w or min(vs) >= a.d or max(vs) <= -a.d:
            return True
    return False


def gap(one: Base, two: Base) -> float:
    """LGG-2.0-h: the distance of the nearest points, 0 when touching or overlapping."""
    if not apart(one, two):
        return 0.0
    from_two = min(point_gap(one, x, y) for x, y in two.corners())
    return min(from_two, *(point_gap(two, x, y) for x, y in one.corners()))


def clip(points: list[Point], a: float, b: float, c: float) -> list[Point]:
    """The part of a convex polygon where a*u + b*v >= c."""
    kept: list[Point] = []
    for i, (u, v) in enumerate(points):
        pu, pv = points[i - 1]
        here, before = a * u + b * v - c, a * pu + b * pv - c
        if (here < 0) != (before < 0):
            t = before / (before - here)
            kept.append((pu + t * (u - pu), pv + t * (v - pv)))
        if here >= 0:
            kept.append((u, v))
    return kept


def area(points: list[Point]) -> float:
    """The area of a polygon."""
    return abs(sum(points[i - 1][0] * v - u * points[i - 1][1] for i, (u, v) in enumerate(points))) / 2


def seen_from(base: Base, other: Base) -> list[Point]:
    """The corners of another base in the coordinates of this one."""
    return [base.local(x, y) for x, y in other.corners()]


def overlap(one: Base, two: Base) -> float:
    """The area that two bases share."""
    if far_apart(one, two, 0.0):
        return 0.0
    part = seen_from(one, two)
    for a, b, c in ((1, 0, -one.w), (-1, 0, -one.w), (0, 1, -one.d), (0, -1, -one.d)):
        part = clip(part, a, b, c)
    return area(part) if len(part) > 2 else 0.0


def share_in_wedge(base: Base, other: Base, side: int) -> float:
    """LGG-2.0-d, g: the share of another base in a wedge: 0 front, 1 right, 2 rear, 3 left."""
    part = seen_from(base, other)
    whole = area(part)
    for _ in range(side):
        part = [(-v, u) for u, v in part]
    w, d = (base.w, base.d) if side % 2 == 0 else (base.d, base.w)
    for a, b, c in ((0, 1, d), (-1, 1, d - w), (1, 1, d - w)):
        part = clip(part, a, b, c)
    return area(part) / whole if len(part) > 2 else 0.0


def to_front(base: Base, other: Base) -> float:
    """LGG-2.0-e: how much of another base lies in the frontal perspective."""
    return share_in_wedge(base, other, 0)


def share_behind(base: Base, other: Base) -> float:
    """LGG-2.0-f: how much of another base lies behind the front line."""
    part = seen_from(base, other)
    whole, part = area(part), clip(part, 0, -1, -base.d)
    return area(part) / whole if len(part) > 2 else 0.0


def wedges(base: Base, other: Base) -> list[float]:
    """LGG-2.0-g: the shares of another base in front, right, rear and left."""
    return [share_in_wedge(base, other, side) for side in range(4)]


def hull(points: list[Point]) -> list[Point]:
    """The convex hull of points."""
    points, halves = sorted(set(points)), []
    for run in (points, points[::-1]):
        line: list[Point] = []
        for p in run:
            while len(line) > 1 and _turn(line[-2], line[-1], p) <= 0:
                line.pop()
            line.append(p)
        halves += line[:-1]
    return halves


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def slide_gap(base: Base, x: float, y: float, other: Base) -> float:
    """LGG-2.0-h: the least distance of another base while this one slides to a point, 0 where they touch."""
    if overlap(base, other) > 0.0 or swept_overlap(base, x, y, other) > 0.0:
        return 0.0
    way, there = hull(base.corners() + base.at(x, y).corners()), other.corners()
    return min(edge_gap(p, shape) for one, shape in ((way, there), (there, way)) for p in one)


def edge_gap(point: Point, shape: list[Point]) -> float:
    """The distance of a point from the edges of a polygon."""
    return min(segment_gap(point, shape[i - 1], shape[i]) for i in range(len(shape)))


def segment_gap(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    (px, py), (ax, ay), (bx, by) = point, start, end
    size = (bx - ax) ** 2 + (by - ay) ** 2
    t = min(max(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / size, 0.0), 1.0) if size else 0.0
    return hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))


def slide_depth(base: Base, x: float, y: float, other: Base) -> float:
    """How deep a base that slides to a point reaches into another: the least overlap along any line across."""
    way, there = hull(base.corners() + base.at(x, y).corners()), other.corners()
    least = 1e9
    for shape in (way, there):
        for i, (bx, by) in enumerate(shape):
            ax, ay = shape[i - 1]
            size = hypot(bx - ax, by - ay)
            if size < 1e-9:
                continue
            nx, ny = (by - ay) / size, (ax - bx) / size
            one, two = ([px * nx + py * ny for px, py in points] for points in (way, there))
            least = min(least, max(one) - min(two), max(two) - min(one))
    return least


def swept_overlap(base: Base, x: float, y: float, other: Base) -> float:
    """The area of another base that this one goes over while it slides to a point."""
    part = [other.local(*p) for p in hull(base.corners() + base.at(x, y).corners())]
    for a, b, c in ((1, 0, -other.w), (-1, 0, -other.w), (0, 1, -other.d), (0, -1, -other.d)):
        part = clip(part, a, b, c)
    return area(part) if len(part) > 2 else 0.0

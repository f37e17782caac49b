"""Geometry for auditors, in floating point and from the specification alone (COM-21, COM-22)."""

from collections.abc import Sequence
from math import atan2, cos, degrees, floor, hypot, radians, sin

Point = tuple[float, float]
Pose = Sequence[float]


def rhu(x: float) -> int:
    """COM-02."""
    return floor(x + 0.5 + 1e-9)


def turn(a: float, b: float) -> float:
    """The smaller angle between two headings."""
    return abs((a - b + 180) % 360 - 180)


def heading(a: Pose, b: Pose) -> float:
    """The heading from a point to another, clockwise from +y."""
    return degrees(atan2(b[0] - a[0], b[1] - a[1])) % 360


def dist(a: Pose, b: Pose) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def inside(pose: Pose, point: Pose) -> Point:
    """How far aside and ahead of a pose a point lies."""
    h, dx, dy = radians(pose[2]), point[0] - pose[0], point[1] - pose[1]
    return dx * cos(h) - dy * sin(h), dx * sin(h) + dy * cos(h)


def corners(pose: Pose, base: Sequence[float]) -> list[Point]:
    h, w, d = radians(pose[2]), base[0] / 2, base[1] / 2
    return [
        (pose[0] + a * cos(h) + b * sin(h), pose[1] - a * sin(h) + b * cos(h))
        for a, b in ((w, d), (w, -d), (-w, -d), (-w, d))
    ]


def over_edge(pose: Pose, base: Sequence[float], wide: float, deep: float) -> float:
    """How far a base hangs over the edge of the table; 0 or less: it does not."""
    return max(max(-x, x - wide, -y, y - deep) for x, y in corners(pose, base))


def gap_to(pose: Pose, base: Sequence[float], point: Pose) -> float:
    """From a point to a base."""
    aside, ahead = inside(pose, point)
    return hypot(max(0.0, abs(aside) - base[0] / 2), max(0.0, abs(ahead) - base[1] / 2))


def gap(a: Pose, base_a: Sequence[float], b: Pose, base_b: Sequence[float]) -> float:
    """Between two bases that do not cross."""
    return min(*(gap_to(b, base_b, p) for p in corners(a, base_a)), *(gap_to(a, base_a, p) for p in corners(b, base_b)))


def lap(a: Pose, base_a: Sequence[float], b: Pose, base_b: Sequence[float]) -> float:
    """How deep two bases lie in one another; 0 or less: apart."""
    deepest = 1e9
    for pose, base, other in ((a, base_a, corners(b, base_b)), (b, base_b, corners(a, base_a))):
        seen = [inside(pose, p) for p in other]
        for axis in (0, 1):
            values, half = [p[axis] for p in seen], base[axis] / 2
            deepest = min(deepest, half - min(values), max(values) + half)
    return deepest


def front(pose: Pose, base: Sequence[float]) -> Point:
    h = radians(pose[2])
    return pose[0] + sin(h) * base[1] / 2, pose[1] + cos(h) * base[1] / 2


def side(pose: Pose, base: Sequence[float], point: Pose, bias: float = -0.02) -> str:
    aside, ahead = inside(pose, point)
    if ahead < -base[1] / 2 + bias:
        return "rear"
    return "flank" if ahead < base[1] / 2 + bias and abs(aside) > base[0] / 2 else "front"


def sides(pose: Pose, base: Sequence[float], point: Pose) -> set[str]:
    """Every side on which a point may lie, since a journal rounds to a hundredth."""
    return {side(pose, base, point, bias) for bias in (-0.02, 0.0, 0.02)}


def in_polygon(shape: Sequence[Pose], point: Pose) -> bool:
    found = False
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (a[1] > point[1]) != (b[1] > point[1]):
            found ^= point[0] < a[0] + (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1])
    return found


def border(shape: Sequence[Pose], point: Pose) -> float:
    """The distance of a point from a polygon's outline."""
    return min(to_segment(a, b, point) for a, b in zip(shape, [*shape[1:], shape[0]], strict=True))


def to_segment(a: Pose, b: Pose, point: Pose) -> float:
    length = dist(a, b)
    t = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / (length * length) if length else 0.0
    t = max(0.0, min(1.0, t))
    return dist(point, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def cut(a: Pose, b: Pose, pose: Pose, base: Sequence[float], less: float) -> bool:
    """Does a segment run through a base that is smaller by ``less`` all round?"""
    steps = max(1, int(dist(a, b) * 10))
    for n in range(steps + 1):
        point = a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps
        aside, ahead = inside(pose, point)
        if abs(aside) < base[0] / 2 - less and abs(ahead) < base[1] / 2 - less:
            return True
    return False

"""Land and lines on a board of squares for the auditors: their own geometry, from the journal's field alone."""

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

Square = tuple[int, int]
FINE = 5


def land_of(field: Mapping[str, Any], columns: int, lines: int) -> dict[Square, set[str]]:
    """COM-10 What each square holds: an area where it covers most of it, a line where it runs through."""
    land: dict[Square, set[str]] = {(x, y): set() for x in range(columns) for y in range(lines)}
    for piece in field["pieces"]:
        shape = [(x / field["width"] * columns, y / field["depth"] * lines) for x, y in piece["shape"]]
        for square in covered(piece | {"shape": shape}, columns, lines):
            land[square] |= words_of(piece)
    for held in land.values():
        if "bridge" in held:
            held -= {"river", "closed", "obstacle"}
    return land


def words_of(piece: Mapping[str, Any]) -> set[str]:
    """COM-10 G What a piece is on a grid."""
    kind = str(piece["kind"])
    closed = {"closed"} if piece.get("impassable") else set()
    if kind == "river":
        return {"river"} | (closed or {"obstacle"})
    if kind == "obstacle":
        return {"obstacle"} | closed | ({"work"} if piece.get("cover") == "hard" else set())
    if kind == "hill":
        return {"hill"} | ({"high"} if piece.get("elevation", 1) > 1 else set())
    return {"bridge", "road"} if kind == "bridge" else {kind}


def covered(piece: Mapping[str, Any], columns: int, lines: int) -> set[Square]:
    """COM-10 The squares of a piece; a road counts wherever it cuts a corner, whatever the journal rounds."""
    shape = piece["shape"]
    if piece["kind"] in ("rough", "hill", "town"):
        return {(x, y) for x in range(columns) for y in range(lines) if share(shape, x, y) * 2 > FINE * FINE}
    found, fine = set(), 256 if piece["kind"] == "road" else 8
    for (ax, ay), (bx, by) in itertools.pairwise(shape):
        steps = 1 + int(fine * max(abs(bx - ax), abs(by - ay)))
        for n in range(steps + 1):
            x, y = int(ax + (bx - ax) * n / steps), int(ay + (by - ay) * n / steps)
            found.add((min(max(x, 0), columns - 1), min(max(y, 0), lines - 1)))
    return found


def share(shape: Sequence[Sequence[float]], x: int, y: int) -> int:
    """How many of the points of a square lie in a polygon."""
    points = [(x + (i + 0.5) / FINE, y + (j + 0.5) / FINE) for i in range(FINE) for j in range(FINE)]
    return sum(inside(shape, px, py) for px, py in points)


def inside(shape: Sequence[Sequence[float]], px: float, py: float) -> bool:
    """Does a point lie in a polygon, by the even-odd rule?"""
    odd = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (ay > py) != (by > py) and px < (bx - ax) * (py - ay) / (by - ay) + ax:
            odd = not odd
    return odd


@cache
def crossed(dx: int, dy: int) -> tuple[tuple[Square, ...], tuple[tuple[Square, Square], ...]]:
    """COM-21 The squares whose inside a line from centre to centre crosses, and the pairs beside corners on it."""
    held = set()
    for cx in range(min(0, dx), max(0, dx) + 1):
        for cy in range(min(0, dy), max(0, dy) + 1):
            enter, leave = Fraction(0), Fraction(1)
            for step, low in ((dx, cx), (dy, cy)):
                if step:
                    ends = sorted(Fraction(2 * low + sign, 2 * step) for sign in (-1, 1))
                    enter, leave = max(enter, ends[0]), min(leave, ends[1])
            if enter < leave:
                held.add((cx, cy))
    right, up = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    corners = tuple(
        ((x + right, y), (x, y + up))
        for x, y in sorted(held)
        if (x + right, y + up) in held and (x + right, y) not in held and (x, y + up) not in held
    )
    return tuple(sorted(held - {(0, 0), (dx, dy)})), corners


def away(a: Square, b: Square) -> int:
    """SQB-14 The distance of two squares in steps."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def ahead(at: Square, degrees: float, other: Square) -> bool:
    """COM-22 Does a square lie within 45 degrees either side of a facing?"""
    fx, fy = {0: (0, 1), 45: (1, 1), 90: (1, 0), 135: (1, -1), 180: (0, -1), 225: (-1, -1), 270: (-1, 0),
              315: (-1, 1)}[int(degrees) % 360]  # fmt: skip
    dx, dy = other[0] - at[0], other[1] - at[1]
    along = dx * fx + dy * fy
    return along > 0 and abs(dx * fy - dy * fx) <= along

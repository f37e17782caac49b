"""The field of a battle and what it does to bases (LGG-3.0)."""

import itertools
from collections.abc import Iterator
from functools import cached_property
from math import hypot
from typing import Any

from shapely import LineString, Polygon, prepare, unary_union
from shapely import Point as Dot

from tests.audits.lgg.ground.plane import HAIR, Base, Point

LINES = ("river", "obstacle")
FLUSH, CLOSE_BEHIND, BRIDGE_REACH, COVER_REACH = 0.0202, 0.5, 1.0, 1.0
SLIVER, ASTRIDE, BARELY = 0.01, 0.0143, 0.007
"""LGG-3.0-m, docs/engine.md: how deep a base may reach over a line, square to it, before it stands astride of it; a
corner then reaches half as deep again over its end; and by how much less a base is smaller all round whose corner still
reaches a line that the corner of the whole base is astride of."""
EDGE = 2e-4
GRAZE = 1e-3
"""A path that is shorter than this inside an area only grazes it."""


class Piece:
    """One piece of the field, with its number."""

    def __init__(self, number: int, raw: dict[str, Any]) -> None:
        self.number, self.kind = number, raw["kind"]
        self.points: list[Point] = [(float(x), float(y)) for x, y in raw["shape"]]
        self.level = int(raw.get("elevation") or 1)
        self.halt = bool(raw.get("halt", True))
        self.cover = raw.get("cover") or "soft"
        self.impassable = bool(raw.get("impassable"))
        self.width = float(raw.get("width") or 2.0)
        self.is_line = self.kind in LINES
        self.built_by = raw.get("built_by")
        outline = self.kind in ("rough", "hill", "town")
        self.shape = Polygon(self.points) if outline else LineString(self.points)
        prepare(self.shape)
        self.bounds = self.shape.bounds

    def near(self, x: float, y: float, reach: float) -> bool:
        """Is a point within reach of the box around the piece?"""
        a, b, c, d = self.bounds
        told: bool = a - reach <= x <= c + reach and b - reach <= y <= d + reach
        return told

    def gap(self, x: float, y: float) -> float:
        """The distance of a point."""
        return float(self.shape.distance(Dot(x, y)))

    def along(self, base: Base) -> bool:
        """LGG-2.0-h: does a stretch of a line near a base lie square to its facing, within a degree?"""
        x, y = base.world(0, base.d)
        stretches = [pair for pair in itertools.pairwise(self.points)
                     if LineString(pair).distance(Dot(x, y)) <= FLUSH + HAIR]  # fmt: skip
        return any(
            abs((bx - ax) * base.fx + (by - ay) * base.fy) <= 0.0175 * hypot(bx - ax, by - ay)
            for (ax, ay), (bx, by) in stretches
        )

    @cached_property
    def centre(self) -> Point:
        """The middle of an outline."""
        return self.shape.centroid.x, self.shape.centroid.y


def polygon(base: Base) -> Polygon:
    """A base as a shape."""
    return Polygon(base.corners())


def share_on(shape: Any, base: Base) -> float:
    """The share of a base on a shape."""
    there = polygon(base)
    return float(shape.intersection(there).area / there.area) if shape.intersects(there) else 0.0


class Ground:
    """All pieces of a table, asked about bases and paths."""

    def __init__(self, table: list[float], field: list[dict[str, Any]]) -> None:
        self.width, self.depth = table
        self.pieces: list[Piece | None] = []
        self.ruins: list[Piece] = []
        for raw in field:
            self.add(raw)

    def add(self, raw: dict[str, Any]) -> None:
        """A further piece, made during the battle."""
        self.pieces.append(Piece(len(self.pieces), raw))

    def put(self, number: int, raw: dict[str, Any]) -> None:
        """A piece that is made or restored under its number."""
        self.ruins = [p for p in self.ruins if p.number != number]
        if number < len(self.pieces):
            self.pieces[number] = Piece(number, raw)
        else:
            self.add(raw)

    def remove(self, number: int) -> None:
        """A piece is gone; the numbers of the others stay."""
        gone = self.pieces[number]
        if gone is not None and gone.kind == "bridge":
            self.ruins.append(gone)
        self.pieces[number] = None

    def of(self, *kinds: str) -> Iterator[Piece]:
        """The pieces of some kinds."""
        return (p for p in self.pieces if p is not None and p.kind in kinds)

    def lines(self) -> Iterator[Piece]:
        """Rivers and obstacles."""
        return (p for p in self.pieces if p is not None and p.is_line)

    def on_table(self, base: Base) -> bool:
        """Does the whole base lie on the table?"""
        return all(-EDGE <= x <= self.width + EDGE and -EDGE <= y <= self.depth + EDGE for x, y in base.corners())

    def share(self, piece: Piece, base: Base) -> float:
        """LGG-3.0-e: the share of a base on an area."""
        if not piece.near(base.x, base.y, 3.0):
            return 0.0
        shape = polygon(base)
        return float(piece.shape.intersection(shape).area / shape.area)

    @cached_property
    def rough(self) -> Any:
        """All rough ground as one shape: where pieces overlap it counts once."""
        return self.together("rough", 1)

    def together(self, kind: str, level: int) -> Any:
        """The areas of a kind and level as one shape."""
        shape = unary_union([p.shape for p in self.of(kind) if p.level == level])
        prepare(shape)
        return shape

    @cached_property
    def heights(self) -> list[Any]:
        """The hills of level 1 and of level 2, each as one shape."""
        return [self.together("hill", level) for level in (1, 2)]

    def rough_share(self, base: Base) -> float:
        """LGG-3.0-e: the share of a base on rough ground."""
        return share_on(self.rough, base)

    def in_rough(self, base: Base) -> bool:
        """LGG-3.0-e: more than half in rough ground."""
        return self.rough_share(base) > 0.5 + 1e-9

    def elevation(self, base: Base) -> int:
        """LGG-3.0-h: the level of the hill that holds most of the base; within a hair of half either is right."""
        low, high = (share_on(shape, base) for shape in self.heights)
        if high > 0.5:
            return 2
        return 1 if low > 0.5 else 0

    def on_hill_rim(self, base: Base) -> bool:
        """Is a hill's share of a base too near to a half to tell?"""
        return any(abs(share_on(shape, base) - 0.5) < 1e-5 for shape in self.heights)

    def block(self, base: Base) -> Piece | None:
        """LGG-3.0-k: the town block that holds more than half of a base."""
        return next((p for p in self.of("town") if self.share(p, base) > 0.5), None)

    def on_road(self, x: float, y: float, slack: float = 0.0) -> bool:
        """LGG-3.0-j: does a centre lie on a road?"""
        return any(p.near(x, y, 3) and p.gap(x, y) <= max(0.5, p.width / 2) + slack for p in self.of("road"))

    def on_bridge(self, x: float, y: float, slack: float = 0.0) -> bool:
        """LGG-3.0-n: is a centre within 1" of a bridge's axis?"""
        return any(p.near(x, y, 3) and p.gap(x, y) <= BRIDGE_REACH + slack for p in self.of("bridge"))

    def over_span(self, x: float, y: float, slack: float = 0.0) -> bool:
        """R-51: is a point within 1" of a bridge's axis, between its two ends?"""
        for p in self.of("bridge"):
            if p.near(x, y, 3) and p.gap(x, y) <= BRIDGE_REACH + slack:
                (ax, ay), (bx, by) = p.points[0], p.points[-1]
                size = hypot(bx - ax, by - ay)
                if -slack <= ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / size <= size + slack:
                    return True
        return False

    def free_way(self, piece: Piece, x: float, y: float, slack: float = HAIR) -> bool:
        """LGG-8.4-f, 3.0-n, REC-7: does a bridge, a road's gate or a gap take a centre over a line here?"""
        if self.in_gap(x, y):
            return True
        by_road = self.on_road(x, y, slack) and not self.over_ruin(x, y)
        return self.on_bridge(x, y, slack) or (not piece.impassable and by_road)

    def in_gap(self, x: float, y: float) -> bool:
        """EA5: has an obstacle been cleared at a point of it?"""
        return any(piece.gap(x, y) <= HAIR for piece in self.of("gap"))

    def over_ruin(self, x: float, y: float) -> bool:
        """EA2: is a centre over a demolished bridge, where a road leads on no more?"""
        return any(p.near(x, y, 3) and p.gap(x, y) <= BRIDGE_REACH for p in self.ruins)

    def cuts(self, piece: Piece, base: Base, depth: float = ASTRIDE) -> bool:
        """LGG-3.0-m: does a base lie astride of a line, by more than a sliver?"""
        inner = base._replace(w=max(base.w - depth, 0.001), d=max(base.d - depth, 0.001))
        return piece.near(base.x, base.y, 4) and bool(self.standing(piece).intersects(polygon(inner)))

    def standing(self, piece: Piece) -> Any:
        """EA5: what is left of a line between the gaps that were cleared in it."""
        shape = piece.shape
        for gap in self.of("gap"):
            if gap.shape.distance(shape) <= HAIR:
                shape = shape.difference(gap.shape.buffer(GRAZE, cap_style="flat"))
        return shape

    def flush(self, piece: Piece, base: Base) -> bool:
        """LGG-3.0-f: is a line flush against the front edge?"""
        (ax, ay), (bx, by) = base.world(-base.w, base.d), base.world(base.w, base.d)
        return piece.near(base.x, base.y, 4) and piece.shape.distance(LineString([(ax, ay), (bx, by)])) <= FLUSH

    def shelters(self, base: Base) -> list[Piece]:
        """LGG-3.0-g: the obstacles within 1/2" of the front edge."""
        return [p for p in self.lines() if self.before(p, base) <= CLOSE_BEHIND + HAIR]

    def before(self, piece: Piece, base: Base) -> float:
        """LGG-3.0-g: how far a line is from a front edge; far away if it is not near at all."""
        if not piece.near(base.x, base.y, 4):
            return 9.0
        edge = LineString([base.world(-base.w, base.d), base.world(base.w, base.d)])
        return float(piece.shape.distance(edge))

    def crossings(self, piece: Piece, start: Point, end: Point) -> list[Point]:
        """Where a straight way crosses a line."""
        if start == end or not piece.shape.intersects(LineString([start, end])):
            return []
        met = piece.shape.intersection(LineString([start, end]))
        return [(float(p.centroid.x), float(p.centroid.y)) for p in getattr(met, "geoms", [met])]

    def crossed(self, path: list[Base], slack: float = HAIR) -> list[Piece]:
        """LGG-8.4-f: the lines that a centre crosses away from bridges and gates; with a negative slack those too where
        a hair decides."""
        found = []
        for piece in self.lines():
            for one, two in itertools.pairwise(path):
                met = self.crossings(piece, (one.x, one.y), (two.x, two.y))
                if any(not self.free_way(piece, x, y, slack) for x, y in met):
                    found.append(piece)
                    break
        return found

    def rough_way(self, path: list[Base], roads: bool) -> float:
        """Inches that a centre goes through rough ground, away from roads where ``roads`` help."""
        ways = []
        if roads:
            ways = [p.shape.buffer(max(0.5, p.width / 2) + HAIR, quad_segs=64) for p in self.of("road")]
            ways += [p.shape.buffer(BRIDGE_REACH + HAIR, quad_segs=64) for p in self.of("bridge")]
        total = 0.0
        for one, two in itertools.pairwise(path):
            if (one.x, one.y) != (two.x, two.y):
                part = self.rough.intersection(LineString([(one.x, one.y), (two.x, two.y)]))
                for way in ways:
                    part = part.difference(way)
                total += float(part.length)
        return total

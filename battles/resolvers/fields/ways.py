"""Ways over a field: how much rough ground a strip holds, and whether guns can go from zone to zone (HR-T2)."""

from itertools import pairwise

from battles.resolvers.fields import shapes
from battles.resolvers.fields.field import Field, Piece
from battles.resolvers.fields.shapes import Point

CELL = 1.5
_BRIDGE_REACH = 1.0
_MOST_OF_A_ZONE = 0.5

Cell = tuple[int, int]


def rough_share(field: Field, low: float, high: float) -> float:
    """Return the part, 0 to 1, of the strip between two heights that is rough ground."""
    covered = sum(shapes.area_between(p.shape, low, high) for p in field.pieces if p.kind == "rough")
    return covered / (field.width * (high - low))


def linked(field: Field, zone: float) -> bool:
    """Is there ground open to guns that holds most of both deployment zones and a way between them?"""
    open_cells = _open_cells(field)
    below = {c for c in open_cells if _middle(c)[1] < zone}
    above = {c for c in open_cells if _middle(c)[1] > field.depth - zone}
    while below - above and below:
        reached = _reached(field, open_cells, min(below))
        if all(len(reached & z) >= _MOST_OF_A_ZONE * len(z) > 0 for z in (below, above)):
            return True
        below_left = below - reached
        if len(below_left) < _MOST_OF_A_ZONE * len(below):
            return False
        below = below_left
    return False


def _middle(cell: Cell) -> Point:
    return (cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL


def _open_cells(field: Field) -> set[Cell]:
    shut = [(p, shapes.box(p.shape)) for p in field.pieces if p.kind == "rough"]
    roads = [p for p in field.pieces if p.kind == "road"]
    cells = ((i, j) for i in range(int(field.width / CELL)) for j in range(int(field.depth / CELL)))
    return {c for c in cells if not any(_holds(p, b, _middle(c)) for p, b in shut) or _on_road(roads, _middle(c))}


def _holds(piece: Piece, box: shapes.Box, point: Point) -> bool:
    in_box = box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
    return in_box and shapes.inside(point, piece.shape)


def _on_road(roads: list[Piece], point: Point) -> bool:
    return any(shapes.point_to_line(point, road.shape) <= road.width / 2 for road in roads)


def _reached(field: Field, open_cells: set[Cell], start: Cell) -> set[Cell]:
    barriers = [(p, shapes.box(p.shape)) for p in field.pieces if p.impassable]
    bridges = [p for p in field.pieces if p.kind == "bridge"]
    found, ends = {start}, [start]
    while ends:
        i, j = ends.pop()
        for step in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if step in open_cells and step not in found and not _barred(barriers, bridges, (i, j), step):
                found.add(step)
                ends.append(step)
    return found


def _barred(barriers: list[tuple[Piece, shapes.Box]], bridges: list[Piece], one: Cell, two: Cell) -> bool:
    a, b = _middle(one), _middle(two)
    step = shapes.box((a, b))
    near = (piece for piece, box in barriers if not shapes.boxes_apart(step, box, 0.0))
    return any(_crosses(piece, bridges, a, b) for piece in near)


def _crosses(piece: Piece, bridges: list[Piece], a: Point, b: Point) -> bool:
    for c, d in pairwise(piece.shape):
        point = shapes.crossing(a, b, c, d)
        if point and not any(shapes.point_to_line(point, bridge.shape) <= _BRIDGE_REACH for bridge in bridges):
            return True
    return False

"""The making of a field from a terrain class and a public seed (HR-T1, HR-T2, HR-T7), with dice of the stream `setup`.

A field that breaks a condition is rolled again, a fixed number of times at most; then rough ground is taken off until
guns find a way, so that the making always ends.
"""

from dataclasses import replace
from itertools import pairwise

from battles.resolvers.core.dice import key_of
from battles.resolvers.fields import shapes
from battles.resolvers.fields.draft import Draft, SetupDice, Site
from battles.resolvers.fields.field import BLOCK, Field, Piece, hill, obstacle, rough, town
from battles.resolvers.fields.numbers import Armies, Span, Table, field_numbers, table_for
from battles.resolvers.fields.shapes import Box, Point, Shape
from battles.resolvers.fields.waters import lay_roads, lay_waters

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


MOST_ROLLS = 25
_TRIES = 40


def make_field(
    *, terrain: str, armies: Armies, river_crossing: bool, fortress: bool, field_seed: str, table: Table | None = None
) -> Field:
    """HR-T1 HR-T2 HR-T7 The field of a terrain class for two armies of so many units, the same for the same seed."""
    dice = SetupDice(key_of(field_seed))
    numbers = field_numbers()
    site = Site(*(table or table_for(armies)), numbers.crossings.wanted(armies), river_crossing, fortress)
    for _ in range(MOST_ROLLS):
        made = _roll(Draft(site, numbers.classes[terrain], numbers, dice))
        if made is not None and _playable(made):
            return made
    return _cleared(made or _plain(Draft(site, numbers.classes["open"], numbers, dice)))


def _roll(draft: Draft) -> Field | None:
    if not (lay_waters(draft) and _lay_towns(draft) and _lay_areas(draft)):
        return None
    lay_roads(draft)
    return draft.field


def _plain(draft: Draft) -> Field:
    """Return a field with its waters, its fortress and its roads alone."""
    lay_waters(draft)
    if draft.site.fortress:
        _lay_fortress(draft)
    lay_roads(draft)
    return draft.field


def _playable(made: Field) -> bool:
    """HR-T2 Rough covers at most a third of either zone, and guns find a way between them."""
    numbers = field_numbers()
    zones = (0.0, numbers.zone), (made.depth - numbers.zone, made.depth)
    return all(rough_share(made, *zone) <= numbers.rough_in_zone for zone in zones) and linked(made, numbers.zone)


def _cleared(made: Field) -> Field:
    """Return the field without as many of its rough patches as make it playable."""
    while not _playable(made) and any(p.kind == "rough" for p in made.pieces):
        last = max(n for n, p in enumerate(made.pieces) if p.kind == "rough")
        made = replace(made, pieces=made.pieces[:last] + made.pieces[last + 1 :])
    return made


def _find(draft: Draft, kind: str, wide: float, deep: float, low: float | None = None) -> Box | None:
    """Return a free place for a piece's box, kept off the edges of the table, or above a height."""
    edge, dice = draft.numbers.edge, draft.dice
    bottom_least = edge if low is None else low
    bottom_most = draft.site.depth - edge - deep
    for _ in range(_TRIES):
        left = dice.inches(edge, draft.site.width - edge - wide)
        bottom = dice.inches(bottom_least, bottom_most)
        box = left, bottom, left + wide, bottom + deep
        if draft.free(kind, box):
            return box
    return None


def _lay_towns(draft: Draft) -> bool:
    """Return the towns of the class; a crossing brings one more, a fortress one of three blocks in the defender's
    zone."""
    if draft.site.fortress and not _lay_fortress(draft):
        return False
    terrain = draft.terrain
    wanted = draft.dice.between(*terrain.towns) + draft.site.river_crossing
    return all(_lay_town(draft, draft.dice.between(*terrain.blocks)) for _ in range(wanted))


def _lay_fortress(draft: Draft) -> bool:
    zone = draft.site.depth - draft.numbers.zone
    box = _find(draft, "town", BLOCK * draft.numbers.fortress_blocks, BLOCK, zone)
    return _lay_blocks(draft, box, draft.numbers.fortress_blocks, upright=False)


def _lay_town(draft: Draft, blocks: int) -> bool:
    upright = draft.dice.face(2) == 1
    wide, deep = (BLOCK, BLOCK * blocks) if upright else (BLOCK * blocks, BLOCK)
    return _lay_blocks(draft, _find(draft, "town", wide, deep), blocks, upright=upright)


def _lay_blocks(draft: Draft, box: Box | None, blocks: int, *, upright: bool) -> bool:
    if box is None:
        return False
    for n in range(blocks):
        draft.add(town(box[0] + (0 if upright else n * BLOCK), box[1] + (n * BLOCK if upright else 0)))
    return True


def _lay_areas(draft: Draft) -> bool:
    sizes, terrain = draft.numbers.sizes, draft.terrain
    return (
        _lay_patches(draft, "hill", terrain.hills, sizes["hill"])
        and _lay_patches(draft, "rough", terrain.rough, sizes["rough"])
        and _lay_obstacles(draft, terrain.obstacles, sizes["obstacle"])
    )


def _lay_patches(draft: Draft, kind: str, count: Span, size: Span) -> bool:
    """Return the rolled number of patches; on a full table fewer, but not below the least number of the class."""
    for placed in range(draft.dice.between(*count)):
        long = draft.dice.inches(*size)
        across = draft.dice.inches(max(size[0], 0.6 * long), long)
        wide, deep = (long, across) if draft.dice.face(2) == 1 else (across, long)
        box = _find(draft, kind, wide, deep) or _find(draft, kind, size[0], size[0])
        if box is None:
            return placed >= count[0]
        draft.add(_patch(draft, kind, box))
    return True


def _patch(draft: Draft, kind: str, box: Box) -> Piece:
    outline = _outline(draft.dice, box)
    if kind == "rough":
        return rough(outline)
    return hill(outline, 2 if draft.dice.face(6) == 6 else 1)


_CORNER = 0.7071
_COMPASS = ((1.0, 0.0), (_CORNER, _CORNER), (0.0, 1.0), (-_CORNER, _CORNER),
            (-1.0, 0.0), (-_CORNER, -_CORNER), (0.0, -1.0), (_CORNER, -_CORNER))  # fmt: skip


def _outline(dice: SetupDice, box: Box) -> Shape:
    """Return a convex outline that touches all four sides of its box, its corners cut more or less."""
    left, bottom, right, top = box
    middle, half = ((left + right) / 2, (bottom + top) / 2), ((right - left) / 2, (top - bottom) / 2)
    points = []
    for n, (x, y) in enumerate(_COMPASS):
        stretch = 1.0 if n % 2 == 0 else (80 + dice.between(0, 50)) / 100
        points.append((middle[0] + half[0] * x * stretch, middle[1] + half[1] * y * stretch))
    return shapes.hull(tuple(points))


_SLOPES = ((1.0, 0.0), (0.8, 0.6), (0.8, -0.6), (0.6, 0.8), (0.6, -0.8), (0.0, 1.0))


def _lay_obstacles(draft: Draft, count: Span, size: Span) -> bool:
    """Walls and ditches: straight lines in one of six directions."""
    for placed in range(draft.dice.between(*count)):
        long = draft.dice.inches(*size)
        dx, dy = _SLOPES[draft.dice.face(len(_SLOPES)) - 1]
        box = _find(draft, "obstacle", long * dx, long * abs(dy))
        if box is None:
            return placed >= count[0]
        low, high = (box[1], box[3]) if dy >= 0 else (box[3], box[1])
        draft.add(obstacle(((box[0], low), (box[2], high))))
    return True

"""The table and what was laid on it by the province's class (HR-T1, HR-T2, HR-T7)."""

import itertools
from typing import NamedTuple

from shapely import box

from tests.audits.lgg.ground.ground import Piece
from tests.audits.lgg.ground.plane import HAIR
from tests.audits.lgg.world import Event, World

TABLES = ((16, [72, 48]), (28, [96, 48]), (10_000, [120, 60]))
Span = tuple[int, int]


class Country(NamedTuple):
    """A row of HR-T2: the fewest and most of each."""

    rough: Span
    hills: Span
    towns: Span
    blocks: Span
    rivers: Span
    gorges: int
    walls: Span
    roads: int


CLASSES = {
    "open": Country((0, 2), (0, 1), (1, 1), (1, 2), (0, 1), 0, (0, 1), 2),
    "rolling": Country((1, 3), (2, 4), (1, 2), (1, 2), (0, 1), 0, (0, 2), 2),
    "wooded": Country((4, 7), (1, 2), (1, 1), (1, 1), (0, 1), 0, (0, 1), 1),
    "hilly": Country((2, 4), (4, 6), (1, 1), (1, 2), (0, 1), 0, (0, 2), 1),
    "mountain": Country((3, 5), (5, 8), (0, 1), (1, 1), (0, 0), 1, (0, 0), 1),
    "marsh": Country((3, 6), (0, 1), (0, 1), (1, 1), (1, 2), 0, (0, 1), 1),
}
SIZES = {"rough": (6, 12), "hill": (8, 16)}
WALL, FORD, FORTRESS = (4, 8), 6, 3
APART, OFF_EDGE, ZONE, BRIDGES_APART, MIDDLE = 2.0, 3.0, 12.0, 18.0, 4.0
LEAST_CROSSINGS, TOWN_OFF = 2, 6.0


def check_field(w: World, e: Event) -> None:
    """HR-T1, T2: the table and the pieces of a field that was laid out. A field that the file brings is its own."""
    if not w.battle.get("terrain"):
        return
    few, many = sorted(len(side["units"]) for side in w.battle["sides"])
    counted = max(min(many, -(-few * 6 // 5)), -(-many * 2 // 5))
    wanted = next(size for units, size in TABLES if counted <= units)
    w.hold(e["table"] == wanted, "HR-T1", f"a table of {e['table']} for {few} and {many} units, not {wanted}")
    country, towns = CLASSES[w.battle["terrain"]], _towns(w)
    _number(w, "rough", len(list(w.ground.of("rough"))), country.rough)
    _number(w, "hills", len(list(w.ground.of("hill"))), country.hills)
    _number(w, "walls", len(list(w.ground.of("obstacle"))), country.walls)
    _number(w, "roads", len(list(w.ground.of("road"))), (country.roads, country.roads))
    _built(w, towns, country)
    _waters(w, country)
    _sizes(w)
    _apart(w, towns)
    _third(w)


def _number(w: World, what: str, number: int, span: Span) -> None:
    w.hold(span[0] <= number <= span[1], "HR-T2", f"{number} {what} in {w.battle['terrain']} country, not {span}")


def _towns(w: World) -> list[list[Piece]]:
    """The blocks of each town: those that touch belong together."""
    towns: list[list[Piece]] = []
    for block in w.ground.of("town"):
        near = [town for town in towns if any(block.shape.distance(other.shape) < HAIR for other in town)]
        towns = [town for town in towns if town not in near] + [[block, *itertools.chain(*near)]]
    return towns


def _built(w: World, towns: list[list[Piece]], country: Country) -> None:
    """HR-T2, 21.4: towns and their blocks; a river crossing has a town more, a fortress one of three blocks."""
    towns = list(towns)
    if w.battle.get("fortress"):
        high = w.ground.depth - ZONE - HAIR
        kept = [town for town in towns if len(town) == FORTRESS and all(b.bounds[1] >= high for b in town)]
        if w.hold(len(kept) == 1, "HR-T2", f"{len(kept)} fortresses in the defender's zone"):
            towns.remove(kept[0])
    extra = bool(w.battle.get("river_crossing"))
    _number(w, "towns", len(towns), (country.towns[0] + extra, country.towns[1] + extra))
    for town in towns:
        _number(w, "blocks of a town", len(town), country.blocks)


def _waters(w: World, country: Country) -> None:
    """HR-T2: modest rivers, gorges from edge to edge, the big river, and their crossings (HR-T7)."""
    rivers = list(w.ground.of("river"))
    gorges = [r for r in rivers if r.impassable and r.bounds[1] < HAIR and r.bounds[3] > w.ground.depth - HAIR]
    big = [r for r in rivers if r.impassable and r not in gorges]
    modest = [r for r in rivers if not r.impassable]
    fords = [r for r in modest if big and all(r.shape.distance(b.shape) < HAIR for b in big)]
    _number(w, "rivers", len(modest) - len(fords), country.rivers)
    _number(w, "gorges", len(gorges), (country.gorges, country.gorges))
    for water in gorges + [r for r in modest if r.bounds[0] < HAIR and r.bounds[2] > w.ground.width - HAIR]:
        _crossed(w, water, len(_bridges(w, [water])))
    if not w.battle.get("river_crossing"):
        w.hold(not big, "HR-T2", f"{len(big)} big rivers where none is to be crossed")
    elif w.hold(len(big) == 2 and len(fords) == 1, "HR-T2", f"{len(big)} parts of a big river, {len(fords)} fords"):
        _crossing(w, big, fords[0])


def _bridges(w: World, over: list[Piece]) -> list[Piece]:
    return [b for b in w.ground.of("bridge") if any(b.shape.intersects(r.shape) for r in over)]


def _crossing(w: World, big: list[Piece], ford: Piece) -> None:
    """HR-T2: across the middle, two bridges at least 18" apart, a ford of 6"."""
    w.hold(abs(ford.shape.length - FORD) < HAIR and ford.halt, "HR-T2", f'a ford of {ford.shape.length:.2f}"')
    left, low, right, high = ford.shape.union(big[0].shape).union(big[1].shape).bounds
    across = left < HAIR and right > w.ground.width - HAIR
    middle = max(abs(low - w.ground.depth / 2), abs(high - w.ground.depth / 2)) <= MIDDLE
    w.hold(across and middle, "HR-T2", "the big river does not run across the middle")
    bridges = _bridges(w, big)
    w.hold(len(bridges) >= LEAST_CROSSINGS, "HR-T2", f"{len(bridges)} bridges over the big river")
    if len(bridges) == LEAST_CROSSINGS:
        far = bridges[0].shape.distance(bridges[1].shape)
        w.hold(far >= BRIDGES_APART, "HR-T2", f'bridges {far:.2f}" apart')
    _crossed(w, big[0], len(bridges) + 1)


def _crossed(w: World, water: Piece, crossings: int) -> None:
    """HR-T7: one crossing for every eight units of the larger side, two at least; no town within 6" of the water."""
    wanted = max(LEAST_CROSSINGS, -(-max(len(side["units"]) for side in w.battle["sides"]) // 8))
    w.hold(crossings >= wanted, "HR-T7", f"{crossings} crossings of piece {water.number}, not {wanted}")
    for block in w.ground.of("town"):
        off = block.shape.distance(water.shape)
        w.hold(off >= TOWN_OFF - HAIR, "HR-T7", f'a town lies {off:.2f}" from piece {water.number}')


def _sizes(w: World) -> None:
    """HR-T2: how large rough ground and hills are, how long walls."""
    for piece in w.ground.of("rough", "hill"):
        a, b, c, d = piece.bounds
        least, most = SIZES[piece.kind]
        fine = least - HAIR <= min(c - a, d - b) and max(c - a, d - b) <= most + HAIR
        w.hold(fine, "HR-T2", f'{piece.kind} {piece.number} measures {c - a:.2f}" by {d - b:.2f}"')
    for wall in w.ground.of("obstacle"):
        fine = WALL[0] - HAIR <= wall.shape.length <= WALL[1] + HAIR
        w.hold(fine, "HR-T2", f'wall {wall.number} is {wall.shape.length:.2f}" long')


def _apart(w: World, towns: list[list[Piece]]) -> None:
    """HR-T2: pieces 2" apart and 3" off the edges; waters cross each other, roads go where they lead."""
    areas = list(w.ground.of("rough", "hill", "town", "obstacle"))
    for piece in areas:
        a, b, c, d = piece.bounds
        off = min(a, b, w.ground.width - c, w.ground.depth - d)
        w.hold(off >= OFF_EDGE - HAIR, "HR-T2", f'piece {piece.number} lies {off:.2f}" from the edge')
    for one, two in itertools.combinations([*areas, *w.ground.of("river")], 2):
        together = one.kind == two.kind == "river" or any(one in town and two in town for town in towns)
        gap = one.shape.distance(two.shape)
        w.hold(together or gap >= APART - HAIR, "HR-T2", f'pieces {one.number} and {two.number} lie {gap:.2f}" apart')


def _third(w: World) -> None:
    """HR-T2: rough ground covers at most a third of a zone."""
    for low in (0.0, w.ground.depth - ZONE):
        zone = box(0.0, low, w.ground.width, low + ZONE)
        share = w.ground.rough.intersection(zone).area / zone.area
        w.hold(share <= 1 / 3 + HAIR, "HR-T2", f"rough ground covers {share:.3f} of a zone")

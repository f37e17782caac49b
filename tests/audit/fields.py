"""The table and what was laid on it by the province's class (HR-T1, HR-T2)."""

import itertools

from tests.audit.ground import Piece
from tests.audit.plane import HAIR
from tests.audit.world import Event, World

TABLES = ((16, [72, 48]), (28, [96, 48]), (10_000, [120, 60]))
ROUGH = {"open": (0, 2), "rolling": (1, 3), "wooded": (4, 7), "hilly": (2, 4), "mountain": (3, 5), "marsh": (3, 6)}
HILLS = {"open": (0, 1), "rolling": (2, 4), "wooded": (1, 2), "hilly": (4, 6), "mountain": (5, 8), "marsh": (0, 1)}
TOWNS = {"open": (1, 2), "rolling": (1, 4), "wooded": (1, 1), "hilly": (1, 2), "mountain": (0, 1), "marsh": (0, 1)}
"""The fewest towns and the most blocks of them; a river crossing has a town more, a fortress one of three blocks."""
FORTRESS, CROSSING = 3, 2
APART, OFF_EDGE = 2.0, 3.0


def check_field(w: World, e: Event) -> None:
    """HR-T1, T2: the size of the table, how many pieces, how far apart. A field that the file brings is its own."""
    if not w.battle.get("terrain"):
        return
    most = max(len(side["units"]) for side in w.battle["sides"])
    wanted = next(size for units, size in TABLES if most <= units)
    w.hold(e["table"] == wanted, "HR-T1", f"a table of {e['table']} for {most} units a side, not {wanted}")
    areas = list(w.ground.of("rough", "hill", "town", "obstacle"))
    _numbers(w, areas)
    for piece in areas:
        a, b, c, d = piece.bounds
        off = min(a, b, w.ground.width - c, w.ground.depth - d)
        w.hold(off >= OFF_EDGE - HAIR, "HR-T2", f'piece {piece.number} lies {off:.2f}" from the edge')
    for one, two in itertools.combinations(areas, 2):
        gap = one.shape.distance(two.shape)
        fine = gap >= APART - HAIR or one.kind == two.kind == "town"
        w.hold(fine, "HR-T2", f'pieces {one.number} and {two.number} lie {gap:.2f}" apart')


def _numbers(w: World, areas: list[Piece]) -> None:
    kind = w.battle["terrain"]
    for name, table in (("rough", ROUGH), ("hill", HILLS), ("town", TOWNS)):
        least, most = table[kind]
        if name == "town":
            most += FORTRESS * bool(w.battle.get("fortress")) + CROSSING * bool(w.battle.get("river_crossing"))
        number = sum(piece.kind == name for piece in areas)
        w.hold(least <= number <= most, "HR-T2", f"{number} pieces of {name} in {kind} country, not {least} to {most}")

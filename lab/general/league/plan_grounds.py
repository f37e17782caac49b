"""Grounds laid out by hand on which one plan is right by a wargamer's judgement (19.6).

On each, one side chooses between plans and the other is led by the plain general. South is the attacker, at the lower
edge.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile
from lab.general.league.grounds import DEPTH, WIDTH, Piece, Roster, units_of, usual_army

ATTACKER, DEFENDER = 0, 1
NEXT_DAY = 125
"""A count that in autumn runs into the second day."""


@dataclass(frozen=True)
class PlanGround:
    """A field with two armies: which side plans, what is right for it and why, and which plans are compared."""

    name: str
    why: str
    planner: int
    right: tuple[str, ...]
    others: tuple[str, ...]
    armies: tuple[Roster, Roster]
    pieces: tuple[Piece, ...] = ()
    help: int = 0
    """How many of the planner's last units come on the second day."""


def _army(elite: int, line: int, militia: int, heavy: int, light: int, guns: int) -> Roster:
    counts = (elite, line, militia, heavy, light, guns)
    kinds = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "heavy_art")
    return [(kind, n) for kind, n in zip(kinds, counts, strict=True) if n]


def _box(kind: str, left: float, low: float, right: float, high: float, **more: Any) -> Piece:
    return {"kind": kind, "shape": [[left, low], [right, low], [right, high], [left, high]], **more}


_RIVER = (
    {"kind": "river", "shape": [[0, 27], [WIDTH, 27]], "impassable": True},
    {"kind": "bridge", "shape": [[36, 25], [36, 29]], "width": 2},
)
_RIDGE = (
    _box("hill", 10, 34.5, 62, 40.5, elevation=1),
    *(_box("town", x, 35.5, x + 4, 39.5) for x in (20, 34, 48)),
)
_MARSH = (_box("rough", 33, 16, 51, 34), _box("rough", 52, 16, 70, 34))
_WINGS = tuple(
    {"kind": "obstacle", "shape": [[x, 34.5], [x + 7, 34.5]], "cover": "hard"} for x in (16.5, 24.5, 40.5, 48.5)
)  # fmt: skip
HALF, LESS, MORE = _army(1, 3, 1, 1, 1, 1), _army(1, 4, 1, 1, 1, 2), _army(1, 6, 2, 2, 2, 3)

GROUNDS = (
    PlanGround("one bridge", "behind a river with one bridge the enemy must come over it", DEFENDER, ("hold",),
               ("attack", "limited", "delay"), (usual_army(), usual_army()), _RIVER),
    PlanGround("ridge and town", "a smaller army on a ridge with houses lets the enemy come", DEFENDER, ("hold",),
               ("attack", "limited", "delay"), (usual_army(), LESS), _RIDGE),
    PlanGround("open left", "marsh covers the enemy's centre and right, his flank on our left is open", ATTACKER,
               ("attack left",), ("attack centre", "attack right", "hold", "delay"), (MORE, usual_army()), _MARSH),
    PlanGround("weak centre", "works cover both wings of the enemy, his centre is open", ATTACKER,
               ("attack centre",), ("attack left", "attack right", "hold", "delay"), (MORE, usual_army()), _WINGS),
    PlanGround("help on day 2", "two against three today, but as many again come tomorrow", DEFENDER, ("delay",),
               ("attack", "limited", "hold"), (usual_army(), _army(1, 6, 2, 2, 3, 4)), (), help=9),
    PlanGround("more cavalry", "twice the cavalry on an open field is for attack on a wing", ATTACKER,
               ("attack left", "attack right"), ("attack centre", "hold", "delay"),
               (_army(1, 4, 0, 5, 3, 1), _army(1, 6, 2, 0, 2, 2)), ()),
)  # fmt: skip


@cache
def plan_file(number: int, stakes: int, planner: int | None = None) -> BattleFile:
    """Return the battle file of a ground; with ``stakes`` hundredths for the field, 0 for a file without any."""
    one = GROUNDS[number]
    sides = [_side(one, n, name, stakes) for n, name in enumerate(("South", "North"))]
    file = {
        "format": "bivouac.battle/1", "name": one.name, "season": "fall", "terrain": "open", "sides": sides,
        "field": {"width": WIDTH, "depth": DEPTH, "pieces": list(one.pieces)},
    }  # fmt: skip
    return freeze(parse(file), f"plans/{one.name}")


def _side(one: PlanGround, n: int, name: str, stakes: int) -> dict[str, Any]:
    units = units_of(one.armies[n], name)
    if n == one.planner and one.help:
        units = units[::2] + units[1::2]
        units[-one.help :] = [unit | {"arrives": NEXT_DAY} for unit in units[-one.help :]]
    side = {
        "name": name, "role": ("attacker", "defender")[n], "units": units,
        "commander": {"name": name, "skill": "average"},
    }  # fmt: skip
    return side | ({"stakes": {"won": stakes, "drawn": 0, "lost": -stakes}} if stakes else {})

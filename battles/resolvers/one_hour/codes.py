"""Columns of units and sides that only this system has, the words of its journal, the slots of its numbers (ENG-1)."""

from enum import IntEnum
from pathlib import Path

from battles.resolvers.common.codes import keys, named
from battles.resolvers.common.events import Words
from battles.resolvers.common.numbers import NumberTable, starts

INCH = 100
"""Steps of the record in an inch."""


class Own(IntEnum):
    """Columns of ``own``.

    Moved in this player turn; lost its next move by a retreat; the enemy whom it charged, and on which face; how many
    charged it and still touch it; who hit it in this player turn, and whether in melee; held back by the plan.
    """

    MOVED, RETREATED, FOE, FACE, TOUCHED, HIT_BY, HIT_IN_MELEE, HELD = range(8)


class Side(IntEnum):
    """Columns of ``side_own``: dice left to throw again; turns shelled without reply; shot, was shelled this turn."""

    AGAIN, OUTSHOT, SHOT, SHELLED = range(4)


class Die(IntEnum):
    """Causes of dice."""

    ATTACK, ATTACK_AGAIN, MORALE, MORALE_AGAIN = range(10, 14)


class Modifier(IntEnum):
    """Modifiers of dice."""

    COLUMN, ROUGH, TOWN, OBSTACLE, UPHILL, HEDGE, RAIN, BOUNCE, CUIRASS, DOUBLED = range(1, 11)


class How(IntEnum):
    """Kinds of moves."""

    MOVE, CHARGE, ASSAULT = range(3)


class Result(IntEnum):
    """Ends of a test of morale."""

    STANDS, RETREATS = range(2)


WORDS = Words(
    "OHW",
    dice=named(Die, " "),
    modifiers=named(Modifier, " ", ROUGH="rough ground", HEDGE="bayonets", BOUNCE="soft ground"),
    words={"how": keys(How), "result": keys(Result)},
    scale=INCH,
)  # fmt: skip


LAYOUT = (
    "move.foot", "move.guns", "move.horse", "move.skirmish", "move.pivot", "move.road", "move.rough",
    "move.soft_guns", "move.assault",
    "range.foot", "range.guns", "range.horse", "range.heavy_horse", "range.dim_guns", "range.canister",
    "range.heavy_canister",
    "range.bounce", "attack.minus_open[6]", "attack.minus_covered[6]", "attack.even_open[6]",
    "attack.even_covered[6]", "attack.plus_open[6]", "attack.plus_covered[6]", "column.foot",
    "column.skirmish", "column.skirmishers", "column.foot_militia",
    "column.foot_elite",
    "column.foot_guard", "column.heavy", "column.light", "column.irregular", "column.horse_guard",
    "column.horse_fire", "column.guns_far",
    "column.guns_near", "column.guns_melee", "column.cuirass", "hits.unit", "morale.other", "morale.steady",
    "morale.guard", "morale.shaky", "morale.melee_only", "morale.gap", "morale.horse_back",
    "command.chief[4]",
    "command.wing[4]",
    "break.lost", "break.of", "general.charge", "general.wait", "general.outshot",
    "general.break_off", "general.gap", "general.prepare", "general.ahead", "general.rush",
)  # fmt: skip
(
    MOVE_FOOT, MOVE_GUNS, MOVE_HORSE, MOVE_SKIRMISH, PIVOT, ROAD_BONUS, ROUGH_MOST, SOFT_GUNS, MAY_ASSAULT,
    RANGE_FOOT, RANGE_GUNS, RANGE_HORSE, HEAVY_SHOOTS, RANGE_DIM, CANISTER, HEAVY_CANISTER,
    BOUNCE, ATTACK, _MINUS_COVERED, _EVEN_OPEN,
    _EVEN_COVERED, _PLUS_OPEN, _PLUS_COVERED, COLUMN_FOOT, COLUMN_SKIRMISH, SKIRMISHERS,
    COLUMN_FOOT_MILITIA, COLUMN_FOOT_ELITE,
    COLUMN_FOOT_GUARD, COLUMN_HEAVY, COLUMN_LIGHT, COLUMN_IRREGULAR, HORSE_GUARD, HORSE_FIRE, GUNS_FAR,
    GUNS_NEAR, GUNS_MELEE, CUIRASS, HITS, RETREAT_OTHER, RETREAT_STEADY,
    RETREAT_GUARD, RETREAT_SHAKY, MELEE_ONLY, RETREAT_GAP, HORSE_BACK, CHIEF_AGAIN, WING_AGAIN,
    BREAK_LOST, BREAK_OF, CHARGE_WORTH, WAIT_OFF, OUTSHOT_TURNS,
    LEAVE_SHARE, LEAVE_GAP, PREPARE, AHEAD, RUSH,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "One Hour Wargames, modified")

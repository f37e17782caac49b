"""Columns of units and sides that only this system has, and the words of its journal."""

from battles.resolvers.common.codes import keys, named
from battles.resolvers.common.events import Words

INCH = 100
"""Steps of the record in an inch."""


class Own:
    """Columns of ``own``.

    Moved in this player turn; lost its next move by a retreat; the enemy whom it charged, and on which face; how many
    charged it and still touch it; who hit it in this player turn, and whether in melee; held back by the plan.
    """

    MOVED, RETREATED, FOE, FACE, TOUCHED, HIT_BY, HIT_IN_MELEE, HELD = range(8)


class Side:
    """Columns of ``side_own``: dice left to throw again; turns shelled without reply; shot, was shelled this turn."""

    AGAIN, OUTSHOT, SHOT, SHELLED = range(4)


class Die:
    """Causes of dice."""

    ATTACK, ATTACK_AGAIN, MORALE, MORALE_AGAIN = range(10, 14)


class Modifier:
    """Modifiers of dice."""

    COLUMN, ROUGH, TOWN, OBSTACLE, UPHILL, HEDGE, RAIN, BOUNCE, CUIRASS, DOUBLED = range(1, 11)


class How:
    """Kinds of moves."""

    MOVE, CHARGE, ASSAULT = range(3)


class Result:
    """Ends of a test of morale."""

    STANDS, RETREATS = range(2)


WORDS = Words(
    "OHW",
    dice=named(Die, " "),
    modifiers=named(Modifier, " ", ROUGH="rough ground", HEDGE="bayonets", BOUNCE="soft ground"),
    words={"how": keys(How), "result": keys(Result)},
    scale=INCH,
)  # fmt: skip

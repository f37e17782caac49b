"""Columns of units and sides that only this system has, and the words of its journal."""

from battles.resolvers.common.events import Words

INCH = 100
"""Steps of the record in an inch."""

O_MOVED, O_RETREATED, O_FOE, O_FACE, O_TOUCHED, O_HIT_BY, O_HIT_IN_MELEE, O_HELD = range(8)
"""Columns of ``own``.

Moved in this player turn; lost its next move by a retreat; the enemy whom it charged, and on which face; how many
charged it and still touch it; who hit it in this player turn, and whether in melee; held back by
the plan.
"""
S_AGAIN, S_OUTSHOT, S_SHOT, S_SHELLED = range(4)
"""Columns of ``side_own``: dice left to throw again; turns shelled without reply; shot, was shelled this turn."""

D_ATTACK, D_ATTACK_AGAIN, D_MORALE, D_MORALE_AGAIN = range(10, 14)
(M_COLUMN, M_ROUGH, M_TOWN, M_OBSTACLE, M_UPHILL, M_HEDGE, M_RAIN, M_BOUNCE, M_CUIRASS, M_DOUBLED) = range(1, 11)
HOW_MOVE, HOW_CHARGE, HOW_ASSAULT = range(3)
STANDS, RETREATS = range(2)

WORDS = Words(
    "OHW",
    dice={D_ATTACK: "attack", D_ATTACK_AGAIN: "attack again", D_MORALE: "morale", D_MORALE_AGAIN: "morale again"},
    modifiers={
        M_COLUMN: "column", M_ROUGH: "rough ground", M_TOWN: "town", M_OBSTACLE: "obstacle", M_UPHILL: "uphill",
        M_HEDGE: "bayonets", M_RAIN: "rain", M_BOUNCE: "soft ground", M_CUIRASS: "cuirass", M_DOUBLED: "doubled",
    },
    words={"how": ("move", "charge", "assault"), "result": ("stands", "retreats")},
    scale=INCH,
)  # fmt: skip

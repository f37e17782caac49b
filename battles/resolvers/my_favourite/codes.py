"""Columns of units, sides and generals that only this system has, and the words of its journal."""

from battles.resolvers.common.events import Kind, Words
from battles.resolvers.common.journal import OWN_EVENTS

INCH = 100
"""Steps of the record in an inch."""
FIGURES = 6
"""MFR B.6 Figures of a strength point of infantry or cavalry."""

(
    O_FORM, O_MARK, O_HURT, O_MOVED, O_RATE, O_FOE, O_STAND, O_FLANKED, O_PENDING, O_FROM_X, O_FROM_Y, O_CHARGED,
    O_HELD, O_PACE, O_MARKED_ON, O_DONE,
) = range(16)  # fmt: skip
"""Columns of ``own``.

Formation; marker of disorder; took casualties this turn; moved this turn; how much of its move it has (NO, HALF, FULL);
the enemy whom it charged; how it receives a charge; the last turn in which it was charged in flank or rear; hits of the
running wave; where its charge began; charged this turn; held back by the plan; how far it has come this
turn; the turn in which it was marked; has acted in this turn.
"""
LINE, COLUMN, MARCH, SKIRMISH = range(4)
NONE, HALF, FULL = range(3)
SIMULTANEOUS, FIRST, HALF_EFFECT, SECOND, NOT_AT_ALL = range(5)
"""MFR-15 How a unit fights that is charged."""
S_CHIEF = 0
"""Column of ``side_own``: the general who commands the army; -1: nobody."""
B_HOLDER, B_CHOSE = 1, 2
"""Columns of ``battle_own``: who held the initiative last turn."""
L_OUT = 0
"""Column of ``lead_own``: the last turn for which a general is out."""

(
    D_INITIATIVE, D_MORALE, D_STAND, D_LOSS, D_GENERAL, D_FATE, D_TURNS, D_FIRE, D_ATTACK, D_DEFEND,
) = range(10, 20)  # fmt: skip
(
    M_SKILL, M_CONTACT, M_FLANKED, M_LOSSES, M_GRADE, M_GENERAL, M_ROUGH, M_TOWN, M_OBSTACLE, M_WORK, M_RAIN, M_HEAVY,
    M_AT_GUNS, M_SOFT, M_CHARGE, M_FLANK, M_UPHILL, M_COVER, M_DISORDER, M_NUMBERS, M_CAUGHT, M_GUNS, M_FIRST,
    M_SECOND, M_HALF, M_NO_FIGHT, M_OWN,
) = range(1, 28)  # fmt: skip
E_INITIATIVE, E_MARK, E_GENERAL, E_STAND = range(OWN_EVENTS, OWN_EVENTS + 4)
HOW_MOVE, HOW_CHARGE, HOW_WILD, HOW_PURSUIT, HOW_OCCUPY = range(5)
(R_DISSOLVES, R_ROUTS, R_RETREATS, R_STANDS, R_RALLIES, R_HALF, R_FREE, R_WILD) = range(8)
UNHARMED, HORSE_SHOT, WOUNDED, DEAD = range(4)

WORDS = Words(
    "MFR",
    dice={
        D_INITIATIVE: "initiative", D_MORALE: "morale", D_STAND: "stand", D_LOSS: "loss", D_GENERAL: "general",
        D_FATE: "fate", D_TURNS: "turns", D_FIRE: "fire", D_ATTACK: "attack", D_DEFEND: "defence",
    },
    modifiers={
        M_SKILL: "better general", M_CONTACT: "in contact", M_FLANKED: "charged in flank", M_LOSSES: "losses",
        M_GRADE: "grade", M_GENERAL: "general", M_ROUGH: "rough ground", M_TOWN: "town", M_OBSTACLE: "obstacle",
        M_WORK: "field work", M_RAIN: "rain", M_HEAVY: "heavy guns", M_AT_GUNS: "at artillery", M_SOFT: "soft ground",
        M_CHARGE: "charging", M_FLANK: "flank", M_UPHILL: "uphill", M_COVER: "cover", M_DISORDER: "enemy disordered",
        M_NUMBERS: "two to one", M_CAUGHT: "caught in the open", M_GUNS: "artillery", M_FIRST: "fights first",
        M_SECOND: "fights second", M_HALF: "half effect", M_NO_FIGHT: "does not fight", M_OWN: "own type",
    },
    words={
        "how": ("move", "charge", "out of control", "pursuit", "occupy"),
        "formation": ("line", "column", "march column", "skirmish"),
        "result": ("dissolves", "routs", "retreats", "stands", "rallies", "half", "free", "wild"),
        "stand": ("simultaneous", "first", "half", "second", "not at all"),
        "fate": ("unharmed", "horse shot", "wounded", "dead"),
    },
    events={
        E_INITIATIVE: Kind(
            "initiative", values=(("first", "side"), ("score_0", "number"), ("score_1", "number"), ("tie", "flag"))
        ),
        E_MARK: Kind("mark", "unit", values=(("marked", "flag"),)),
        E_GENERAL: Kind("general", "commander", values=(("fate", "fate"), ("out", "number")), actor_is="leader"),
        E_STAND: Kind("stand", "unit", "by", (("score", "number"), ("stand", "stand")), modifiers=("modifiers", "")),
    },
    scale=INCH,
)  # fmt: skip

"""Columns of units, sides and generals that only this system has, its words, the slots of its numbers (ENG-1)."""

from enum import IntEnum
from pathlib import Path

from battles.resolvers.common import events
from battles.resolvers.common.codes import keys, named
from battles.resolvers.common.events import Words
from battles.resolvers.common.journal import Kind, declared
from battles.resolvers.common.numbers import NumberTable, starts

INCH = 100
"""Steps of the record in an inch."""
FIGURES = 6
"""MFR B.6 Figures of a strength point of infantry or cavalry."""


class Own(IntEnum):
    """Columns of ``own``.

    Formation; marker of disorder; took casualties this turn; moved this turn; how much of its move it has; the enemy
    whom it charged; how it receives a charge; the last turn in which it was charged in flank or rear; hits of the
    running wave; where its charge began; charged this turn; held back by the plan; how far it has come this turn; the
    turn in which it was marked; has acted in this turn.
    """

    (
        FORM, MARK, HURT, MOVED, RATE, FOE, STAND, FLANKED, PENDING, FROM_X, FROM_Y, CHARGED, HELD, PACE, MARKED_ON,
        DONE,
    ) = range(16)  # fmt: skip


class Form(IntEnum):
    """Formations."""

    LINE, COLUMN, MARCH, SKIRMISH = range(4)


class Move(IntEnum):
    """Shares of a move that a unit has."""

    NONE, HALF, FULL = range(3)


class Stand(IntEnum):
    """MFR-15 Ways of fighting of a unit that is charged."""

    SIMULTANEOUS, FIRST, HALF_EFFECT, SECOND, NOT_AT_ALL = range(5)


S_CHIEF = 0
"""Column of ``side_own``: the general who commands the army; -1: nobody."""
B_HOLDER, B_CHOSE = 1, 2
"""Columns of ``battle_own``: who held the initiative last turn."""
L_OUT = 0
"""Column of ``lead_own``: the last turn for which a general is out."""


class Die(IntEnum):
    """Causes of dice."""

    INITIATIVE, MORALE, STAND, LOSS, GENERAL, FATE, TURNS, FIRE, ATTACK, DEFEND = range(10, 20)


class Modifier(IntEnum):
    """Modifiers of dice."""

    (
        SKILL, CONTACT, FLANKED, LOSSES, GRADE, GENERAL, ROUGH, TOWN, OBSTACLE, WORK, RAIN, HEAVY, AT_GUNS, SOFT,
        CHARGE, FLANK, UPHILL, COVER, DISORDER, NUMBERS, CAUGHT, GUNS, FIRST, SECOND, HALF, NO_FIGHT, OWN,
    ) = range(1, 28)  # fmt: skip


class How(IntEnum):
    """Kinds of moves."""

    MOVE, CHARGE, WILD, PURSUIT, OCCUPY = range(5)


class Result(IntEnum):
    """Ends of a test."""

    DISSOLVES, ROUTS, RETREATS, STANDS, RALLIES, HALF, FREE, WILD = range(8)


class Fate(IntEnum):
    """Fates of a general."""

    UNHARMED, HORSE_SHOT, WOUNDED, DEAD = range(4)


class Event(events.Event):
    """Events beside the common ones."""

    INITIATIVE = Kind(
        50, "initiative", values=(("first", "side"), ("score_0", "number"), ("score_1", "number"), ("tie", "flag"))
    )
    MARK = Kind(51, "mark", "unit", values=(("marked", "flag"),))
    GENERAL = Kind(52, "general", "commander", values=(("fate", "fate"), ("out", "number")), actor_is="leader")
    STAND = Kind(53, "stand", "unit", "by", (("score", "number"), ("stand", "stand")), modifiers=("modifiers", ""))


WORDS = Words(
    "MFR",
    dice=named(Die, " ", DEFEND="defence"),
    modifiers=named(
        Modifier, " ", SKILL="better general", CONTACT="in contact", FLANKED="charged in flank", ROUGH="rough ground",
        WORK="field work", HEAVY="heavy guns", AT_GUNS="at artillery", SOFT="soft ground", CHARGE="charging",
        DISORDER="enemy disordered", NUMBERS="two to one", CAUGHT="caught in the open", GUNS="artillery",
        FIRST="fights first", SECOND="fights second", HALF="half effect", NO_FIGHT="does not fight", OWN="own type",
    ),
    words={
        "how": keys(How, WILD="out of control"),
        "formation": keys(Form, MARCH="march column"),
        "result": keys(Result),
        "stand": keys(Stand, " ", HALF_EFFECT="half"),
        "fate": keys(Fate, " "),
    },
    events=declared(Event),
    scale=INCH,
)  # fmt: skip


LAYOUT = (
    "move.foot", "move.horse", "move.guns", "move.horse_guns", "move.soft_guns", "move.column", "move.road",
    "move.skirmish", "move.wheel", "move.light_foot", "move.free_turn", "move.guns_fire",
    "morale.rout_moves", "morale.heavy_loss", "morale.loss", "morale.steady",
    "morale.shaky", "morale.shaky_horse",
    "general.radius[4]", "general.wing_radius", "general.shift[4]", "general.wing_shift[4]",
    "general.by_skill", "general.skill[4]",
    "general.wing_skill[4]", "general.hit", "general.chief_fights", "general.wing_fights", "general.ride",
    "musket.range", "musket.short",
    "musket.medium", "musket.long", "musket.stand", "musket.pairs", "guns.bands[5]", "guns.needed[5]",
    "guns.crew", "guns.horse_crew",
    "guns.british", "guns.heavy", "guns.at_guns", "guns.soft", "cover.rough", "cover.town", "cover.obstacle",
    "cover.work", "cover.rain", "combat.even", "combat.worse", "combat.better", "combat.best", "combat.flank",
    "combat.point", "combat.strong", "combat.pursuit", "break.lost", "break.of",
    "doctrine.break_off", "doctrine.gap",
)  # fmt: skip
(
    MOVE_FOOT, MOVE_HORSE, MOVE_GUNS, MOVE_HORSE_GUNS, SOFT_GUNS, COLUMN_BONUS, ROAD_BONUS,
    SKIRMISH_BONUS, MAY_WHEEL, LIGHT_FOOT, FREE_TURN, GUNS_FIRE, ROUT_MOVES, HEAVY_LOSS, LOSS, STEADY,
    SHAKY, SHAKY_HORSE, RADIUS, WING_RADIUS, SHIFT, WING_SHIFT,
    BY_SKILL, SKILL_SHIFT, WING_SKILL, GENERAL_HIT, CHIEF_FIGHTS, WING_FIGHTS, RIDE, MUSKET_RANGE,
    MUSKET_SHORT,
    MUSKET_MEDIUM, MUSKET_LONG, STAND, LONG_PAIRS, BANDS, BAND_NEEDED, CREW, HORSE_CREW,
    BRITISH, HEAVY_GUNS, AT_GUNS, SOFT_FIRE, COVER_ROUGH, COVER_TOWN, COVER_OBSTACLE,
    COVER_WORK, COVER_RAIN, EVEN, WORSE, BETTER, BEST, FLANK_POINTS,
    POINT, STRONG, PURSUIT, BREAK_LOST, BREAK_OF,
    LEAVE_SHARE, LEAVE_GAP,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "My Favourite Rules")

"""Columns of units, generals, sides and the battle that only this system has; its dice, modifiers and events."""

from battles.resolvers.common import journal
from battles.resolvers.common.codes import SECTOR_KEYS, keys, named
from battles.resolvers.common.events import F, Kind, N, Words
from battles.resolvers.common.journal import OWN_EVENTS


class Own:
    """Columns of ``own``. CARD is ten times the number; HURT counts the casualties of the charge that is on.

    LINE_NO is 1 in the second line.
    """

    (
        BRIGADE, CLASS, FORM, NEXT_FORM, QUARTERS, CHITS, STATE, CARD, ACTED, MOVED_LAST, MOVED, FIRED, LOST_NOW,
        LOCK, SHELLED, MARK, DEAD, CHARGED, SHAKEN, HURT, GONE_BACK, LINE_NO, ENTERS, FRIEND_TESTED, MOVED_FAR,
    ) = range(25)  # fmt: skip


class Class:
    """Classes of troops."""

    A, B, C, D = range(4)


class Form:
    """Formations."""

    LINE, COLUMN, SQUARE, SKIRMISH, HORSE, LIMBERED, DEPLOYED = range(7)


class State:
    """States of a unit."""

    STEADY, WAVERING, HALTED, RETREATING, ROUTING = range(5)


class Dead:
    """Bits of DEAD."""

    OFFICER, STANDARD, MUSICIAN, EVERYBODY = 1, 2, 4, 7


class Mark:
    """Bits of MARK: why a unit must still test (SNW-56)."""

    LOSS, FRIEND, BRIGADIER, CORPS = 1, 2, 4, 8


class Lead:
    """Columns of ``lead_own``: TH and AV are 0 to 2, DIED the turn of his death, SENIOR his divisional commander."""

    GRADE, TH, AV, MODIFIER, CONTROLS, CARD, DIED, MOVED, UNITS, SENIOR, MADE, USELESS = range(12)


class Side:
    """Columns of ``side_own``: SECOND shows that the second line goes in, STAFF is one more than the battery that a
    staff officer directs, WAITS shows that an attack waits for late columns, POINTS are a unit's strength points, WINGS
    the wing commanders of the file."""

    CHANCE, PLAYED, OUTSHOT, SHELLED, REPLIED, SECTOR_X, SECOND, NATION, STAFF, WAITS = range(10)
    POINTS, WINGS = 30, 31


B_BRIDGES, B_FIRST_BRIDGE, MOST_BRIDGES = 1, 2, 8
B_BLOCKER, B_GROUND = 30, 31
"""Places of ``battle_own``; 0 is the common room's. Bridges are pairs of x and y."""


class Chance:
    """Chance cards."""

    (
        NOTHING, MORALE, CHARGE, CONTROL, LOST_ORDER, HALF, DITCH, FORMATION, STEADIED, USELESS, ENEMY_FIRE,
        OWN_FIRE, AGAIN,
    ) = range(13)  # fmt: skip


class How:
    """Kinds of moves."""

    (
        MARCHES, DRIFTS, CARRIES_ON, CHARGES, EVADES, PURSUES, GOES_BACK, TURNS, ENTERS_BOARD, FOLLOWS, SIDLES,
    ) = range(11)  # fmt: skip


class Result:
    """Ends of a test of morale."""

    PASSES, WAVERS, HALTS, RETREATS, ROUTS = range(5)


class Disorder:
    """Causes of disorder."""

    MELEE, FIRE, ROUT, RETREAT, PURSUIT, UNFORMED, COLLISION, ROUGH, NO_MUSIC, HALT, CARD, FAILED = range(12)


class Event(journal.Event):
    """Events beside the common ones."""

    (
        BRIGADIER, UNIT_CARD, BRIGADE_CARD, CHANCE, CHANCE_PLAYED, BALKS, CARRIES_ON, DISORDER, COLLISION, JUMPS,
        MARKED, CHARGE_TEST, HOME_TEST, REFORM, SPECIAL, LOCKED, CAPTURED, CHANGING, STEPS_IN, PRIVATE_CHANCE,
        STAFF, ATTACHED,
    ) = range(OWN_EVENTS, OWN_EVENTS + 22)  # fmt: skip


class Die:
    """Causes of dice."""

    (
        CONTROL, HANDLING, ATTACK, RATING, CARD, CHANCE, SET_OFF, HALT, PACE, SWERVE, DRIFT, COLLISION, FORMATION,
        VOLLEY, PART, SAVE, GUN, PLACE, GENERAL, MORALE, FAILURE, CHARGE, HOME, MELEE, ROUNDS, PURSUIT, RIDDEN,
        REFORM, EVADE, STEADY,
    ) = range(10, 40)  # fmt: skip


class Modifier:
    """Modifiers of dice."""

    (
        CLASS, SOFT, HARD, SKIRMISHERS, GUNS, MOVED, DENSE, RAIN, CHANCE, STAFF, SQUARE, COLUMN, GUARD, CREW, CHITS,
        OFFICER, RANGE, NATION, STANDING, FLANK, SHAKEN, FRIENDS, CONTROL, COVER, CASUALTIES, ATTACHED, CORPS,
        SHELLED, HIGHER, LOST, KILLED, CORPS_KILLED, RETIRING, ROUTING, FRIENDS_ROUT, NO_SQUARE, LOWER, STANDARD,
        UPHILL, DOWNHILL, ENEMY_CHITS, OBSTACLE, WORK, STEADY, SENIOR, MUSICIAN, OUT, HANDLING, ATTACK, USELESS,
        OWN,
    ) = range(51)  # fmt: skip


CLASS_KEYS, FORM_KEYS, STATE_KEYS = ("A", "B", "C", "D"), keys(Form), keys(State)
CHANCE_KEYS = keys(Chance, " ", HALF="half a move", USELESS="useless general", AGAIN="second try")
RESULT_KEYS = ("pass", "wavers", "halts", "retreats", "routs")
DICE = named(
    Die,
    " ",
    HANDLING="troop handling",
    ATTACK="attack value",
    RATING="control rating",
    CHANCE="chance card",
    SET_OFF="setting off",
    HALT="halting",
    PART="part of a hit",
    HOME="charge home",
    RIDDEN="ridden down",
    STEADY="steadied",
)
MODIFIER_KEYS = keys(
    Modifier,
    " ",
    SOFT="soft cover",
    HARD="hard cover",
    CHANCE="chance card",
    CHITS="disorder",
    OFFICER="officer dead",
    STANDING="enemy standing",
    ATTACHED="commander attached",
    CORPS="corps commander attached",
    HIGHER="higher class",
    LOST="lost melee",
    KILLED="commander killed",
    CORPS_KILLED="corps commander killed",
    FRIENDS_ROUT="friends routing",
    LOWER="lower class",
    STANDARD="standard down",
    ENEMY_CHITS="enemy disorder",
    STEADY="steady infantry",
    MUSICIAN="musician dead",
    OUT="out of control",
    HANDLING="troop handling",
    ATTACK="attack value",
    USELESS="useless general",
    OWN="own type",
)
_SCORE = (("score", N), ("needed", N), ("pass", F))
EVENTS = {
    Event.BRIGADIER: Kind(
        "brigadier", "commander", values=(("grade", N), ("handling", "value"), ("attack", "temper"), ("modifier", N)),
        actor_is="leader",
    ),
    Event.UNIT_CARD: Kind("card", "unit", values=(("card", N),)),
    Event.BRIGADE_CARD: Kind("brigade_card", "commander", values=(("card", N), ("units", N)), actor_is="leader"),
    Event.CHANCE: Kind("chance_card", values=(("card", "chance"),)),
    Event.CHANCE_PLAYED: Kind("chance_played", "unit", values=(("card", "chance"),)),
    Event.PRIVATE_CHANCE: Kind("chance_played", "commander", values=(("card", "chance"),), actor_is="leader"),
    Event.BALKS: Kind("balks", "unit", modifiers=("modifiers", "")),
    Event.CARRIES_ON: Kind("carries_on", "unit", modifiers=("modifiers", "")),
    Event.DISORDER: Kind("disorder", "unit", values=(("chits", N), ("added", N), ("cause", "disorder"))),
    Event.COLLISION: Kind("collision", "unit", "other"),
    Event.JUMPS: Kind("jumps", "unit", "attacker", (("tenths", N), ("acts", F))),
    Event.MARKED: Kind("marked", "unit", values=(("reason", "mark"),)),
    Event.CHARGE_TEST: Kind("charge_test", "unit", "target", _SCORE, modifiers=("modifiers", "")),
    Event.HOME_TEST: Kind("charge_home", "unit", "target", _SCORE, modifiers=("modifiers", "")),
    Event.REFORM: Kind("reform", "unit", values=(("removed", N), ("chits", N)), modifiers=("modifiers", "")),
    Event.SPECIAL: Kind("figure_lost", "unit", values=(("figure", "figure"),)),
    Event.LOCKED: Kind("locked", "unit", "other"),
    Event.CAPTURED: Kind("captured", "unit", "by"),
    Event.CHANGING: Kind(
        "changing", "unit", values=(("formation", "formation"), ("quarters", N)), modifiers=("modifiers", "")
    ),
    Event.STAFF: Kind("staff_officer", "unit"),
    Event.ATTACHED: Kind("attached", "commander", "unit", actor_is="leader"),
    Event.STEPS_IN: Kind("steps_in", "commander", values=(("grade", N),), poses="pose", actor_is="leader"),
}  # fmt: skip

WORDS = Words(
    "SNW",
    dice=DICE,
    modifiers=dict(enumerate(MODIFIER_KEYS)),
    words={
        "how": keys(How, " ", ENTERS_BOARD="enters"),
        "result": RESULT_KEYS,
        "formation": FORM_KEYS,
        "chance": CHANCE_KEYS,
        "disorder": keys(Disorder, " ", FAILED="failed charge"),
        "value": ("below average", "average", "above average"),
        "temper": ("timid", "normal", "aggressive"),
        "figure": ("", "officer", "standard", "", "musician"),
        "mark": ("", "loss", "friend", "", "brigadier", "", "", "", "corps"),
        "sector": SECTOR_KEYS,
    },
    events=EVENTS,
    scale=10,
)

"""Columns of units and sides that only the activation rules have, and the words of their journal."""

from battles.resolvers.common import journal
from battles.resolvers.common.codes import Land, keys, named
from battles.resolvers.common.events import Kind, Words
from battles.resolvers.common.journal import OWN_EVENTS, Part


class Own:
    """Columns of ``own``.

    Formation; whether it was activated; traits; loaded canister; the unit in whose square it fights, plus one; the side
    it struck; whether its melee was fought; whether it is in reserve; squares moved, shot fired, charge made and free
    turn used in this activation; squares to the nearest enemy; steps it began with; how many enemies fight in its
    square; 1 where its charge came from above the square that it fights in, -1 from below; of guns, whether they saw
    an enemy in range as the turn began.
    """

    (
        FORM, DONE, WAVERING, ROUTING, PETRIFIED, BROKEN_LINE, NO_OFFICER, CANISTER, LOCKED, WHERE, FOUGHT,
        HELD_BACK, MOVED, SHOT, CHARGED, FREE_TURN, NEAR, START_LEFT, GUESTS, HEIGHT, IN_SIGHT,
    ) = range(21)  # fmt: skip


GENERAL = 0
"""A column of ``side_own``: who commands."""
B_ATTACKER = 1
"""A column of ``battle_own``: the side that attacks, whichever throws for the first turn."""


class Form:
    """Formations."""

    COLUMN, LINE, SQUARE, LIMBERED, UNLIMBERED, MOUNTED = range(6)


class Die:
    """Causes of dice."""

    FIRST, WHITE, COLOURED, BLUNDER, AGAIN, ATTACK, DEFEND, CRITICAL, GENERAL = range(10, 19)


class Modifier:
    """Modifiers of dice."""

    (
        VALUE, FORMATION, SQUARE, UPHILL, CHARGE, FLANK, REAR, SEIZED, CRIPPLED, NEAR, FAR, COVER, AIMED, RAIN,
        SOFT,
    ) = range(1, 16)  # fmt: skip


class Event(journal.Event):
    """Events beside the common ones."""

    ACTIVATION, BLUNDER, CRITICAL, GROUP, CANISTER, FIRST, EASE, ROUT_STOPPED = range(OWN_EVENTS, OWN_EVENTS + 8)


class Blunder:
    """Blunders."""

    NONE, GARBLED, HESITATION, FORWARD, FALL_BACK, CHARGE, FIRE = range(7)


class Critical:
    """Critical events."""

    OFFICER_KILLED, LINE_BROKEN, IS_PETRIFIED, DEVASTATING, PANIC, IS_WAVERING, ROUT = range(7)


class How:
    """Kinds of moves."""

    MOVE, DOUBLE, CHARGE, FORWARD, RECOIL = range(5)


FORM_KEYS, BLUNDERS = keys(Form), keys(Blunder)
CRITICALS = keys(Critical, LINE_BROKEN="broken_line", IS_PETRIFIED="petrified", IS_WAVERING="wavering")
CRITICAL_OF = (0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6)
"""ADN-41 to ADN-47 The event by the total of two dice, from 2 on."""

HARD = Land.ROUGH | Land.TOWN | Land.OBSTACLE | Land.RIVER
"""ADN-51 What ends a move that enters it: woods, towns, walls, fords."""
SCREEN = Land.ROUGH | Land.TOWN | Land.HILL
"""ADN-31 What stops a line of sight."""
LIGHT_COVER, HEAVY_COVER = Land.ROUGH | Land.OBSTACLE, Land.TOWN | Land.WORK

WORDS = Words(
    code="ADN",
    dice=named(
        Die,
        " ",
        FIRST="first turn",
        WHITE="white die",
        COLOURED="coloured die",
        AGAIN="garbled orders",
        ATTACK="attacker",
        DEFEND="defender",
        CRITICAL="critical event",
    ),
    modifiers=named(
        Modifier, "_", SEIZED="initiative_seized", NEAR="short_range", FAR="long_range", SOFT="soft_ground"
    ),
    words={"how": keys(How, DOUBLE="double_time"), "formation": FORM_KEYS, "blunder": BLUNDERS, "critical": CRITICALS},
    events={
        Event.ACTIVATION: Kind(
            "activation", "unit", values=(("successes", "number"), ("quality", "number"), ("turnover", "flag"))
        ),
        Event.BLUNDER: Kind("blunder", "unit", values=(("blunder", "blunder"), ("successes", "number"))),
        Event.CRITICAL: Kind("critical", "unit", values=(("critical", "critical"), ("total", "number"))),
        Event.GROUP: Kind(
            "group",
            "commander",
            values=(("successes", "number"), ("quality", "number"), ("turnover", "flag")),
            units={Part.MEMBER: "units"},
            actor_is="leader",
        ),
        Event.CANISTER: Kind("canister", "unit"),
        Event.FIRST: Kind("first_turn", values=(("first", "side"),)),
        Event.EASE: Kind("ease", "unit", values=(("sp", "number"), ("left", "number"))),
        Event.ROUT_STOPPED: Kind("rout_stopped", "unit"),
    },
    turn=45,
)

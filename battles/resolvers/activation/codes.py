"""Columns of units and sides that only the activation rules have, their words, the slots of their numbers."""

from enum import IntEnum
from pathlib import Path

from battles.resolvers.common import events
from battles.resolvers.common.codes import Land, keys, named
from battles.resolvers.common.events import Words
from battles.resolvers.common.journal import Kind, Part, declared
from battles.resolvers.common.numbers import NumberTable, starts


class Own(IntEnum):
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


class Form(IntEnum):
    """Formations."""

    COLUMN, LINE, SQUARE, LIMBERED, UNLIMBERED, MOUNTED = range(6)


class Die(IntEnum):
    """Causes of dice."""

    FIRST, WHITE, COLOURED, BLUNDER, AGAIN, ATTACK, DEFEND, CRITICAL, GENERAL = range(10, 19)


class Modifier(IntEnum):
    """Modifiers of dice."""

    (
        VALUE, FORMATION, SQUARE, UPHILL, CHARGE, FLANK, REAR, SEIZED, CRIPPLED, NEAR, FAR, COVER, AIMED, RAIN,
        SOFT,
    ) = range(1, 16)  # fmt: skip


class Blunder(IntEnum):
    """Blunders."""

    NONE, GARBLED, HESITATION, FORWARD, FALL_BACK, CHARGE, FIRE = range(7)


class Critical(IntEnum):
    """Critical events."""

    OFFICER_KILLED, LINE_BROKEN, IS_PETRIFIED, DEVASTATING, PANIC, IS_WAVERING, ROUT = range(7)


class How(IntEnum):
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


class Event(events.Event):
    """Events beside the common ones."""

    ACTIVATION = Kind(
        50, "activation", "unit", values=(("successes", "number"), ("quality", "number"), ("turnover", "flag"))
    )
    BLUNDER = Kind(51, "blunder", "unit", values=(("blunder", "blunder"), ("successes", "number")))
    CRITICAL = Kind(52, "critical", "unit", values=(("critical", "critical"), ("total", "number")))
    GROUP = Kind(
        53, "group", "commander", values=(("successes", "number"), ("quality", "number"), ("turnover", "flag")),
        units={Part.MEMBER: "units"}, actor_is="leader",
    )  # fmt: skip
    CANISTER = Kind(54, "canister", "unit")
    FIRST = Kind(55, "first_turn", values=(("first", "side"),))
    EASE = Kind(56, "ease", "unit", values=(("sp", "number"), ("left", "number")))
    ROUT_STOPPED = Kind(57, "rout_stopped", "unit")


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
    events=declared(Event),
    turn=45,
)


LAYOUT = (
    "move.foot", "move.heavy_horse", "move.light_horse", "move.heavy_guns", "move.guns", "move.horse_guns",
    "move.line", "move.double", "move.road", "move.general", "quality.guard", "quality.elite", "quality.line",
    "quality.militia", "quality.heavy_horse", "quality.light_horse", "quality.irregular", "quality.guns",
    "quality.guard_other", "melee.guard", "melee.elite", "melee.line", "melee.militia", "melee.heavy_horse",
    "melee.light_horse", "melee.irregular", "melee.guns", "melee.guard_horse", "melee.in_line", "melee.square",
    "melee.uphill", "melee.foot_charge", "melee.horse_charge", "melee.flanked", "melee.rear", "melee.seized",
    "melee.crippled", "fire.guard", "fire.elite", "fire.line", "fire.militia", "fire.heavy_horse",
    "fire.light_horse", "fire.heavy_guns", "fire.guns", "fire.guard_guns", "fire.column", "fire.square",
    "fire.musket_range", "fire.musket_short", "fire.musket_long", "fire.gun_range", "fire.gun_short",
    "fire.gun_long", "fire.near", "fire.far", "fire.light_cover", "fire.heavy_cover", "fire.guns_cover",
    "fire.aimed", "fire.rain", "fire.soft", "command.radius", "command.group", "command.poor_group",
    "command.groups[4]", "command.great", "command.lost", "end.turns", "end.break_of[2]", "end.steps",
    "end.eases", "options.coloured_first", "doctrine.advance", "doctrine.fire", "doctrine.charge",
    "doctrine.square", "doctrine.rally", "doctrine.deploy", "doctrine.later", "doctrine.break_off",
    "doctrine.gap",
)  # fmt: skip
(
    MOVE_FOOT, MOVE_HEAVY_HORSE, MOVE_LIGHT_HORSE, MOVE_HEAVY_GUNS, MOVE_GUNS, MOVE_HORSE_GUNS, MOVE_LINE,
    MOVE_DOUBLE, MOVE_ROAD, MOVE_GENERAL, Q_GUARD, Q_ELITE, Q_LINE, Q_MILITIA, Q_HEAVY_HORSE, Q_LIGHT_HORSE,
    Q_IRREGULAR, Q_GUNS, Q_GUARD_OTHER, MELEE_GUARD, MELEE_ELITE, MELEE_LINE, MELEE_MILITIA, MELEE_HEAVY_HORSE,
    MELEE_LIGHT_HORSE, MELEE_IRREGULAR, MELEE_GUNS, MELEE_GUARD_HORSE, MELEE_IN_LINE, MELEE_SQUARE,
    MELEE_UPHILL, MELEE_FOOT_CHARGE, MELEE_HORSE_CHARGE, MELEE_FLANKED, MELEE_REAR, MELEE_SEIZED,
    MELEE_CRIPPLED, FIRE_GUARD, FIRE_ELITE, FIRE_LINE, FIRE_MILITIA, FIRE_HEAVY_HORSE, FIRE_LIGHT_HORSE,
    FIRE_HEAVY_GUNS, FIRE_GUNS, FIRE_GUARD_GUNS, FIRE_COLUMN, FIRE_SQUARE, FIRE_MUSKET_RANGE, FIRE_MUSKET_SHORT,
    FIRE_MUSKET_LONG, FIRE_GUN_RANGE, FIRE_GUN_SHORT, FIRE_GUN_LONG, FIRE_NEAR, FIRE_FAR, FIRE_LIGHT_COVER,
    FIRE_HEAVY_COVER, FIRE_GUNS_COVER, FIRE_AIMED, FIRE_RAIN, FIRE_SOFT, COMMAND_RADIUS, COMMAND_GROUP,
    COMMAND_POOR_GROUP, COMMAND_GROUPS, COMMAND_GREAT, COMMAND_LOST, END_TURNS, END_BREAK_OF, END_STEPS,
    END_EASES, OPTION_COLOURED_FIRST, AI_ADVANCE, AI_FIRE, AI_CHARGE, AI_SQUARE, AI_RALLY, AI_DEPLOY, AI_LATER,
    AI_BREAK_OFF, AI_GAP,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "Activation dice")

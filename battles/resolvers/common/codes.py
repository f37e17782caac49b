"""The words of the common record as whole numbers, and their keys in files and journals."""

from enum import IntEnum

from battles.resolvers.core.dice import STREAMS as EVENING_STREAMS

STREAMS = (*EVENING_STREAMS, "battle")
"""COM-01 Every die of the fighting comes from ``battle``; the evening throws from its own streams, as always."""
BATTLE_STREAM = len(STREAMS) - 1

SIDES = 2
SIDE_UNITS = 200
UNITS = SIDES * SIDE_UNITS
SIDE_LEADERS = 64
LEADERS = SIDES * SIDE_LEADERS
OWN, SIDE_OWN, LEADER_OWN, BATTLE_OWN = 25, 32, 12, 64
NUMBERS = 400
LAND = 16_384
WAYS = 32_768
LOG_ROWS, LOG_WIDTH = 60_000, 12
MOST_DICE, MOST_MODIFIERS = 128, 32
NOBODY = -1


class Arm(IntEnum):
    """The arms."""

    FOOT, CAV, ART, ENG, VEH = range(5)


class Type(IntEnum):
    """Types of units, in the order of La Grande Guerre's record, so that a number is one type in every room."""

    ELITE_INF, LINE_INF, MILITIA_INF, HEAVY_CAV, LIGHT_CAV, IRREG_CAV = range(6)
    HEAVY_ART, HORSE_ART, FIELD_ART, ENGINEER, PONTOON = range(6, 11)


class Skill(IntEnum):
    """Skills of generals."""

    POOR, AVERAGE, GOOD, GREAT = range(4)


class Season(IntEnum):
    """Seasons."""

    SPRING, SUMMER, FALL, WINTER = range(4)


class Weather(IntEnum):
    """Kinds of weather."""

    NORMAL, OVERCAST, PRECIPITATING = range(3)


class Ground(IntEnum):
    """States of the ground."""

    HARD, SOFT = range(2)


class Posture(IntEnum):
    """Tasks of a side."""

    ASSAULT, HOLD = range(2)


class Status(IntEnum):
    """Places of a unit: ``rallyable`` is COM-07's routed_rallyable, ``nonrallyable`` its routed.

    Engineers and trains are ``off_table``.
    """

    WAITING, BOARD, RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED, AMALGAMATED, OFF_TABLE = range(8)


class Land:
    """COM-10 The land of a cell, as bits. ``WORK`` is an obstacle with hard cover, ``CLOSED`` impassable."""

    CLEAR = 0
    ROUGH, TOWN, HILL, OBSTACLE, RIVER, BRIDGE, ROAD, WORK, CLOSED, HIGH = (1 << n for n in range(10))


class Grade(IntEnum):
    """Grades of a victory."""

    DRAWN, MARGINAL, DECISIVE = range(3)


DRAW = 2
"""The ``winner`` of a battle that nobody won; a side's number otherwise."""


def named(codes: type, between: str = "_", **otherwise: str) -> dict[int, str]:
    """Return the words of a class of codes: its names in small letters, or what is given for one."""
    members = ((name, code) for name, code in vars(codes).items() if not name.startswith("_"))
    return {code: otherwise.get(name, name.lower().replace("_", between)) for name, code in members}


def keys(codes: type, between: str = "_", **otherwise: str) -> tuple[str, ...]:
    """Return the words of codes that count from 0, in their order."""
    return tuple(named(codes, between, **otherwise).values())


ARM_KEYS, TYPE_KEYS, SKILL_KEYS, SEASON_KEYS = keys(Arm), keys(Type), keys(Skill), keys(Season)
WEATHER_KEYS, GROUND_KEYS, POSTURE_KEYS = keys(Weather), keys(Ground), keys(Posture)
STATUS_KEYS, GRADE_KEYS = keys(Status), keys(Grade, DRAWN="draw")
PLAN_KEYS = ("attack", "limited", "hold", "delay")
SECTOR_KEYS = ("left", "centre", "right")
EVENING_KEYS = ("hold", "save")

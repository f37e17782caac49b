"""Named integers of the battle record. Their order is part of the record: append, never reorder.

Edges are those of the table (origin lower left, x along the width). Fronts are the sides of a base.
"""

from enum import IntEnum
from typing import Annotated, TypeVar

from battles.resolvers.common.codes import TYPE_KEYS, keys, named
from compiler.annotations import Numbers

SIDES = 2
SIDE_SLOTS = 64
"""Bases a side may have in play; more units wait off the table."""
UNITS = SIDES * SIDE_SLOTS
SIDE_ROLL = 200
ROLL = SIDES * SIDE_ROLL
LEADERS = 3
"""Stands a side: the army commander (0) and two wing commanders (1, 2)."""
MAX_COMBATS = 64
MAX_PIECES = 128
MAX_VERTICES = 16
MAX_WAYPOINTS = 16
MAX_ENTRIES = 12000
MAX_ITEMS = 256
MOST_REASONS = 240
"""Reasons of generals that are kept of a battle; later ones are lost."""
REASON_GROUPS = 8

NOBODY = -1
NO_ATTACK = -99
NEVER = 1_000_000_000


class CombatValue(IntEnum):
    """Columns of the combat values."""

    FOOT_ATTACK, FOOT_DEFEND, CAV_ATTACK, CAV_DEFEND = range(4)


class Role(IntEnum):
    """Roles of the sides."""

    ATTACKER, DEFENDER = range(2)


class Edge(IntEnum):
    """Edges of the table."""

    SOUTH, NORTH, WEST, EAST = range(4)


class Status(IntEnum):
    """Places of a unit."""

    UNUSED, BOARD, RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED, WAITING, AMALGAMATED, AS_BRIDGE = range(9)


class Face(IntEnum):
    """Sides of a base, clockwise."""

    FRONT, RIGHT, REAR, LEFT = range(4)


class Piece(IntEnum):
    """Kinds of pieces of terrain."""

    ROUGH, TOWN, HILL, OBSTACLE, ROAD, BRIDGE, GAP, BROKEN_BRIDGE, GONE = range(9)


class Cover(IntEnum):
    """Cover of a piece."""

    NONE, SOFT, HARD = range(3)


class Activity(IntEnum):
    """Activities of LGG-7.0-a; the first five are also columns of ``done``."""

    MOVE, FORCE, FIRE, ENGINEER, RECOVER, ATTACK, WITHDRAW, RALLY, COMMANDER, EXIT = range(10)


class Work(IntEnum):
    """Engineering works of REC-7; 0 is not used."""

    EA1, EA2, EA3, EA4, EA5, EA6, DISMANTLE = range(1, 8)


class Phase(IntEnum):
    """Phases of ENG-15."""

    (SETUP, DEPLOY, DAY_START, COMMAND, TURN_FIRST, TURN_SECOND, COMBATS, COUNT, ROUND_CHECK, ARRIVALS, STAY_LEAVE,
     PURSUIT, EOD_RECOVERY, EOD_RALLY, AMALGAMATE, NIGHT, OVER, INITIATIVE) = range(18)


class Pending(IntEnum):
    """Decisions that stop the machine inside a phase until the asked side has answered."""

    NONE, ALLOT, OCCUPY, BREAK_OFF, STAY, PURSUIT, AMALGAMATE, NIGHT, STRATAGEM, HEIR = range(10)


class Command(IntEnum):
    """Commands of 18.2."""

    (NONE, MOVE, ATTACK, WITHDRAW, FIRE, FORCE, RECOVER, RALLY, ENGINEER, MOVE_COMMANDER, EXIT, END_TURN, RESOLVE,
     ALLOT_HITS, OCCUPY, BREAK_OFF, STAY_LEAVE, ALLOT_PURSUIT, AMALGAMATE, DONE, PLAY, PASS, NIGHT_MOVE,
     TAKE_OVER) = range(24)


class Cause(IntEnum):
    """Causes of checks, hits, routs and the like."""

    (NONE, INCREMENT, ROUGH, OBSTACLE, FALLBACK, COMBAT, FIRE, PURSUIT, BLOCKED, HITS, DOUBLED, EVENING, EXIT,
     WORKS) = range(14)


class Result(IntEnum):
    """Results of a combat."""

    ROUT, DEFENDER_HIT, ATTACKER_HIT, ATTACKER_TWO_HITS = range(4)


class Modifier(IntEnum):
    """Combat modifiers CM1 to CM11 by their number; 0 is not used."""

    (LOSS, GUARD, FLANK, SQUARES, HIGHER, TOWN, OBSTACLE, FOOT_IN_ROUGH, HORSE_IN_ROUGH, SOFT_GROUND,
     ON_A_ROAD) = range(1, 12)


class FireModifier(IntEnum):
    """Fire modifiers of REC-5."""

    (POWER, FLANK, GUARD, SOFT_GROUND, ELEVATION, CAVALRY, ARTILLERY, ENGINEER, VEHICLE, SOFT_COVER, HARD_COVER,
     INFANTRY) = range(12)


class Conduct(IntEnum):
    """Ways of leading a side of the league, as bits; 0 is the general (``doctrine.naive``)."""

    IDLE, AT_RANDOM, ALWAYS_STAYS, HALF_SPENT, STAYS_BY_CHANCE = 1, 2, 4, 8, 16


class Stake(IntEnum):
    """Places of ``stakes``."""

    WON, DRAWN, LOST, STRENGTH = range(4)


# Their keys in files and journals
ROLE_KEYS, SIDE_KEYS, PIECE_KEYS, COVER_KEYS = keys(Role), keys(Face), keys(Piece), keys(Cover)
STATUS_KEYS = keys(Status, AS_BRIDGE="bridge")
ACTIVITY_KEYS, PHASE_KEYS, COMMAND_KEYS, CAUSE_KEYS = keys(Activity), keys(Phase), keys(Command), keys(Cause)
RESULT_KEYS = keys(Result)
WORK_KEYS = ("", "EA1", "EA2", "EA3", "EA4", "EA5", "EA6", "dismantle")
MODIFIER_KEYS = ("", *(f"CM{number}" for number in named(Modifier)))
FIRE_MODIFIER_KEYS = keys(FireModifier, POWER="FP")
TYPES, PIECE_KINDS, WORKS = len(TYPE_KEYS), len(PIECE_KEYS), len(WORK_KEYS)

UNDECIDED, DRAW = -1, 2
"""Values of ``winner`` besides the number of a side."""


N = TypeVar("N")

STANDS = SIDES * LEADERS
ENTRY_WIDTH = 10

BySide = Annotated[Numbers[N], SIDES]
BySlot = Annotated[Numbers[N], UNITS]
ByRow = Annotated[Numbers[N], ROLL]
ByStand = Annotated[Numbers[N], STANDS]
ByFight = Annotated[Numbers[N], MAX_COMBATS]
ByType = Annotated[Numbers[N], TYPES]
ByPiece = Annotated[Numbers[N], MAX_PIECES]

"""Named integers of the battle record. Their order is part of the record: append, never reorder.

Edges are those of the table (origin lower left, x along the width). Fronts are the sides of a base.
"""

from battles.resolvers.common.codes import TYPE_KEYS, Arm, Ground, Type, keys, named

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


class CombatValue:
    """Columns of the combat values."""

    FOOT_ATTACK, FOOT_DEFEND, CAV_ATTACK, CAV_DEFEND = range(4)


class Role:
    """Roles of the sides."""

    ATTACKER, DEFENDER = range(2)


class Edge:
    """Edges of the table."""

    SOUTH, NORTH, WEST, EAST = range(4)


class Status:
    """Places of a unit."""

    UNUSED, BOARD, RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED, WAITING, AMALGAMATED, AS_BRIDGE = range(9)


class Face:
    """Sides of a base, clockwise."""

    FRONT, RIGHT, REAR, LEFT = range(4)


class Piece:
    """Kinds of pieces of terrain."""

    ROUGH, TOWN, HILL, OBSTACLE, ROAD, BRIDGE, GAP, BROKEN_BRIDGE, GONE = range(9)


class Cover:
    """Cover of a piece."""

    NONE, SOFT, HARD = range(3)


class Activity:
    """Activities of LGG-7.0-a; the first five are also columns of ``done``."""

    MOVE, FORCE, FIRE, ENGINEER, RECOVER, ATTACK, WITHDRAW, RALLY, COMMANDER, EXIT = range(10)


class Work:
    """Engineering works of REC-7; 0 is not used."""

    EA1, EA2, EA3, EA4, EA5, EA6, DISMANTLE = range(1, 8)


class Phase:
    """Phases of ENG-15."""

    (SETUP, DEPLOY, DAY_START, COMMAND, TURN_FIRST, TURN_SECOND, COMBATS, COUNT, ROUND_CHECK, ARRIVALS, STAY_LEAVE,
     PURSUIT, EOD_RECOVERY, EOD_RALLY, AMALGAMATE, NIGHT, OVER, INITIATIVE) = range(18)


class Pending:
    """Decisions that stop the machine inside a phase until the asked side has answered."""

    NONE, ALLOT, OCCUPY, BREAK_OFF, STAY, PURSUIT, AMALGAMATE, NIGHT, STRATAGEM, HEIR = range(10)


class Command:
    """Commands of 18.2."""

    (NONE, MOVE, ATTACK, WITHDRAW, FIRE, FORCE, RECOVER, RALLY, ENGINEER, MOVE_COMMANDER, EXIT, END_TURN, RESOLVE,
     ALLOT_HITS, OCCUPY, BREAK_OFF, STAY_LEAVE, ALLOT_PURSUIT, AMALGAMATE, DONE, PLAY, PASS, NIGHT_MOVE,
     TAKE_OVER) = range(24)


class Cause:
    """Causes of checks, hits, routs and the like."""

    (NONE, INCREMENT, ROUGH, OBSTACLE, FALLBACK, COMBAT, FIRE, PURSUIT, BLOCKED, HITS, DOUBLED, EVENING, EXIT,
     WORKS) = range(14)


class Result:
    """Results of a combat."""

    ROUT, DEFENDER_HIT, ATTACKER_HIT, ATTACKER_TWO_HITS = range(4)


class Modifier:
    """Combat modifiers CM1 to CM11 by their number; 0 is not used."""

    (LOSS, GUARD, FLANK, SQUARES, HIGHER, TOWN, OBSTACLE, FOOT_IN_ROUGH, HORSE_IN_ROUGH, SOFT_GROUND,
     ON_A_ROAD) = range(1, 12)


class FireModifier:
    """Fire modifiers of REC-5."""

    (POWER, FLANK, GUARD, SOFT_GROUND, ELEVATION, CAVALRY, ARTILLERY, ENGINEER, VEHICLE, SOFT_COVER, HARD_COVER,
     INFANTRY) = range(12)


class Conduct:
    """Ways of leading a side of the league, as bits; 0 is the general (``doctrine.naive``)."""

    IDLE, AT_RANDOM, ALWAYS_STAYS, HALF_SPENT, STAYS_BY_CHANCE = 1, 2, 4, 8, 16


class Stake:
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

# Flat names that the doctrine still uses
(ACT_ATTACK, ACT_FIRE, ACT_MOVE, ACT_RECOVER, ACT_WITHDRAW) = (
    Activity.ATTACK, Activity.FIRE, Activity.MOVE, Activity.RECOVER, Activity.WITHDRAW,
)
(ALWAYS_STAYS, AT_RANDOM, HALF_SPENT, IDLE, STAYS_BY_CHANCE) = (
    Conduct.ALWAYS_STAYS, Conduct.AT_RANDOM, Conduct.HALF_SPENT, Conduct.IDLE, Conduct.STAYS_BY_CHANCE,
)
(ART, CAV, FOOT) = (
    Arm.ART, Arm.CAV, Arm.FOOT,
)
ATTACKER = Role.ATTACKER
(BOARD, ELIMINATED, NONRALLYABLE, RALLYABLE, UNUSED, WAITING) = (
    Status.BOARD, Status.ELIMINATED, Status.NONRALLYABLE, Status.RALLYABLE, Status.UNUSED, Status.WAITING,
)
(BRIDGE, HILL, OBSTACLE, ROUGH, TOWN) = (
    Piece.BRIDGE, Piece.HILL, Piece.OBSTACLE, Piece.ROUGH, Piece.TOWN,
)
(CMD_ALLOT_HITS, CMD_ALLOT_PURSUIT, CMD_AMALGAMATE, CMD_ATTACK, CMD_BREAK_OFF, CMD_DONE, CMD_END_TURN, CMD_ENGINEER,
 CMD_FIRE, CMD_FORCE, CMD_MOVE, CMD_MOVE_COMMANDER, CMD_NIGHT_MOVE, CMD_NONE, CMD_OCCUPY, CMD_PASS, CMD_PLAY,
 CMD_RECOVER, CMD_RESOLVE, CMD_STAY_LEAVE, CMD_TAKE_OVER) = (
    Command.ALLOT_HITS, Command.ALLOT_PURSUIT, Command.AMALGAMATE, Command.ATTACK, Command.BREAK_OFF,
    Command.DONE, Command.END_TURN, Command.ENGINEER, Command.FIRE, Command.FORCE, Command.MOVE,
    Command.MOVE_COMMANDER, Command.NIGHT_MOVE, Command.NONE, Command.OCCUPY, Command.PASS, Command.PLAY,
    Command.RECOVER, Command.RESOLVE, Command.STAY_LEAVE, Command.TAKE_OVER,
)
(CM_FLANK, CM_FOOT_IN_ROUGH, CM_GUARD, CM_HIGHER, CM_HORSE_IN_ROUGH, CM_LOSS, CM_OBSTACLE, CM_SOFT_GROUND, CM_SQUARES,
 CM_TOWN) = (
    Modifier.FLANK, Modifier.FOOT_IN_ROUGH, Modifier.GUARD, Modifier.HIGHER, Modifier.HORSE_IN_ROUGH,
    Modifier.LOSS, Modifier.OBSTACLE, Modifier.SOFT_GROUND, Modifier.SQUARES, Modifier.TOWN,
)
COMBATS = Phase.COMBATS
(DRAWN, LOST, STRENGTH, WON) = (
    Stake.DRAWN, Stake.LOST, Stake.STRENGTH, Stake.WON,
)
(EA1, EA2, EA3, EA4) = (
    Work.EA1, Work.EA2, Work.EA3, Work.EA4,
)
(ELITE_INF, ENGINEER, HEAVY_CAV, LIGHT_CAV, MILITIA_INF, PONTOON) = (
    Type.ELITE_INF, Type.ENGINEER, Type.HEAVY_CAV, Type.LIGHT_CAV, Type.MILITIA_INF, Type.PONTOON,
)
(FM_ARTILLERY, FM_CAVALRY, FM_ELEVATION, FM_ENGINEER, FM_GUARD, FM_HARD_COVER, FM_SOFT_COVER, FM_SOFT_GROUND) = (
    FireModifier.ARTILLERY, FireModifier.CAVALRY, FireModifier.ELEVATION, FireModifier.ENGINEER,
    FireModifier.GUARD, FireModifier.HARD_COVER, FireModifier.SOFT_COVER, FireModifier.SOFT_GROUND,
)
(FRONT_SIDE, LEFT_SIDE, REAR_SIDE, RIGHT_SIDE) = (
    Face.FRONT, Face.LEFT, Face.REAR, Face.RIGHT,
)
(PEND_ALLOT, PEND_AMALGAMATE, PEND_BREAK_OFF, PEND_HEIR, PEND_NIGHT, PEND_NONE, PEND_OCCUPY, PEND_PURSUIT, PEND_STAY,
 PEND_STRATAGEM) = (
    Pending.ALLOT, Pending.AMALGAMATE, Pending.BREAK_OFF, Pending.HEIR, Pending.NIGHT, Pending.NONE,
    Pending.OCCUPY, Pending.PURSUIT, Pending.STAY, Pending.STRATAGEM,
)
(RESULT_ATTACKER_HIT, RESULT_ATTACKER_TWO_HITS, RESULT_DEFENDER_HIT, RESULT_ROUT) = (
    Result.ATTACKER_HIT, Result.ATTACKER_TWO_HITS, Result.DEFENDER_HIT, Result.ROUT,
)
SOFT_GROUND = Ground.SOFT
SOUTH = Edge.SOUTH

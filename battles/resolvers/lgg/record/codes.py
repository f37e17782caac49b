"""Named integers of the battle record. Their order is part of the record: append, never reorder.

Edges are those of the table (origin lower left, x along the width). Fronts are the sides of a base.
"""

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

# Unit types in the order of REC-1
TYPE_KEYS = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "horse_art",
             "field_art", "engineer", "pontoon")
(ELITE_INF, LINE_INF, MILITIA_INF, HEAVY_CAV, LIGHT_CAV, IRREG_CAV, HEAVY_ART, HORSE_ART, FIELD_ART, ENGINEER,
 PONTOON) = range(11)
TYPES = 11
ARM_KEYS = ("foot", "cav", "art", "eng", "veh")
FOOT, CAV, ART, ENG, VEH = range(5)

# Columns of the combat values
CV_FOOT_ATTACK, CV_FOOT_DEFEND, CV_CAV_ATTACK, CV_CAV_DEFEND = range(4)

SKILL_KEYS = ("poor", "average", "good", "great")
POOR, AVERAGE, GOOD, GREAT = range(4)
SEASON_KEYS = ("spring", "summer", "fall", "winter")
SPRING, SUMMER, FALL, WINTER = range(4)
WEATHER_KEYS = ("normal", "overcast", "precipitating")
NORMAL, OVERCAST, PRECIPITATING = range(3)
GROUND_KEYS = ("hard", "soft")
HARD_GROUND, SOFT_GROUND = range(2)
ROLE_KEYS = ("attacker", "defender")
ATTACKER, DEFENDER = range(2)
SOUTH, NORTH, WEST, EAST = range(4)

# Where a unit is
(UNUSED, BOARD, RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED, WAITING, AMALGAMATED, AS_BRIDGE) = range(9)
STATUS_KEYS = ("unused", "board", "rallyable", "nonrallyable", "eliminated", "exited", "waiting", "amalgamated",
               "bridge")

# Sides of a base, clockwise
FRONT_SIDE, RIGHT_SIDE, REAR_SIDE, LEFT_SIDE = range(4)
SIDE_KEYS = ("front", "right", "rear", "left")

# Terrain pieces
PIECE_KEYS = ("rough", "town", "hill", "obstacle", "road", "bridge", "gap", "broken_bridge", "gone")
ROUGH, TOWN, HILL, OBSTACLE, ROAD, BRIDGE, GAP, BROKEN_BRIDGE, GONE = range(9)
PIECE_KINDS = 9
COVER_KEYS = ("none", "soft", "hard")
NO_COVER, SOFT_COVER, HARD_COVER = range(3)

# Activities of LGG-7.0-a, also columns of ``done``
ACT_MOVE, ACT_FORCE, ACT_FIRE, ACT_ENGINEER, ACT_RECOVER = range(5)
ACTIVITY_KEYS = ("move", "force", "fire", "engineer", "recover", "attack", "withdraw", "rally", "commander", "exit")
ACT_ATTACK, ACT_WITHDRAW, ACT_RALLY, ACT_COMMANDER, ACT_EXIT = range(5, 10)

# Engineering works of REC-7; 0 is not used
WORK_KEYS = ("", "EA1", "EA2", "EA3", "EA4", "EA5", "EA6", "dismantle")
EA1, EA2, EA3, EA4, EA5, EA6, DISMANTLE = range(1, 8)
WORKS = 8

# Phases of ENG-15
PHASE_KEYS = ("setup", "deploy", "day_start", "command", "turn_first", "turn_second", "combats", "count",
              "round_check", "arrivals", "stay_leave", "pursuit", "eod_recovery", "eod_rally", "amalgamate", "night",
              "over", "initiative")
(SETUP, DEPLOY, DAY_START, COMMAND, TURN_FIRST, TURN_SECOND, COMBATS, COUNT, ROUND_CHECK, ARRIVALS, STAY_LEAVE,
 PURSUIT, EOD_RECOVERY, EOD_RALLY, AMALGAMATE, NIGHT, OVER, INITIATIVE) = range(18)

# Decisions that stop the machine inside a phase until the asked side has answered
(PEND_NONE, PEND_ALLOT, PEND_OCCUPY, PEND_BREAK_OFF, PEND_STAY, PEND_PURSUIT, PEND_AMALGAMATE, PEND_NIGHT,
 PEND_STRATAGEM, PEND_HEIR) = range(10)

# Commands of 18.2
COMMAND_KEYS = ("none", "move", "attack", "withdraw", "fire", "force", "recover", "rally", "engineer",
                "move_commander", "exit", "end_turn", "resolve", "allot_hits", "occupy", "break_off", "stay_leave",
                "allot_pursuit", "amalgamate", "done", "play", "pass", "night_move", "take_over")
(CMD_NONE, CMD_MOVE, CMD_ATTACK, CMD_WITHDRAW, CMD_FIRE, CMD_FORCE, CMD_RECOVER, CMD_RALLY, CMD_ENGINEER,
 CMD_MOVE_COMMANDER, CMD_EXIT, CMD_END_TURN, CMD_RESOLVE, CMD_ALLOT_HITS, CMD_OCCUPY, CMD_BREAK_OFF, CMD_STAY_LEAVE,
 CMD_ALLOT_PURSUIT, CMD_AMALGAMATE, CMD_DONE, CMD_PLAY, CMD_PASS, CMD_NIGHT_MOVE, CMD_TAKE_OVER) = range(24)

# Causes of checks, hits, routs and the like
CAUSE_KEYS = ("none", "increment", "rough", "obstacle", "fallback", "combat", "fire", "pursuit", "blocked", "hits",
              "doubled", "evening", "exit", "works")
(NO_CAUSE, BY_INCREMENT, BY_ROUGH, BY_OBSTACLE, BY_FALLBACK, BY_COMBAT, BY_FIRE, BY_PURSUIT, BY_BLOCKED, BY_HITS,
 BY_DOUBLED, BY_EVENING, BY_EXIT, BY_WORKS) = range(14)

RESULT_KEYS = ("rout", "defender_hit", "attacker_hit", "attacker_two_hits")
RESULT_ROUT, RESULT_DEFENDER_HIT, RESULT_ATTACKER_HIT, RESULT_ATTACKER_TWO_HITS = range(4)

# Combat modifiers CM1 to CM11 by their number; 0 is not used
MODIFIER_KEYS = ("", "CM1", "CM2", "CM3", "CM4", "CM5", "CM6", "CM7", "CM8", "CM9", "CM10", "CM11")
(CM_LOSS, CM_GUARD, CM_FLANK, CM_SQUARES, CM_HIGHER, CM_TOWN, CM_OBSTACLE, CM_FOOT_IN_ROUGH, CM_HORSE_IN_ROUGH,
 CM_SOFT_GROUND, CM_ON_A_ROAD) = range(1, 12)
# Fire modifiers of REC-5
FIRE_MODIFIER_KEYS = ("FP", "flank", "guard", "soft_ground", "elevation", "cavalry", "artillery", "engineer",
                      "vehicle", "soft_cover", "hard_cover", "infantry")
(FM_POWER, FM_FLANK, FM_GUARD, FM_SOFT_GROUND, FM_ELEVATION, FM_CAVALRY, FM_ARTILLERY, FM_ENGINEER, FM_VEHICLE,
 FM_SOFT_COVER, FM_HARD_COVER, FM_INFANTRY) = range(12)

UNDECIDED, DRAW = -1, 2
"""Values of ``winner`` besides the number of a side."""

# How a side of the league is led: bits of ``conduct``; 0 is the general (``doctrine.naive``)
IDLE, AT_RANDOM, ALWAYS_STAYS, HALF_SPENT, STAYS_BY_CHANCE = 1, 2, 4, 8, 16
# Places of ``stakes``
WON, DRAWN, LOST, STRENGTH = range(4)

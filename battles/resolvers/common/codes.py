"""The words of the common record as whole numbers, and their keys in files and journals."""

from battles.resolvers.dice import STREAMS as EVENING_STREAMS

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

ARM_KEYS = ("foot", "cav", "art", "eng", "veh")
FOOT, CAV, ART, ENG, VEH = range(5)
TYPE_KEYS = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "horse_art",
             "field_art", "engineer", "pontoon")  # fmt: skip
"""In the order of La Grande Guerre's record, so that a number is one type in every room."""
ELITE_INF, LINE_INF, MILITIA_INF, HEAVY_CAV, LIGHT_CAV, IRREG_CAV = range(6)
HEAVY_ART, HORSE_ART, FIELD_ART, ENGINEER, PONTOON = range(6, 11)
SKILL_KEYS = ("poor", "average", "good", "great")
POOR, AVERAGE, GOOD, GREAT = range(4)
SEASON_KEYS = ("spring", "summer", "fall", "winter")
WEATHER_KEYS = ("normal", "overcast", "precipitating")
NORMAL, OVERCAST, PRECIPITATING = range(3)
GROUND_KEYS = ("hard", "soft")
HARD, SOFT = range(2)
POSTURE_KEYS = ("assault", "hold")
ASSAULT, HOLD = range(2)
PLAN_KEYS = ("attack", "limited", "hold", "delay")
SECTOR_KEYS = ("left", "centre", "right")
EVENING_KEYS = ("hold", "save")

STATUS_KEYS = ("waiting", "board", "rallyable", "nonrallyable", "eliminated", "exited", "amalgamated", "off_table")
WAITING, BOARD, RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED, AMALGAMATED, OFF_TABLE = range(8)
"""``rallyable`` is COM-07's routed_rallyable, ``nonrallyable`` its routed; engineers and trains are ``off_table``."""

CLEAR = 0
ROUGH, TOWN, HILL, OBSTACLE, RIVER, BRIDGE, ROAD, WORK, CLOSED, HIGH = (1 << n for n in range(10))
"""COM-10 What a cell of the land holds, as bits. ``WORK`` is an obstacle with hard cover, ``CLOSED`` impassable."""

GRADE_KEYS = ("draw", "marginal", "decisive")
DRAWN, MARGINAL, DECISIVE = range(3)
DRAW = 2
"""The ``winner`` of a battle that nobody won; a side's number otherwise."""

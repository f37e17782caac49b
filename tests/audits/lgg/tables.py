"""The numbers of the rule book, typed in once more (REC-1 to REC-5, LGG-3.0, 4.0, 6.2, 8.0)."""

from typing import NamedTuple


class Kind(NamedTuple):
    """A row of REC-1: arm, four combat values (None: may not attack), Morale, strength, increment, fire, base."""

    arm: str
    foot_attack: int | None
    foot_defend: int
    horse_attack: int | None
    horse_defend: int
    morale: int
    full: int
    increment: float
    fire: int
    range: float
    width: float
    depth: float


KINDS = {
    "elite_inf": Kind("foot", 5, 5, 2, 5, 8, 4, 12, 0, 0, 3, 3),
    "line_inf": Kind("foot", 4, 4, 1, 4, 7, 4, 12, 0, 0, 3, 3),
    "militia_inf": Kind("foot", 3, 3, 0, 3, 5, 4, 12, 0, 0, 3, 3),
    "heavy_cav": Kind("horse", 3, 3, 5, 4, 7, 3, 18, 0, 0, 3, 3),
    "light_cav": Kind("horse", 2, 2, 4, 3, 7, 3, 18, 0, 0, 3, 3),
    "irreg_cav": Kind("horse", 1, 1, 2, 2, 4, 3, 14, 0, 0, 3, 3),
    "heavy_art": Kind("guns", None, 3, None, 2, 7, 1, 12, 2, 8, 1.5, 3),
    "horse_art": Kind("guns", None, 2, None, 2, 7, 1, 18, 1, 6, 1.5, 3),
    "field_art": Kind("guns", None, 3, None, 2, 7, 1, 12, 1, 7, 1.5, 3),
    "engineer": Kind("engineer", None, 2, None, 1, 7, 1, 12, 0, 0, 1.5, 1.5),
    "pontoon": Kind("vehicle", None, 0, None, 0, 5, 1, 12, 0, 0, 1.5, 3),
}
LINE = ("foot", "horse")
POORNESS = {"elite_inf": 0, "line_inf": 1, "militia_inf": 2}
SKILLS = ("poor", "average", "good", "great")
COMMAND_DICE = {"poor": [10], "average": [6, 6], "good": [10, 6], "great": [10, 10]}
RADIUS = {"normal": 20, "overcast": 15, "precipitating": 10}
WEATHER_ADD = {"normal": 0, "overcast": 1, "precipitating": 2}
WEATHERS = ("normal", "overcast", "precipitating")
DAY_LENGTH = {"spring": 100, "summer": 140, "fall": 120, "winter": 80}
WEATHER_FACES = {"spring": (6, 8), "summer": (7, 9), "fall": (5, 7), "winter": (4, 6)}
GUARD_MORALE = 1
MODIFIERS = {"CM2": 1, "CM3": -2, "CM4": -2, "CM5": 1, "CM6": 3, "CM7": 2, "CM8": 1, "CM9": -2, "CM10": -1, "CM11": -2}
PLACE_LIMIT = 4
STAND = 1.0
ZONE = 6.0
COMMANDER_MOVE = 20.0
OUTRIDER_RADII, RADII = 3, 2
WITHDRAW_CLEAR = 3.0
FALL_BACK = 3.0
FAN = (0, 15, -15, 30, -30, 45, -45)
ACTIVITIES = {
    "move": "A", "attack": "A", "withdraw": "A", "exit": "A", "force": "B", "fire": "C", "engineer": "D",
    "recover": "E", "rally": "E",
}  # fmt: skip

"""Battle files of the Square Brigadier for tests."""

from functools import cache
from typing import Any

from battles.resolvers.common.record import Battle
from battles.resolvers.files import battle_file
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report

ROSTER = "4 Line inf, 1 Elite inf, 1 Light cav, 1 Heavy cav, 1 Field art"


def file_of(roster: str = ROSTER, other: str = "", **more: Any) -> BattleFile:
    """A frozen battle of two armies; Blue attacks."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": text}
        for name, role, text in (("Blue", "attacker", roster), ("Red", "defender", other or roster))
    ]
    data = {"format": "bivouac.battle/1", "season": "summer", "terrain": "rolling", "rules": "square_brigadier",
            "sides": sides}  # fmt: skip
    return DOOR.freeze(battle_file.parse(data | more), "field")


def laid_out(roster: str = ROSTER, **more: Any) -> Battle:
    """Both armies deployed."""
    return DOOR.ready(file_of(roster, **more), "seed")


@cache
def fought(seed: str, roster: str = ROSTER, terrain: str = "rolling") -> Report:
    """A battle fought to its end."""
    return DOOR.fight(file_of(roster, terrain=terrain), seed)

"""Battle files of the Square Brigadier for tests."""

from functools import cache
from typing import Any

from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from tests.battles.resolvers.common import grid_battles

ROSTER = "4 Line inf, 1 Elite inf, 1 Light cav, 1 Heavy cav, 1 Field art"


def file_of(roster: str = ROSTER, other: str = "", **more: Any) -> BattleFile:
    """A frozen battle of two armies; Blue attacks."""
    return grid_battles.file_of("square_brigadier", roster, other, **more)


def laid_out(roster: str = ROSTER, **more: Any) -> Battle:
    """Both armies deployed."""
    return DOOR.ready(file_of(roster, **more), "seed")


@cache
def fought(seed: str, roster: str = ROSTER, terrain: str = "rolling") -> Report:
    """A battle fought to its end."""
    return DOOR.fight(file_of(roster, terrain=terrain), seed)

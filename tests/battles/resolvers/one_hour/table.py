"""Scenes of One Hour Wargames."""

from typing import Any

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS
from battles.resolvers.common.record import Battle
from battles.resolvers.one_hour.codes import NUMBERS, Own
from battles.resolvers.one_hour.resolver import BASES
from tests.battles.resolvers.common.scene import Man, scene

BLUE, RED = 0, SIDE_UNITS


def table(*men: Man, **more: Any) -> Battle:
    """A scene of this system on a board of 40 by 36 inches."""
    battle = scene(NUMBERS, BASES, 3, *men, size=(40, 36), **more)
    for unit in range(400):
        battle.own[unit, Own.FOE] = battle.own[unit, Own.HIT_BY] = NOBODY
    return battle

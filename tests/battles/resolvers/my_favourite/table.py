"""Scenes of My Favourite Rules."""

from typing import Any

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SKILL_KEYS, Status
from battles.resolvers.common.record import Battle
from battles.resolvers.my_favourite.codes import NUMBERS, S_CHIEF, Move, Own
from battles.resolvers.my_favourite.troops import figures_of, fit_base
from tests.battles.resolvers.common.scene import Man, scene

BLUE, RED = 0, SIDE_UNITS


def table(*men: Man, forms: tuple[int, ...] = (), **more: Any) -> Battle:
    """A scene on a board of 60 by 48 inches; units in line unless ``forms`` says otherwise, generals far away."""
    battle = scene(NUMBERS, {0: (600, 150), 1: (450, 300), 2: (200, 200)}, 4, *men, size=(60, 48), **more)
    for side in (0, 1):
        battle.leaders[side], battle.side_own[side, S_CHIEF] = 1, side * SIDE_LEADERS
        battle.lead_state[side * SIDE_LEADERS] = Status.BOARD
        battle.lead_x[side * SIDE_LEADERS] = -100_000
        battle.skill[side] = battle.lead_skill[side * SIDE_LEADERS] = 1
        for n in range(int(battle.units[side])):
            unit = side * SIDE_UNITS + n
            battle.own[unit, Own.FOE], battle.own[unit, Own.RATE] = NOBODY, Move.FULL
            battle.cap[unit] = battle.left[unit] = figures_of(battle, unit)
            fit_base(battle, unit)
    for unit, form in enumerate(forms):
        battle.own[unit, Own.FORM] = form
        fit_base(battle, unit)
    return battle


def general(battle: Battle, side: int, x: float, y: float, skill: str = "average") -> int:
    """Put a side's commander somewhere."""
    leader = side * SIDE_LEADERS
    battle.lead_x[leader], battle.lead_y[leader] = round(100 * x), round(100 * y)
    battle.skill[side] = battle.lead_skill[leader] = SKILL_KEYS.index(skill)
    return leader

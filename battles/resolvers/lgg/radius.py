"""The commander's radius and the prices that hang on it (LGG-4.0-c, 7.0-b to d, 8.1, 8.2-a, S2-b, S4-a)."""

from battles.resolvers.geometry import NEAR, base_gap
from battles.resolvers.lgg.codes import LEADERS, LIGHT_CAV
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import STAND, side_of, stand_gap
from battles.resolvers.lgg.state import Battle

FREE, DEAR, OUT = 0, 1, 2
"""Bands: within the radius, within double the radius, beyond."""
FORBIDDEN = -1
"""A price that cannot be paid."""


@rule
def in_command(battle: Battle, leader: int) -> bool:
    """LGG-S2-b The army commander always, a wing while his stand is within the army commander's radius."""
    if battle.lead_here[leader] == 0:
        return False
    chief = leader // LEADERS * LEADERS
    if leader == chief:
        return True
    return battle.lead_here[chief] == 1 and base_gap(
        battle.lead_x[chief], battle.lead_y[chief], 0.0, 1.0, STAND, STAND,
        battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0, STAND, STAND) <= battle.radius + NEAR


@rule
def command_gap(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-4.0-c, S2-b The distance from the better stand in command to ``unit`` if it stood at a pose."""
    best, chief = 1e9, side_of(unit) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if in_command(battle, leader):
            best = min(best, stand_gap(battle, leader, unit, x, y, fx, fy))
    return best


@rule
def band_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-7.0-b to d The band in which a pose of ``unit`` lies; LGG-S4-a for outriders 3R is all one band."""
    gap = command_gap(battle, unit, x, y, fx, fy)
    if battle.outrider[unit]:
        return FREE if gap <= 3.0 * battle.radius + NEAR else OUT
    if gap <= battle.radius + NEAR:
        return FREE
    return DEAR if gap <= 2.0 * battle.radius + NEAR else OUT


@rule
def band_of(battle: Battle, unit: int) -> int:
    """LGG-7.0-b to d The band in which ``unit`` stands now."""
    return band_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@rule
def in_radius(battle: Battle, unit: int) -> bool:
    """LGG-14.0-c, S2-c Does ``unit`` stand within the single radius of its army commander or of any wing?"""
    chief = side_of(unit) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if battle.lead_here[leader] == 1 and stand_gap(battle, leader, unit, battle.x[unit], battle.y[unit],
                                                       battle.fx[unit], battle.fy[unit]) <= battle.radius + NEAR:
            return True
    return False


@rule
def within_command_radius(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e, S2-d Would a pose lie within the single radius of a stand in command?"""
    return command_gap(battle, unit, x, y, fx, fy) <= battle.radius + NEAR


@rule
def standing_price(battle: Battle, unit: int) -> int:
    """LGG-7.0-b to d What an activity costs that does not move the unit: 1 within R, 2 within 2R, else FORBIDDEN."""
    band = band_of(battle, unit)
    if band == FREE:
        return 1
    if band == OUT:
        return 2 if battle.under_own_leader[unit] else FORBIDDEN
    if battle.type[unit] == LIGHT_CAV and battle.light_cav_all_activities:
        return 1
    return 2


@rule
def increment_price(battle: Battle, unit: int, begins: int, ends: int) -> int:
    """LGG-8.1-a, 8.2-a One action an increment, one more if it begins or ends beyond the radius; never for lights."""
    if battle.type[unit] == LIGHT_CAV or (begins == FREE and ends == FREE):
        return 1
    return 2

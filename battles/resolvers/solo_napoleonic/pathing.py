"""Goals of marches: straight on, round closed ground, or to a bridge (COM-11, D.11)."""

from battles.resolvers.common.codes import NOBODY, Land
from battles.resolvers.common.land import bits_between, may_enter
from battles.resolvers.common.plane import bearing, distance
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import B_BRIDGES, B_FIRST_BRIDGE

FAR = 1 << 40
FAN = (0, 30, -30, 60, -60)


@kernel
def is_open(battle: Battle, unit: int, x: int, y: int) -> bool:
    """COM-11 May a unit go straight to a point, as far as the land is concerned?"""
    return may_enter(battle, unit, bits_between(battle, battle.x[unit], battle.y[unit], x, y) & Land.CLOSED)


@kernel
def bridge_to(battle: Battle, unit: int, x: int, y: int) -> int:
    """COM-11 The bridge over which the way to a point is shortest; -1 without one."""
    best, found = FAR, NOBODY
    for i in range(battle.battle_own[B_BRIDGES]):
        bx, by = battle.battle_own[B_FIRST_BRIDGE + 2 * i], battle.battle_own[B_FIRST_BRIDGE + 2 * i + 1]
        length = distance(battle.x[unit], battle.y[unit], bx, by) + distance(bx, by, x, y)
        if length < best:
            best, found = length, i
    return found


@kernel
def aim_at(battle: Battle, unit: int, x: int, y: int) -> int:
    """D.11 The heading to a point; where water lies between, to the bridge and over it."""
    my_x, my_y = battle.x[unit], battle.y[unit]
    i = NOBODY if is_open(battle, unit, x, y) else bridge_to(battle, unit, x, y)
    if i != NOBODY:
        x, by = battle.battle_own[B_FIRST_BRIDGE + 2 * i], battle.battle_own[B_FIRST_BRIDGE + 2 * i + 1]
        y = by if distance(my_x, my_y, x, by) > 4 * battle.cell else (y + by) // 2
    return bearing(battle, my_x, my_y, x, y)

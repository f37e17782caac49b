"""The shots of the program's general: standing, after a turn, before a move; cavalry on foot (C.9, SQB-19)."""

from battles.resolvers.common.codes import NOBODY, Land
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import bits_at, enemy_beside, facing_to, steps_between
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import Own
from battles.resolvers.square_brigadier.moves import turn_to
from battles.resolvers.square_brigadier.shooting import best_target, shoot
from battles.resolvers.square_brigadier.troops import has_firearms, is_mounted, range_of

SOON = 3
"""Cavalry dismounts to hold its ground with an enemy within so many squares."""


@kernel
def open_fire(battle: Battle, unit: int, moved: bool) -> bool:
    """SQB-22 C.9 Shoot at the best target ahead; else turn to the best one about, which counts as moving."""
    if battle.own[unit, Own.COLUMN] == 1 or battle.own[unit, Own.MUTE] == 1 or enemy_beside(battle, unit) != NOBODY:
        return False
    target = best_target(battle, unit, moved, False)
    if target == NOBODY:
        target = best_target(battle, unit, True, True)
        if target == NOBODY:
            return False
        turn_to(battle, unit, facing_to(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]), 22)
    shoot(battle, unit, target, False)
    return True


@kernel
def withdraws(battle: Battle, unit: int, x: int, y: int) -> bool:
    """C.9 Does a move to a square lead out of the range of everybody whom a unit can shoot at?"""
    for n in range(1, battle.work[0] + 1):
        other = battle.work[n]
        if steps_between(x, y, battle.x[other], battle.y[other]) <= range_of(battle, unit):
            return False
    return True


@kernel
def shoot_first(battle: Battle, unit: int) -> None:
    """SQB-19 SQB-31 C.9 Shoot before a move of one square, as one that has moved."""
    target = best_target(battle, unit, True, False)
    if target != NOBODY and battle.own[unit, Own.MUTE] == 0 and battle.own[unit, Own.COLUMN] == 0:
        shoot(battle, unit, target, True)


@kernel
def holds_on_foot(battle: Battle, unit: int) -> bool:
    """SQB-40 C.9 Does cavalry with firearms that stands on an obstacle or a hill do better on foot, with enemies
    near?"""
    if not (is_mounted(battle, unit) and has_firearms(battle, unit)) or battle.own[unit, Own.NEAR] > SOON:
        return False
    return bits_at(battle, battle.x[unit], battle.y[unit]) & (Land.OBSTACLE | Land.HILL) != 0

"""The least worth of an attack, and attacks that are left alone: arms and their prey, the line on Hold (AI-6)."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.ground import WIDE_GAP
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, fear, lively, threshold
from battles.resolvers.lgg.doctrine.sees.sector import depth_of, off_sector
from battles.resolvers.lgg.plane.space import end_of, enemy_gap, first_of, on_board, side_of
from battles.resolvers.lgg.record.doctrine_numbers import (
    HEAVY_LATE_FROM,
    HEAVY_LATE_TARGET,
    HEAVY_TARGET,
    LIGHT_DUEL,
    LIGHT_SORTIE,
    LIGHT_TARGET,
    OFF_SECTOR,
    QUIET_BLOW,
    QUIET_GUNS,
    START_FRONTAL,
    STEP_OUT,
)
from battles.resolvers.lgg.record.state import Battle

NEVER = 1e9
HALF_BASE = 1.5
BESIDE, MISSING = 3.0, 2


@kernel
def alone(battle: Battle, gun: int) -> bool:
    """AI-18 Is there no infantry within 3" of a battery?"""
    own = side_of(gun)
    for unit in range(first_of(own), end_of(battle, own)):
        if battle.arm[unit] == Arm.FOOT and on_board(battle, unit):
            dx, dy = battle.x[unit] - battle.x[gun], battle.y[unit] - battle.y[gun]
            if max(abs(dx), abs(dy)) < BESIDE + battle.half_depth[unit] + battle.half_width[gun]:
                return False
    return True


@kernel
def are_lights(battle: Battle, unit: int, target: int) -> bool:
    """AI-10 Light cavalry against light cavalry?"""
    return battle.type[unit] == Type.LIGHT_CAV and battle.type[target] == Type.LIGHT_CAV


@kernel
def duel(battle: Battle, unit: int, target: int) -> float:
    """AI-10, AI-22 What a blow of light cavalry at the enemy's is worth besides: it decides who can pursue."""
    return battle.general[LIGHT_DUEL] if are_lights(battle, unit, target) else 0.0


@kernel
def wears_down(battle: Battle, unit: int) -> float:
    """AI-24 What a blow at an enemy who does not stir is worth besides: we recover between two, he does not."""
    return battle.general[QUIET_BLOW] * (1.0 - lively(battle, side_of(unit)))


@kernel
def heavy_prey(battle: Battle, target: int) -> bool:
    """AI-18 What heavy cavalry is for: guns without infantry beside them, lower cavalry, infantry that misses two."""
    arm = battle.arm[target]
    if arm == Arm.CAV:
        return battle.type[target] != Type.HEAVY_CAV
    return battle.full[target] - battle.sp[target] >= MISSING if arm == Arm.FOOT else alone(battle, target)


@kernel
def price_off_sector(battle: Battle, target: int) -> float:
    """AI-8 How much more a blow must bring outside the sector of a plan, whatever the arm."""
    return battle.general[OFF_SECTOR] if off_sector(battle, target) else 0.0


@kernel
def least_by_kind(battle: Battle, unit: int, target: int, least: float) -> float:
    """AI-10, AI-18 What an attack of this unit must be worth, an action, where that is the least for any."""
    kind = battle.type[unit]
    if kind == Type.LIGHT_CAV and battle.pursuit_likely[side_of(unit)] > 0.0:
        return max(least, battle.general[LIGHT_TARGET] * fear(battle, side_of(unit)))
    if kind == Type.HEAVY_CAV and battle.count >= battle.general[HEAVY_LATE_FROM] * battle.length:
        return max(least, battle.general[HEAVY_LATE_TARGET])
    if kind == Type.HEAVY_CAV and lively(battle, side_of(unit)) >= battle.general[QUIET_GUNS]:
        return max(least, battle.general[HEAVY_TARGET]) if heavy_prey(battle, target) else NEVER
    return least


@kernel
def least_gain(battle: Battle, unit: int, target: int, frontal: bool) -> float:
    """AI-6, AI-8, AI-10, AI-18 What an attack of this unit must be worth, an action: more outside the sector of a
    plan."""
    least = threshold(battle, side_of(unit), frontal and battle.sp[target] < battle.full[target])
    if are_lights(battle, unit, target):
        return min(least, battle.general[START_FRONTAL])
    return least_by_kind(battle, unit, target, least) + price_off_sector(battle, target)


@kernel
def least_of_two(battle: Battle, side: int, target: int) -> float:
    """AI-6, AI-8 What an attack of two must be worth, an action; more outside the sector of a plan."""
    return threshold(battle, side, False) + price_off_sector(battle, target)


@kernel
def keeps_its_place(battle: Battle, unit: int, target: int) -> bool:
    """AI-6, AI-10 On Hold nobody leaves a town, rough ground or a hill to attack, nor goes out more than a step before
    the line; but light cavalry goes out so far against the enemy's, and no farther in any posture. From behind a work
    units strike: without its answers a side with works loses more than one without."""
    side, step = side_of(unit), battle.general[STEP_OUT]
    if are_lights(battle, unit, target):
        return enemy_gap(battle, unit, target) > battle.general[LIGHT_SORTIE]
    if battle.posture[side] < HOLD_POSTURE:
        return False
    if battle.stand_bonus[unit] > 0:
        return True
    if battle.stand_level[unit] > battle.stand_level[target] and enemy_gap(battle, unit, target) > WIDE_GAP:
        return True
    out = depth_of(battle, side, battle.y[target]) - battle.half_depth[target] - battle.front_ahead[side]
    return out - HALF_BASE > step and enemy_gap(battle, unit, target) > step

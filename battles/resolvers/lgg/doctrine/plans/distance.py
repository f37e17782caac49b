"""The distance to breaking and time, the two measures of the general (AI-28, AI-29)."""

from math import sqrt

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.day.will import broken_units, units_to_break
from battles.resolvers.lgg.doctrine.plans.worth import army_price
from battles.resolvers.lgg.doctrine.sees.crossing import are_parted
from battles.resolvers.lgg.doctrine.sees.posture import came_to_attack
from battles.resolvers.lgg.record.codes import SIDES
from battles.resolvers.lgg.record.doctrine_numbers import CAREFUL, FIELD_WORTH, HASTE, PATIENCE, SURE_ROLL
from battles.resolvers.lgg.record.state import Battle

IN_THE_OPEN = 0.35
"""AI-29 What part of its haste a side has whose way to the enemy is open."""


@kernel
def time_used(battle: Battle) -> float:
    """AI-29 The part of all days of the battle that is over."""
    today = min(1.0, battle.count / max(battle.length, 1))
    return (battle.day - 1 + today) / battle.max_days


@kernel
def behind_time(battle: Battle, side: int) -> float:
    """AI-29 By how much a side that came to attack is behind its time: the part of the days that is over, less the
    part of the enemy's breaking that is done. Nobody else is in haste."""
    if not came_to_attack(battle, side):
        return 0.0
    done = broken_units(battle, 1 - side)
    left = units_to_break(battle, 1 - side)
    return min(max(time_used(battle) - done / max(done + left, 1), 0.0), 1.0)


@kernel
def haste_of(battle: Battle, side: int) -> float:
    """AI-29, AI-29a How much less its own losses count for a side that is behind its time: all of it where it has to
    force a crossing, for which there is no time later."""
    return battle.general[HASTE] * (1.0 if are_parted(battle, side) else IN_THE_OPEN)


@kernel
def measure_distance(battle: Battle, side: int) -> None:
    """AI-28 What the next broken unit of each army is worth to a side: the battle, shared among those that must still
    break. Its own count the more, the stronger it is (it has a battle to lose), and the less, the less time it has
    (AI-29)."""
    stake = battle.general[FIELD_WORTH] * sqrt(army_price(battle, 0) * army_price(battle, 1))
    for army in range(SIDES):
        battle.break_worth[army] = stake / max(units_to_break(battle, army), 1)
    battle.break_worth[side] *= min(max(battle.posture_rho[side], 1.0), battle.general[CAREFUL])
    behind = behind_time(battle, side)
    if behind > 0.0:
        battle.break_worth[side] *= max(0.0, 1.0 - haste_of(battle, side) * behind)


@kernel
def is_patient(battle: Battle, side: int) -> bool:
    """AI-14, AI-29 Does a side keep out of reach of an enemy who moves after it? It does if it holds the province; if
    it came to attack, while there is time and its roll is not far the higher one."""
    if not came_to_attack(battle, side):
        return True
    sure = battle.rolled[side] >= battle.general[SURE_ROLL] * battle.rolled[1 - side]
    return not sure and time_used(battle) < battle.general[PATIENCE]

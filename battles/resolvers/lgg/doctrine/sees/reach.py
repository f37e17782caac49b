"""Units that could strike an enemy from where they stand, kept until one of the two moves or the open places change
(AI-12).

``strikers[side]`` are the units that may attack at all now, as bits, ``in_zone[side]`` those of them within 6" of an
unlocked enemy; ``can_reach[target, side]`` and
``can_follow[target, side]`` those of ``side_known[side, target]`` who reach a side by themselves, or once another
attacker has taken the front; ``reach_known[target]`` are those who are known for all four sides.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.command.radius import FORBIDDEN
from battles.resolvers.lgg.doctrine.sees.sector import is_spared
from battles.resolvers.lgg.doctrine.sees.sides import could_follow, could_reach, quadrant_of
from battles.resolvers.lgg.movement.zones import free_here
from battles.resolvers.lgg.plane.space import bit_of, first_of
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Face, Status
from battles.resolvers.lgg.record.state import Battle


@kernel
def may_strike(battle: Battle, unit: int) -> bool:
    """AI-12 May a unit that is free to act attack now: it has not marched yet, nor is it spared?"""
    return battle.done[unit, Activity.MOVE] == 0 and not is_spared(battle, unit)


@kernel
def count_strikers(battle: Battle, side: int) -> None:
    """AI-12 Take down the units of a side that could attack now, and which of them are in an enemy's zone, as bits."""
    bits, first, strikers, inside = 0, first_of(side), 0, 0
    for n in range(battle.slots[side]):
        free = int(battle.status[first + n] == Status.BOARD) & int(battle.closed[first + n] == 0)
        free &= int(battle.combat[first + n] == NOBODY) & int(battle.withdrew[first + n] == 0)
        able = int(battle.arm[first + n] == Arm.FOOT) | int(battle.arm[first + n] == Arm.CAV)
        bits |= (free & able & int(battle.price[first + n] != FORBIDDEN)) << n
    while bits != 0:
        unit = first + lowest_bit(bits)
        bits &= bits - 1
        if may_strike(battle, unit):
            strikers |= bit_of(unit)
            inside |= 0 if free_here(battle, unit) else bit_of(unit)
    battle.strikers[side], battle.in_zone[side] = strikers, inside


@kernel
def beyond_edge(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-d Does a unit before the front of the target stand outside the line of one of its other sides?"""
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    aside = dx * battle.fy[target] - dy * battle.fx[target]
    if side == Face.FRONT or abs(aside) <= battle.half_width[target]:
        return False
    return side == (1 if aside > 0.0 else 3)


@kernel
def may_follow(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-d May a unit before the front of the target strike one of its other sides once the front is taken?"""
    return beyond_edge(battle, unit, target, side) and could_follow(battle, unit, target, side)


@kernel
def learn_reach(battle: Battle, unit: int, target: int, shut: int) -> None:
    """AI-12 Take down which sides of a target, whose sides ``shut`` are shut, a unit can reach by itself or once
    another attacker has taken the front."""
    mark, quadrant = bit_of(unit), quadrant_of(battle, target, battle.x[unit], battle.y[unit])
    battle.reach_known[target] |= mark
    for side in range(4):
        if battle.side_known[side, target] & mark != 0:
            continue
        battle.side_known[side, target] |= mark
        battle.can_reach[target, side] &= ~mark
        battle.can_follow[target, side] &= ~mark
        if shut & (1 << side) == 0 and could_reach(battle, unit, target, side, quadrant, shut):
            battle.can_reach[target, side] |= mark
        elif shut & (1 << side) == 0 and quadrant == Face.FRONT and may_follow(battle, unit, target, side):
            battle.can_follow[target, side] |= mark


@kernel
def trust_reach(battle: Battle, target: int, shut: int) -> None:
    """AI-12 What is known of who can reach a side is true only for the same open places on it, and for the same sides
    that are shut."""
    for side in range(4):
        places = battle.open_shifts[target, side]
        if battle.reach_shut[target] != shut or battle.reach_shifts[target, side] != places:
            battle.reach_known[target], battle.side_known[side, target] = 0, 0
        battle.reach_shifts[target, side] = places
    battle.reach_shut[target] = shut

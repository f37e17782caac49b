"""Strikes: for every enemy the best attack of one or two units on him, kept until something about it changes (AI-12).

``strike_*[target]`` holds it: points an action, the unit that goes first, the side it strikes, and its partner.
``strike_sure`` is 1 when the exact value with all modifiers has been counted.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.command.fights import attackers_of
from battles.resolvers.lgg.doctrine.acts.aims import duel, keeps_its_place, least_gain, least_of_two, wears_down
from battles.resolvers.lgg.doctrine.acts.blows import (
    NONE,
    exposure,
    rescue,
    stands_chance,
    strike_price,
    weigh_pairs,
    weigh_unit,
)
from battles.resolvers.lgg.doctrine.plans.ground import leaving
from battles.resolvers.lgg.doctrine.sees.crossing import crossing_cost
from battles.resolvers.lgg.doctrine.sees.odds import strike_alone
from battles.resolvers.lgg.doctrine.sees.posture import threshold
from battles.resolvers.lgg.doctrine.sees.reach import trust_reach
from battles.resolvers.lgg.doctrine.sees.sides import (
    shut_sides,
)
from battles.resolvers.lgg.doctrine.sees.stands import in_town
from battles.resolvers.lgg.fighting.value import attack_gain, combat_value, try_pair
from battles.resolvers.lgg.movement.zones import allowed_here
from battles.resolvers.lgg.plane.space import bit_of, end_of, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Face, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    COUNTER_ABOVE,
    PARTNER_COMES,
)
from battles.resolvers.lgg.record.state import Battle

UNKNOWN = -1


@kernel
def clear_picks(battle: Battle) -> None:
    """AI-12 Nobody is enlisted for any side of a target."""
    for place in range(12):
        battle.pick[place] = NOBODY


@kernel
def in_question(battle: Battle, unit: int, target: int) -> bool:
    """AI-12, LGG-8.4-c, 8.5-j Could a unit that may strike and is near enough attack a target, as far as is seen at
    once? From within a zone it may not where another enemy is too near."""
    town = in_town(battle, target)
    if (battle.arm[unit] != Arm.FOOT and town) or keeps_its_place(battle, unit, target):
        return False
    return battle.in_zone[side_of(unit)] & bit_of(unit) == 0 or allowed_here(battle, unit, target)


@kernel
def weigh_target(battle: Battle, target: int) -> None:
    """AI-12 Find the best strike on an enemy."""
    own = 1 - side_of(target)
    battle.strike_score[target], battle.strike_stale[target], battle.strike_sure[target] = NONE, 0, 0
    battle.strike_unit[target], battle.strike_with[target] = NOBODY, NOBODY
    fight = battle.combat[target]
    joins = fight != NOBODY and battle.fight_defender[fight] == target
    near = battle.in_reach[target] & battle.strikers[own] & ~battle.no_way[target]
    if near == 0 or (joins and attackers_of(battle, fight) == 2):
        return
    clear_picks(battle)
    shut, battle.danger[target] = UNKNOWN, NONE
    while near != 0:
        unit = first_of(own) + lowest_bit(near)
        near &= near - 1
        if in_question(battle, unit, target):
            if shut == UNKNOWN:
                shut = shut_sides(battle, target)
                trust_reach(battle, target, shut)
            if not weigh_unit(battle, unit, target, shut, joins) and not joins:
                battle.no_way[target] |= bit_of(unit)
    if shut != UNKNOWN and not joins:
        weigh_pairs(battle, target)


@kernel
def sure_score(battle: Battle, target: int) -> float:
    """AI-2, AI-6 The score of a target's strike with all modifiers counted; NONE if it falls short."""
    unit, side, partner = battle.strike_unit[target], battle.strike_side[target] % 4, battle.strike_with[target]
    price, horse = strike_price(battle, unit), battle.arm[unit] == Arm.CAV
    joins = battle.combat[target] != NOBODY and battle.fight_defender[battle.combat[target]] == target
    if partner != NOBODY:
        hope = battle.general[PARTNER_COMES]
        gain = hope * try_pair(battle, unit, partner, target) + (1.0 - hope) * strike_alone(battle, unit, target, side)
        horse = horse or battle.arm[partner] == Arm.CAV
        gain -= exposure(battle, target) + leaving(battle, unit, target) + leaving(battle, partner, target)
        gain += wears_down(battle, unit)
        least = least_of_two(battle, side_of(unit), target)
        price += strike_price(battle, partner)
        gain -= crossing_cost(battle, partner, target)
    else:
        gain = attack_gain(battle, unit, target, side)
        least = threshold(battle, side_of(unit), False)
        if not joins:
            gain -= exposure(battle, target) + leaving(battle, unit, target)
            gain += duel(battle, unit, target) + wears_down(battle, unit)
            least = least_gain(battle, unit, target, side == Face.FRONT)
    frees = rescue(battle, target)
    if frees > 0.0:
        least = min(least, battle.general[COUNTER_ABOVE])
    score = (gain + frees - crossing_cost(battle, unit, target)) / price
    if score <= least:
        return NONE
    share = 1.0 if joins else stands_chance(battle, target, horse)
    return score * share


@kernel
def refresh_fights(battle: Battle) -> None:
    """AI-14 Count the worth of the combats that have changed."""
    for fight in range(battle.combats):
        if battle.fight_stale[fight] == 1:
            battle.fight_stale[fight] = 0
            if battle.fight_open[fight] == 1:
                battle.fight_worth[fight] = combat_value(battle, fight)


@kernel
def stale_targets(battle: Battle, foe: int) -> int:
    """AI-12 The enemies on the table on whom a strike is to be weighed anew, as bits. Written without a choice in it
    for the compiler's sake."""
    bits, first = 0, first_of(foe)
    for n in range(battle.slots[foe]):
        bits |= (int(battle.status[first + n] == Status.BOARD) & int(battle.strike_stale[first + n] == 1)) << n
    return bits


@kernel
def best_target(battle: Battle, side: int) -> int:
    """AI-12 The enemy on whom the best strike could be made, or -1."""
    best, score, bits = NOBODY, NONE, stale_targets(battle, 1 - side)
    while bits != 0:
        weigh_target(battle, first_of(1 - side) + lowest_bit(bits))
        bits &= bits - 1
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        if battle.strike_score[target] > score and on_board(battle, target):
            best, score = target, battle.strike_score[target]
    return best


@kernel
def surest_target(battle: Battle, side: int, least: float) -> int:
    """AI-12 The best target whose score has been counted exactly, or -1 if none is above ``least``."""
    while True:
        target = best_target(battle, side)
        if target == NOBODY or battle.strike_score[target] <= least or battle.strike_sure[target] == 1:
            return target if target != NOBODY and battle.strike_score[target] > least else NOBODY
        battle.strike_score[target], battle.strike_sure[target] = sure_score(battle, target), 1

"""The worth of a blow by one unit or by two, as far as tables show it (AI-12, AI-14)."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.rolls import mean_roll
from battles.resolvers.lgg.doctrine.acts.aims import duel, least_gain, least_of_two, wears_down
from battles.resolvers.lgg.doctrine.plans.ground import leaving
from battles.resolvers.lgg.doctrine.sees.attack import ground_is_open
from battles.resolvers.lgg.doctrine.sees.odds import strike_alone, strike_pair
from battles.resolvers.lgg.doctrine.sees.posture import fear, threshold
from battles.resolvers.lgg.doctrine.sees.reach import learn_reach
from battles.resolvers.lgg.doctrine.sees.sides import (
    may_ever_strike,
)
from battles.resolvers.lgg.plane.space import bit_of, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Face, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    BREAK_LIKELY,
    BREAK_UNLIKELY,
    COUNTER_ABOVE,
    FLANK_DANGER,
    FOES_NEAR,
    FORCED,
    FRIENDS_NEAR,
    LIGHT_TARGET,
    PARTNER_COMES,
    SIDE_BLOWS,
)
from battles.resolvers.lgg.record.state import Battle

NONE = -1e9
LEAST_ALONE = -2.0
BLOW = 5.7
"""E122 What an attack of two line infantry units on a third is worth, an action."""
DIRECT, SECOND, AFTER_FRONT = 0, 4, 8
"""Places in ``pick``: for each side of the target the best unit, the second best, and the best one that may strike it
once another attacker stands at the front."""


@kernel
def strike_price(battle: Battle, unit: int) -> int:
    """LGG-8.1-a, 8.2-a Return what an attack by a unit costs."""
    return 1 if battle.type[unit] == Type.LIGHT_CAV else battle.price[unit]


@kernel
def barred(battle: Battle, unit: int, target: int, side: int) -> bool:
    """AI-12 Has a way to this side been looked for in vain?"""
    return battle.strike_barred[target, side] & bit_of(unit) != 0


@kernel
def count_near(battle: Battle, army: int, target: int, reach: float) -> int:
    """AI-3 How many infantry and cavalry units of an army are within reach of a unit, itself counted. Written without
    a choice in it for the compiler's sake."""
    count, x, y, first = 0, battle.x[target], battle.y[target], first_of(army)
    for n in range(battle.slots[army]):
        aside, ahead = abs(battle.x[first + n] - x), abs(battle.y[first + n] - y)
        strikes = int(battle.arm[first + n] == Arm.FOOT) | int(battle.arm[first + n] == Arm.CAV)
        count += int(max(aside, ahead) < reach) & strikes & int(battle.status[first + n] == Status.BOARD)
    return count


@kernel
def exposure(battle: Battle, target: int) -> float:
    """AI-3 Half of what the enemy could hope for against a unit that has fallen upon this one, by how many more of
    his than of ours are near: two more can take it from two sides."""
    side = side_of(target)
    more = count_near(battle, side, target, battle.general[FOES_NEAR])
    more -= count_near(battle, 1 - side, target, battle.general[FRIENDS_NEAR])
    more -= int(on_board(battle, target) and may_ever_strike(battle, target))
    danger = battle.general[FLANK_DANGER] * BLOW * min(max(more, 0), 2) / 2.0
    return danger * fear(battle, 1 - side)


@kernel
def danger_of(battle: Battle, target: int) -> float:
    """AI-3 The exposure of a target that is being weighed, reckoned when it is first asked for."""
    if battle.danger[target] == NONE:
        battle.danger[target] = exposure(battle, target)
    return battle.danger[target]


@kernel
def stands_chance(battle: Battle, target: int, horse: bool) -> float:
    """AI-14 The part of an attack's worth that is left when its side moves first: what the enemy may spoil in his turn,
    or what another action for each attacker costs to have it decided before."""
    if battle.on_turn != battle.first:
        return 1.0
    foe = side_of(target)
    squares = horse and battle.arm[target] == Arm.FOOT
    enough = 2.0 * battle.rolled[foe] > mean_roll(battle, foe)
    spoilt = battle.general[BREAK_UNLIKELY if squares or not enough else BREAK_LIKELY] * fear(battle, 1 - foe)
    return max(1.0 - spoilt, battle.general[FORCED])


@kernel
def offer_strike(battle: Battle, target: int, score: float, unit: int, side: int, partner: int) -> None:
    """AI-12 Keep a strike if it is the best on this target so far."""
    if score > battle.strike_score[target]:
        battle.strike_score[target] = score
        battle.strike_unit[target], battle.strike_side[target] = unit, side
        battle.strike_with[target] = partner


@kernel
def rescue(battle: Battle, target: int) -> float:
    """AI-15 Return what it is worth besides that a struck attacker lets go of an own unit."""
    fight = battle.combat[target]
    if fight == NOBODY or battle.fight_defender[fight] == target:
        return 0.0
    return max(0.0, battle.fight_worth[fight])


@kernel
def weigh_alone(battle: Battle, unit: int, target: int, side: int) -> None:
    """AI-6, AI-12 One unit alone."""
    price = strike_price(battle, unit)
    gain, frees = strike_alone(battle, unit, target, side) - danger_of(battle, target), rescue(battle, target)
    gain -= leaving(battle, unit, target)
    gain += duel(battle, unit, target) + wears_down(battle, unit)
    least = least_gain(battle, unit, target, side == Face.FRONT)
    if frees > 0.0:
        least = min(least, battle.general[COUNTER_ABOVE])
    if (gain + frees) / price > least:
        score = (gain + frees) * stands_chance(battle, target, battle.arm[unit] == Arm.CAV) / price
        offer_strike(battle, target, score, unit, side, NOBODY)


@kernel
def weigh_joining(battle: Battle, unit: int, target: int, side: int) -> None:
    """AI-12 One unit that joins an attack as its second."""
    fight = battle.combat[target]
    gain = strike_pair(battle, battle.fight_attackers[fight, 0], unit, target) - battle.fight_worth[fight]
    score = gain / strike_price(battle, unit)
    if score > threshold(battle, side_of(unit), False):
        offer_strike(battle, target, score, unit, side, NOBODY)


@kernel
def enlist(battle: Battle, unit: int, side: int) -> None:
    """AI-12 Note a unit as one of the two strongest for a side of the target that is looked at."""
    best, second = battle.pick[DIRECT + side], battle.pick[SECOND + side]
    if best == NOBODY or battle.worth[unit] > battle.worth[best]:
        battle.pick[SECOND + side], battle.pick[DIRECT + side] = best, unit
    elif second == NOBODY or battle.worth[unit] > battle.worth[second]:
        battle.pick[SECOND + side] = unit


@kernel
def enlist_after(battle: Battle, unit: int, side: int) -> None:
    """LGG-9.0-d Note the strongest unit that may strike a side once the front is taken."""
    best = battle.pick[AFTER_FRONT + side]
    if best == NOBODY or battle.worth[unit] > battle.worth[best]:
        battle.pick[AFTER_FRONT + side] = unit


@kernel
def weigh_unit(battle: Battle, unit: int, target: int, shut: int, joins: bool) -> bool:
    """AI-12 Everything that one unit could do against a target, whose sides ``shut`` are shut; False: it has no way. A
    blow at a flank is worth as much as one at the other, or at the rear."""
    way, weighed, mark = False, False, bit_of(unit)
    if not ground_is_open(battle, unit, target):
        return False
    if battle.reach_known[target] & mark == 0:
        learn_reach(battle, unit, target, shut)
    battle.worth[unit] = battle.t_cv[battle.type[unit], 0] + battle.sp[unit] - battle.full[unit] + battle.guard[unit]
    for side in range(4 if battle.general[SIDE_BLOWS] > 0.0 else 1):
        if shut & (1 << side) != 0:
            continue
        if barred(battle, unit, target, side):
            way = True
        elif battle.can_reach[target, side] & mark != 0:
            way = True
            if joins and not weighed:
                weigh_joining(battle, unit, target, side)
            elif not joins:
                enlist(battle, unit, side)
                if side == Face.FRONT or not weighed:
                    weigh_alone(battle, unit, target, side)
            weighed = joins or side != Face.FRONT
        elif not joins and battle.can_follow[target, side] & mark != 0:
            way = True
            enlist_after(battle, unit, side)
    return way


@kernel
def weigh_two(battle: Battle, one: int, two: int, target: int, side: int, other: int, alone: float) -> None:
    """AI-12 A strike by two units on ``side`` and ``other``; the first, whose blow is worth so much ``alone``, must not
    be wasted if the second fails it."""
    if one in (NOBODY, two) or two == NOBODY or alone < LEAST_ALONE:
        return
    hope = battle.general[PARTNER_COMES]
    horse = battle.arm[one] == Arm.CAV or battle.arm[two] == Arm.CAV
    gain = hope * strike_pair(battle, one, two, target) + (1.0 - hope) * alone - danger_of(battle, target)
    gain += wears_down(battle, one) - leaving(battle, one, target) - leaving(battle, two, target)
    score = gain / (strike_price(battle, one) + strike_price(battle, two)) + rescue(battle, target) / 2.0
    light = Type.LIGHT_CAV in (battle.type[one], battle.type[two]) and battle.pursuit_likely[side_of(one)] > 0.0
    least = least_of_two(battle, side_of(one), target)
    if score > (max(least, battle.general[LIGHT_TARGET]) if light else least):
        score *= stands_chance(battle, target, horse)
        offer_strike(battle, target, score, one, side + 4 * other, two)


@kernel
def sides_enlisted(battle: Battle) -> int:
    """AI-12 For how many sides of a target anybody is enlisted, as a second after the front one more."""
    sides, after = 0, 0
    for side in range(4):
        sides += int(battle.pick[DIRECT + side] != NOBODY)
        after |= int(battle.pick[AFTER_FRONT + side] != NOBODY)
    return sides + after


@kernel
def alone_at(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-2 Return what a blow of a unit on a side of the target is worth alone, if there is a unit."""
    return strike_alone(battle, unit, target, side) if unit != NOBODY else NONE


@kernel
def weigh_pairs(battle: Battle, target: int) -> None:
    """AI-12 The best units for two sides of the target, the one for the front first."""
    if sides_enlisted(battle) < 2:
        return
    for side in range(4):
        one, spare = battle.pick[DIRECT + side], battle.pick[SECOND + side]
        if one == NOBODY:
            continue
        first, second = alone_at(battle, one, target, side), alone_at(battle, spare, target, side)
        for other in range(4):
            if other == side or (other == Face.FRONT and side != Face.FRONT):
                continue
            two, third = battle.pick[DIRECT + other], battle.pick[SECOND + other]
            weigh_two(battle, one, two if two != one else third, target, side, other, first)
            weigh_two(battle, spare, two, target, side, other, second)
            if side == Face.FRONT:
                after = battle.pick[AFTER_FRONT + other]
                best, alone = (one, first) if after != one else (spare, second)
                weigh_two(battle, best, after, target, side, other, alone)

"""Attacks, fire, forcing and withdrawing as the general weighs them (AI-6, AI-13 to AI-15, AI-18)."""

from battles.resolvers.geometry import unit_vector
from battles.resolvers.lgg.activation import verify_open
from battles.resolvers.lgg.attack import TOO_FAR, force_price, verify_attack, verify_force, verify_withdraw
from battles.resolvers.lgg.codes import (
    ACT_FIRE,
    ACT_MOVE,
    CAV,
    CMD_ATTACK,
    CMD_FIRE,
    CMD_FORCE,
    CMD_WITHDRAW,
    FOOT,
    FRONT_SIDE,
    HEAVY_CAV,
    LIGHT_CAV,
    NOBODY,
    UNITS,
)
from battles.resolvers.lgg.contact import contact_pose, exposed, outside, side_taken
from battles.resolvers.lgg.doctrine_choice import add_leg, beats, offer, order
from battles.resolvers.lgg.doctrine_posture import threshold
from battles.resolvers.lgg.doctrine_table import (
    BREAK_LIKELY,
    BREAK_UNLIKELY,
    COUNTER_ABOVE,
    HEAVY_LATE_TARGET,
    HEAVY_TARGET,
    LIGHT_TARGET,
    WITHDRAW_ABOVE,
)
from battles.resolvers.lgg.doctrine_value import attack_gain, combat_value, fire_value, rout_value, try_pair
from battles.resolvers.lgg.fights import attackers_of, in_squares
from battles.resolvers.lgg.fire import verify_fire
from battles.resolvers.lgg.radius import FORBIDDEN, standing_price
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import end_of, first_of, gap_between, locked, on_board, side_of
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import block_of

RUN_UP = 6.2
"""How far in front of the struck side an attack that comes from the side turns in, just outside the 6" zone."""


UNKNOWN = -2e9
"""In ``worth``: what the attack of two on the target in hand is worth has not been asked yet."""


@rule
def may_strike(battle: Battle, unit: int) -> bool:
    """AI-12 Is this a unit that could attack now?"""
    return (battle.arm[unit] in (FOOT, CAV) and on_board(battle, unit) and battle.closed[unit] == 0
            and battle.done[unit, ACT_MOVE] == 0 and battle.withdrew[unit] == 0 and not locked(battle, unit))


@rule
def in_reach(battle: Battle, unit: int, target: int) -> bool:
    """LGG-8.5-a Is the target within one increment?"""
    return gap_between(battle, unit, target) <= battle.increment[unit]


@rule
def least_gain(battle: Battle, unit: int, frontal: bool) -> float:
    """AI-6, AI-10, AI-18 What an attack of this unit must be worth."""
    least = threshold(battle, side_of(unit), frontal)
    kind = battle.type[unit]
    if kind == LIGHT_CAV:
        return max(least, float(battle.general[LIGHT_TARGET]))
    if kind == HEAVY_CAV:
        late = 3 * battle.count >= 2 * battle.length
        return max(least, float(battle.general[HEAVY_LATE_TARGET if late else HEAVY_TARGET]))
    return least


@rule
def forget_sides(battle: Battle) -> None:
    """AI-12 The table has changed: which sides of which enemy are open is to be looked at anew."""
    for unit in range(UNITS):
        battle.queue[unit] = 0


@rule
def side_open(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-c Is a side of the target exposed? Looked at once a decision; the bits of ``queue`` remember it."""
    known, yes = 16 << side, 1 << side
    if battle.queue[target] & known == 0:
        battle.queue[target] |= known
        if not side_taken(battle, target, side) and exposed(battle, unit, target, side):
            battle.queue[target] |= yes
    return bool(battle.queue[target] & yes)


@rule
def may_join(battle: Battle, unit: int, other: int, target: int, side: int) -> bool:
    """AI-12 Could another unit fall upon this side of the target as well?"""
    if other == unit or not may_strike(battle, other) or not in_reach(battle, other, target):
        return False
    return bool(outside(battle, target, side, battle.x[other], battle.y[other]))


@rule
def partner_on(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-12 The value of the best attack by this unit and another one that strikes this side of the target."""
    best, own, kind, sp = -1e9, side_of(unit), -1, -1
    for other in range(first_of(own), end_of(battle, own)):
        if may_join(battle, unit, other, target, side) and (battle.type[other] != kind or battle.sp[other] != sp):
            if battle.worth[other] == UNKNOWN:
                battle.worth[other] = try_pair(battle, unit, other, target)
            best = max(best, battle.worth[other])
            kind, sp = battle.type[other], battle.sp[other]
    return best


@rule
def partner_gain(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-12 The value of the best attack on the target by this unit and another one on another open side of it."""
    best = -1e9
    for flank in range(4):
        if flank != side and side_open(battle, unit, target, flank):
            best = max(best, partner_on(battle, unit, target, flank))
    return best


@rule
def prepare_attack(battle: Battle, unit: int, target: int, side: int, shift: float, turn_in: bool) -> None:
    """AI-12 Write an attack: straight at the contact pose, or first to a point in front of it."""
    order(battle, CMD_ATTACK, unit, target)
    battle.cmd_side = side
    x, y, fx, fy = contact_pose(battle, unit, target, side, shift)
    if turn_in:
        add_leg(battle, x - RUN_UP * fx, y - RUN_UP * fy, fx, fy)
    add_leg(battle, x, y, fx, fy)


@rule
def find_attack(battle: Battle, unit: int, target: int, side: int) -> bool:
    """AI-12 Look for a legal way to attack one side of a target; it is then the command in hand."""
    for number in range(5):
        shift = (number + 1) // 2 * (1.0 if number % 2 == 1 else -1.0)
        prepare_attack(battle, unit, target, side, shift, False)
        code = verify_attack(battle)
        if code == TOO_FAR:
            continue
        if code == 0:
            return True
        prepare_attack(battle, unit, target, side, shift, True)
        if verify_attack(battle) == 0:
            return True
    return False


@rule
def weigh_attack(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-6, AI-12 Points an action of an attack on one side: alone, as one of two, or to free a friend."""
    fight = battle.combat[target]
    second = fight != NOBODY and battle.fight_defender[fight] == target
    gain = attack_gain(battle, unit, target, side)
    frontal = side == FRONT_SIDE and not second
    least = least_gain(battle, unit, frontal)
    if fight != NOBODY and not second:
        gain += max(0.0, combat_value(battle, fight))
        least = min(least, float(battle.general[COUNTER_ABOVE]))
    best = gain if gain > least else -1e9
    hope = rout_value(battle, target) / 2.0
    if not second and hope > best and beats(battle, side_of(unit), hope):
        pair = partner_gain(battle, unit, target, side) / 2.0
        if pair > least_gain(battle, unit, False):
            best = max(best, pair)
    return best


@rule
def forget_pairs(battle: Battle, side: int) -> None:
    """AI-12 Another unit or target: whom it would strike with, and for what gain, is to be asked anew."""
    for unit in range(first_of(side), end_of(battle, side)):
        battle.worth[unit] = UNKNOWN


@rule
def consider_attacks(battle: Battle, unit: int) -> None:
    """AI-12 Offer the attacks of one unit on everything within its reach."""
    own = side_of(unit)
    for target in range(first_of(1 - own), end_of(battle, 1 - own)):
        if not on_board(battle, target) or not in_reach(battle, unit, target):
            continue
        forget_pairs(battle, own)
        for side in range(4):
            if not outside(battle, target, side, battle.x[unit], battle.y[unit]) or side_taken(battle, target, side):
                continue
            score = weigh_attack(battle, unit, target, side)
            if beats(battle, own, score) and find_attack(battle, unit, target, side):
                offer(battle, own, score)


@rule
def consider_fire(battle: Battle, unit: int) -> None:
    """AI-13 Offer the fire of one battery."""
    own = side_of(unit)
    price = standing_price(battle, unit)
    if price == FORBIDDEN or price > battle.actions or verify_open(battle, unit, ACT_FIRE) != 0:
        return
    for target in range(first_of(1 - own), end_of(battle, 1 - own)):
        if on_board(battle, target) and gap_between(battle, unit, target) <= battle.t_range[battle.type[unit]]:
            score = fire_value(battle, unit, target) / price
            if beats(battle, own, score) and verify_fire(battle, unit, target) == 0:
                order(battle, CMD_FIRE, unit, target)
                offer(battle, own, score)


@rule
def break_chance(battle: Battle, fight: int) -> float:
    """AI-14 How likely the other side is to spoil this combat before the end of the round."""
    defender = battle.fight_defender[fight]
    if battle.on_turn != battle.first or battle.closed[defender] == 1:
        return 0.0
    if in_squares(battle, defender):
        return float(battle.general[BREAK_UNLIKELY])
    enough = 2 * battle.rolled[side_of(defender)] > 7
    return float(battle.general[BREAK_LIKELY if enough else BREAK_UNLIKELY])


@rule
def consider_force(battle: Battle, fight: int, own: int) -> None:
    """AI-14 Offer to force a combat that the other side may yet spoil, or a storm of a town by two units."""
    price = force_price(battle, fight)
    if price == FORBIDDEN or price > battle.actions:
        return
    value = combat_value(battle, fight)
    score = value * break_chance(battle, fight) / price
    storm = attackers_of(battle, fight) == 2 and block_of(battle, battle.fight_defender[fight]) != NOBODY
    if storm and value > 0.0:
        score = max(score, value / price)
    if score > 0.0 and beats(battle, own, score):
        order(battle, CMD_FORCE, NOBODY, fight)
        if verify_force(battle) == 0:
            offer(battle, own, score)


@rule
def consider_forces(battle: Battle, own: int) -> None:
    """AI-14 Look at every own attack that is not decided."""
    for fight in range(battle.combats):
        if battle.fight_open[fight] == 1 and side_of(battle.fight_defender[fight]) != own:
            consider_force(battle, fight, own)


@rule
def away_from_attackers(battle: Battle, fight: int) -> tuple[float, float]:
    """LGG-9.0-i The direction straight away from the attackers of a combat."""
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    if two == NOBODY:
        return battle.fx[one], battle.fy[one]
    return unit_vector(battle.fx[one] + battle.fx[two], battle.fy[one] + battle.fy[two])


@rule
def find_withdrawal(battle: Battle, unit: int) -> bool:
    """AI-15 Look for a legal way out, the longest first; it is then the command in hand."""
    dx, dy = away_from_attackers(battle, battle.combat[unit])
    for step in range(8):
        far = battle.increment[unit] - step * (battle.increment[unit] - 3.1) / 7.0
        order(battle, CMD_WITHDRAW, unit, NOBODY)
        add_leg(battle, battle.x[unit] + far * dx, battle.y[unit] + far * dy, battle.fx[unit], battle.fy[unit])
        if verify_withdraw(battle) == 0:
            return True
    return False


@rule
def consider_withdrawal(battle: Battle, unit: int) -> None:
    """AI-15 Moving second, offer to withdraw a unit from a combat that promises the enemy much."""
    if battle.on_turn == battle.first or in_squares(battle, unit) or block_of(battle, unit) != NOBODY:
        return
    own, danger = side_of(unit), combat_value(battle, battle.combat[unit])
    if danger > battle.general[WITHDRAW_ABOVE] and beats(battle, own, danger) and find_withdrawal(battle, unit):
        offer(battle, own, danger)

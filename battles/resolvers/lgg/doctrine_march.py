"""Marches as the general weighs them: closing in, guns forward, worn units back, headquarters (AI-9 to AI-16)."""

from battles.resolvers.geometry import FAR, length, unit_vector
from battles.resolvers.lgg.activation import verify_open
from battles.resolvers.lgg.codes import (
    ACT_MOVE,
    CAV,
    CMD_MOVE_COMMANDER,
    CMD_RECOVER,
    FOOT,
    LEADERS,
    LIGHT_CAV,
    NOBODY,
    RALLYABLE,
)
from battles.resolvers.lgg.commanders import stand_to_unit
from battles.resolvers.lgg.doctrine_choice import beats, offer, order
from battles.resolvers.lgg.doctrine_crossing import axis_of, best_crossing, next_point
from battles.resolvers.lgg.doctrine_posture import HOLD_POSTURE, last_rounds
from battles.resolvers.lgg.doctrine_table import (
    ADVANCE,
    ADVANCE_GAP,
    ADVANCE_HOLD,
    GUNS_FORWARD,
    HEADQUARTERS,
    HEADQUARTERS_GAIN,
    HEADQUARTERS_OFF,
    KEEP_OFF,
    RALLY,
    RECOVER_LATE,
    RECOVER_REST,
    RECOVER_SOON,
    RELIEF,
    WORN_FOOT,
    WORN_HORSE,
)
from battles.resolvers.lgg.doctrine_value import is_gun, point_value, unit_value
from battles.resolvers.lgg.fire import is_line_of_battle, verify_fire
from battles.resolvers.lgg.morale import may_recover
from battles.resolvers.lgg.movement import gorge_between, verify_move_commander
from battles.resolvers.lgg.orders import verify_recover
from battles.resolvers.lgg.posts import worth_of_post
from battles.resolvers.lgg.radius import FORBIDDEN, standing_price
from battles.resolvers.lgg.routes import plan_move, plan_rally
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import (
    end_of,
    first_of,
    gap_between,
    locked,
    nearest_foe,
    on_board,
    side_of,
)
from battles.resolvers.lgg.state import Battle

FRESH_GAP = 6.0
IN_RANGE = 0.5
SUPPORT = 6.0
LIGHT_GAP = 12.0
SHORT_MARCH = 1.5
HEADQUARTERS_STEP = 2.0


@rule
def may_march(battle: Battle, unit: int) -> bool:
    """AI-12 Is this a unit that could be moved now?"""
    return on_board(battle, unit) and not locked(battle, unit) and verify_open(battle, unit, ACT_MOVE) == 0


@rule
def is_worn(battle: Battle, unit: int) -> bool:
    """AI-16 Is the unit too weak for the line, and could it get better?"""
    if not may_recover(battle, unit):
        return False
    return battle.sp[unit] <= battle.general[WORN_FOOT if battle.arm[unit] == FOOT else WORN_HORSE]


@rule
def nearest_of(battle: Battle, unit: int, line: bool) -> int:
    """AI-8 The nearest enemy on the table (``line``: infantry or cavalry), or -1."""
    best, gap, foe = NOBODY, FAR, 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        counts = on_board(battle, other) and (not line or is_line_of_battle(battle, other))
        if counts and gap_between(battle, unit, other) < gap:
            best, gap = other, gap_between(battle, unit, other)
    return best


@rule
def wanted_gap(battle: Battle, unit: int) -> float:
    """AI-9, AI-10 How near to the enemy a unit of this kind is brought."""
    if is_gun(battle, unit):
        return float(battle.t_range[battle.type[unit]] - IN_RANGE)
    return LIGHT_GAP if battle.type[unit] == LIGHT_CAV else float(battle.general[ADVANCE_GAP])


@rule
def consider_crossing(battle: Battle, unit: int, target: int, score: float) -> None:
    """AI-8, N-2 Offer a march to a free bridge or ford, or over it; where all are taken the unit waits."""
    x, y = battle.x[unit], battle.y[unit]
    over = best_crossing(battle, unit, battle.x[target], battle.y[target])
    if over == NOBODY:
        return
    px, py = next_point(battle, over, x, y)
    _, _, fx, fy = axis_of(battle, over, x, y)
    if length(px - x, py - y) >= SHORT_MARCH and plan_move(battle, unit, px, py, fx, fy, 1) == 0:
        offer(battle, side_of(unit), score)


@rule
def consider_advance(battle: Battle, unit: int) -> None:
    """AI-9, AI-12 Offer to close with the nearest enemy, up to striking distance."""
    own = side_of(unit)
    rate = battle.general[ADVANCE_HOLD if battle.posture[own] >= HOLD_POSTURE else ADVANCE]
    target = nearest_of(battle, unit, False)
    if target == NOBODY or is_worn(battle, unit) or not may_march(battle, unit):
        return
    room = gap_between(battle, unit, target) - wanted_gap(battle, unit)
    far = min(room, battle.increment[unit])
    score = rate * far / battle.increment[unit]
    if far < SHORT_MARCH or not beats(battle, own, score):
        return
    if gorge_between(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]):
        consider_crossing(battle, unit, target, score)
        return
    dx, dy = unit_vector(battle.x[target] - battle.x[unit], battle.y[target] - battle.y[unit])
    if plan_move(battle, unit, battle.x[unit] + dx * far, battle.y[unit] + dy * far, dx, dy, 1) == 0:
        offer(battle, own, score)


@rule
def supported(battle: Battle, unit: int, target: int, gap: float) -> bool:
    """AI-10 Would own infantry or cavalry be about as near to the target as a gun that goes up to ``gap``?"""
    own = side_of(unit)
    for friend in range(first_of(own), end_of(battle, own)):
        line = on_board(battle, friend) and is_line_of_battle(battle, friend)
        if line and gap_between(battle, friend, target) <= gap + SUPPORT:
            return True
    return False


@rule
def has_target(battle: Battle, unit: int) -> bool:
    """AI-13 Has a battery anything to fire at where it stands?"""
    foe, reach = 1 - side_of(unit), battle.t_range[battle.type[unit]]
    for target in range(first_of(foe), end_of(battle, foe)):
        near = on_board(battle, target) and gap_between(battle, unit, target) <= reach
        if near and verify_fire(battle, unit, target) == 0:
            return True
    return False


@rule
def consider_guns(battle: Battle, unit: int) -> None:
    """AI-10, AI-13 Offer to bring a battery without a target into range."""
    own, target = side_of(unit), nearest_of(battle, unit, True)
    rate = float(battle.general[GUNS_FORWARD])
    if target == NOBODY or not beats(battle, own, rate) or not may_march(battle, unit) or has_target(battle, unit):
        return
    gap = wanted_gap(battle, unit)
    far = min(gap_between(battle, unit, target) - gap, battle.increment[unit])
    if far < SHORT_MARCH or not supported(battle, unit, target, gap):
        return
    dx, dy = unit_vector(battle.x[target] - battle.x[unit], battle.y[target] - battle.y[unit])
    if plan_move(battle, unit, battle.x[unit] + dx * far, battle.y[unit] + dy * far, dx, dy, 1) == 0:
        offer(battle, own, rate)


@rule
def consider_relief(battle: Battle, unit: int) -> None:
    """AI-16 Offer to draw a worn unit out of the enemy's reach, not on the last rounds of a day."""
    own, target = side_of(unit), nearest_of(battle, unit, False)
    rate = float(battle.general[RELIEF])
    if target == NOBODY or not is_worn(battle, unit) or not beats(battle, own, rate) or last_rounds(battle, own):
        return
    far = battle.general[KEEP_OFF] - gap_between(battle, unit, target)
    if far < SHORT_MARCH or nearest_foe(battle, unit) > battle.general[KEEP_OFF] or not may_march(battle, unit):
        return
    dx, dy = unit_vector(battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target])
    far = min(far, battle.increment[unit])
    if plan_move(battle, unit, battle.x[unit] + dx * far, battle.y[unit] + dy * far, -dx, -dy, 1) == 0:
        offer(battle, own, rate)


@rule
def consider_recovery(battle: Battle, unit: int) -> None:
    """AI-24 Offer a recovery: worth little while the unit is wanted in the line, and next to nothing before night."""
    own, price = side_of(unit), standing_price(battle, unit)
    if price == FORBIDDEN or not may_recover(battle, unit):
        return
    share = battle.general[RECOVER_SOON if is_worn(battle, unit) else RECOVER_REST]
    if last_rounds(battle, own):
        share = battle.general[RECOVER_LATE]
    score = share * point_value(battle, unit) * battle.morale[unit] / 10.0 / price
    if beats(battle, own, score):
        order(battle, CMD_RECOVER, unit, NOBODY)
        if verify_recover(battle) == 0:
            offer(battle, own, score)


@rule
def consider_rally(battle: Battle, unit: int) -> None:
    """AI-13 Offer to rally a broken unit."""
    own = side_of(unit)
    if battle.status[unit] != RALLYABLE or last_rounds(battle, own):
        return
    score = battle.general[RALLY] * point_value(battle, unit) * battle.morale[unit] / 10.0
    if beats(battle, own, score):
        order(battle, 0, unit, NOBODY)
        if plan_rally(battle, unit) == 0:
            offer(battle, own, score)


@rule
def army_middle(battle: Battle, side: int) -> tuple[float, float]:
    """AI-11 The middle of a side's infantry and cavalry by value."""
    x, y, total = 0.0, 0.0, 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] in (FOOT, CAV):
            value = unit_value(battle, unit)
            x, y, total = x + value * battle.x[unit], y + value * battle.y[unit], total + value
    return (x / total, y / total) if total > 0.0 else (battle.width / 2.0, battle.depth / 2.0)


@rule
def near_enemy(battle: Battle, side: int, x: float, y: float) -> bool:
    """AI-11 Would a stand at a point be too near to an enemy unit?"""
    for unit in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, unit) and stand_to_unit(battle, unit, x, y) < battle.general[HEADQUARTERS_OFF]:
            return True
    return False


@rule
def headquarters(battle: Battle, leader: int) -> tuple[float, float]:
    """AI-11 Towards the middle of the army, as far as the commander goes in a round and not up to the enemy."""
    side, hx, hy = leader // LEADERS, battle.lead_x[leader], battle.lead_y[leader]
    x, y = army_middle(battle, side)
    dx, dy = x - hx, y - hy
    far = min(length(dx, dy), battle.commander_move - 0.1)
    dx, dy = unit_vector(dx, dy)
    while far > 0.0 and near_enemy(battle, side, hx + dx * far, hy + dy * far):
        far -= HEADQUARTERS_STEP
    return hx + dx * max(far, 0.0), hy + dy * max(far, 0.0)


@rule
def consider_headquarters(battle: Battle, leader: int) -> None:
    """AI-11 Offer to move the commander behind the middle of his army when that brings enough units nearer."""
    side = leader // LEADERS
    if battle.lead_here[leader] == 0 or battle.lead_moved[leader] == 1:
        return
    x, y = headquarters(battle, leader)
    here = worth_of_post(battle, leader, battle.lead_x[leader], battle.lead_y[leader])
    there = worth_of_post(battle, leader, x, y)
    score = (there - here) * battle.general[HEADQUARTERS] / 10.0
    if there <= here * (1.0 + battle.general[HEADQUARTERS_GAIN]) or not beats(battle, side, score):
        return
    order(battle, CMD_MOVE_COMMANDER, leader, NOBODY)
    battle.cmd_x, battle.cmd_y = x, y
    if verify_move_commander(battle) == 0:
        offer(battle, side, score)

"""The value of every action that a unit could take, for the general of the program (E.10)."""

from battles.resolvers.activation import codes
from battles.resolvers.activation.codes import Form, Own
from battles.resolvers.activation.combat import charge_bonus, may_be_shot
from battles.resolvers.activation.moves import charge_way, is_open, stops_at
from battles.resolvers.activation.troops import (
    disorder,
    distance,
    fire_value,
    gun_range,
    in_column,
    is_in_melee,
    may_double,
    melee_value,
    own_fire,
    reach_of_fire,
    speed_of,
)
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land, Posture, Status
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import way_from
from battles.resolvers.common.squares import DX, DY, bits_at, forward, square_in_arc, turn_steps
from battles.resolvers.core.kernels import kernel

(
    NOTHING,
    MOVE,
    DOUBLE,
    SHOOT,
    AIM,
    ATTACK,
    SEIZE,
    PIVOT,
    TO_SQUARE,
    TO_LINE,
    TO_COLUMN,
    UNLIMBER,
    LIMBER,
    RALLY,
    LOAD,
    RUN,
) = range(16)
NEAR_ENEMY, CLOSE_ENEMY, FAR_OFF = 2, 3, 11


@kernel
def cavalry_near(battle: Battle, unit: int) -> bool:
    """E.10 Can enemy cavalry charge a unit, and no infantry?"""
    side, horse = 1 - unit // SIDE_UNITS, 0
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and battle.own[other, Own.ROUTING] == 0:
            away = distance(battle, unit, other)
            if battle.arm[other] == Arm.FOOT and away <= CLOSE_ENEMY:
                return False
            reach = speed_of(battle, other) + 1
            if battle.arm[other] == Arm.CAV and away <= reach and not is_in_melee(battle, other):
                horse += int(charge_way(battle, other, unit, reach) > 0)
    return horse > 0


@kernel
def guess_melee(battle: Battle, unit: int, enemy: int) -> int:
    """E.10 The melee value of a unit as its enemy guesses it."""
    total = melee_value(battle, unit)
    if battle.arm[unit] == Arm.FOOT and battle.own[unit, Own.FORM] == Form.LINE:
        total += battle.num[codes.MELEE_IN_LINE]
    if battle.own[unit, Own.FORM] == Form.SQUARE and battle.arm[enemy] == Arm.CAV:
        total += battle.num[codes.MELEE_SQUARE]
    return total - int(battle.left[unit] == 1)


@kernel
def charge_worth(battle: Battle, unit: int, target: int) -> int:
    """E.10 Return what a charge is worth: cavalry never rides at squares, and nobody charges at a loss."""
    if battle.own[target, Own.ROUTING] == 1:
        return battle.num[codes.AI_CHARGE]
    if battle.arm[unit] == Arm.CAV and battle.own[target, Own.FORM] == Form.SQUARE:
        return 0
    odds = guess_melee(battle, unit, target) + charge_bonus(battle, unit) - guess_melee(battle, target, unit)
    if odds < 1:
        return 0
    return battle.num[codes.AI_CHARGE] * (3 + odds) // 4


@kernel
def charge_reach(battle: Battle, unit: int, double: bool) -> int:
    """ADN-11 ADN-14 ADN-21 How far a unit charges with what is left of its move, in double time by one S more."""
    reach = speed_of(battle, unit) - battle.own[unit, Own.MOVED]
    if double and reach > 0 and may_double(battle, unit):
        return reach + battle.num[codes.MOVE_DOUBLE]
    return reach


@kernel
def best_charge(battle: Battle, unit: int, reach: int) -> int:
    """E.10 The enemy most worth a charge within a reach, or NOBODY; ``work[0]`` is what it is worth."""
    side, best, found = 1 - unit // SIDE_UNITS, 0, NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[target] == Status.BOARD and distance(battle, unit, target) <= reach:
            worth = charge_worth(battle, unit, target)
            if worth > best and charge_way(battle, unit, target, reach) > 0:
                best, found = worth, target
    battle.work[0] = best
    return found


@kernel
def best_target(battle: Battle, unit: int, all_round: bool) -> int:
    """E.10 The enemy most worth a shot, ahead or all round, or NOBODY; ``work[0]`` is what it is worth."""
    far, side, best, found = reach_of_fire(battle, unit), 1 - unit // SIDE_UNITS, 0, NOBODY
    battle.work[0] = 0
    if battle.own[unit, Own.NEAR] > far:
        return NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        away = distance(battle, unit, target)
        if battle.status[target] == Status.BOARD and away <= far:
            odds = own_fire(battle, unit) - fire_value(battle, target) + 2 * int(in_column(battle, target))
            odds -= 2 * int(in_column(battle, unit))
            worth = battle.num[codes.AI_FIRE] * max(1, 4 + odds) // 4 - away + 5 * int(battle.left[target] == 1)
            ahead = all_round or square_in_arc(battle, unit, battle.x[target], battle.y[target])
            if ahead and worth > best and may_be_shot(battle, unit, target):
                best, found = worth, target
    battle.work[0] = best
    return found


@kernel
def may_advance(battle: Battle, unit: int) -> bool:
    """E.10 Does the plan send a unit forward?"""
    if battle.own[unit, Own.HELD_BACK] == 1 or disorder(battle, unit) >= 2:
        return False
    return battle.posture[unit // SIDE_UNITS] == Posture.ASSAULT


@kernel
def gap_of(battle: Battle, unit: int) -> int:
    """E.10 How near to an enemy a unit moves without charging: foot into musket range, horse and guns not so far."""
    return 2 if battle.arm[unit] == Arm.FOOT else 3 if battle.arm[unit] == Arm.CAV else 4


@kernel
def nearest_to(battle: Battle, side: int, x: int, y: int) -> int:
    """E.10 The squares from a place to the nearest enemy of a side."""
    other, best = 1 - side, 99
    for unit in range(other * SIDE_UNITS, other * SIDE_UNITS + battle.units[other]):
        if battle.status[unit] == Status.BOARD:
            best = min(best, max(abs(battle.x[unit] - x), abs(battle.y[unit] - y)))
    return best


@kernel
def pull(battle: Battle, unit: int, x: int, y: int) -> int:
    """E.10 How much a square draws a unit: the way to the enemy's edge, and the player's sector."""
    side = unit // SIDE_UNITS
    worth = -10 * way_from(battle, unit, x, y)
    if battle.sector[side] != NOBODY:
        column = battle.columns * (2 * battle.sector[side] + 1) // 6
        if side != battle.low:
            column = battle.columns - 1 - column
        worth -= 4 * max(0, abs(x - column) - battle.columns // 6)
    return worth


@kernel
def keeps_off(battle: Battle, unit: int, x: int, y: int) -> bool:
    """E.10 Is a square as far from every enemy as a unit keeps away without charging?"""
    if battle.own[unit, Own.NEAR] > FAR_OFF:
        return True
    return nearest_to(battle, unit // SIDE_UNITS, x, y) >= gap_of(battle, unit)


@kernel
def next_step(battle: Battle, unit: int, x: int, y: int) -> int:
    """E.10 The way ahead that draws a unit most and keeps its distance; NOBODY where it stays."""
    best, found = pull(battle, unit, x, y), NOBODY
    for turn in (0, 7, 1):
        direction = (battle.heading[unit] + turn) % 8
        nx, ny = x + DX[direction], y + DY[direction]
        if is_open(battle, unit, nx, ny):
            worth = pull(battle, unit, nx, ny)
            if worth > best and keeps_off(battle, unit, nx, ny):
                best, found = worth, direction
    return found


@kernel
def way_ahead(battle: Battle, unit: int, reach: int) -> int:
    """ADN-14 ADN-51 The squares that a unit goes forward within its reach, its way in ``work``; a road adds one."""
    x, y = battle.x[unit], battle.y[unit]
    on_road, n = bits_at(battle, x, y) & Land.ROAD != 0, 0
    while n < reach or (on_road and n < reach + battle.num[codes.MOVE_ROAD]):
        direction = next_step(battle, unit, x, y)
        if direction == NOBODY:
            break
        nx, ny = x + DX[direction], y + DY[direction]
        on_road = on_road and bits_at(battle, nx, ny) & Land.ROAD != 0
        if n >= reach and not on_road:
            break
        n += 1
        battle.work[2 * n], battle.work[2 * n + 1] = nx, ny
        if stops_at(battle, x, y, nx, ny):
            break
        x, y = nx, ny
    return n


@kernel
def offer(battle: Battle, kind: int, worth: int) -> None:
    """E.10 Remember an action if it is worth more than the best so far (``work[60]``, its worth in ``work[61]``)."""
    if worth > battle.work[61]:
        battle.work[60], battle.work[61] = kind, worth


@kernel
def stays_to_shoot(battle: Battle, unit: int) -> bool:
    """E.10 Does infantry within range stay and shoot: its side holds, or nobody near is worth a charge?"""
    if battle.posture[unit // SIDE_UNITS] != Posture.ASSAULT:
        return True
    return best_charge(battle, unit, charge_reach(battle, unit, True)) == NOBODY


@kernel
def offer_foot(battle: Battle, unit: int, target_near: bool) -> None:
    """E.10 Formations of infantry: square before cavalry, line to shoot, column to march."""
    if battle.arm[unit] != Arm.FOOT or battle.own[unit, Own.NEAR] > CLOSE_ENEMY + 3:
        return
    formation = battle.own[unit, Own.FORM]
    if cavalry_near(battle, unit):
        if formation != Form.SQUARE:
            offer(battle, TO_SQUARE, battle.num[codes.AI_SQUARE])
    elif formation == Form.SQUARE:
        offer(battle, TO_COLUMN, battle.num[codes.AI_DEPLOY])
    elif formation == Form.COLUMN and target_near and stays_to_shoot(battle, unit):
        offer(battle, TO_LINE, battle.num[codes.AI_DEPLOY] * 3 // 2)


@kernel
def offer_move(battle: Battle, unit: int, actions: int) -> None:
    """E.10 A move or double time towards the enemy, an about-turn to face him, column before it."""
    if not may_advance(battle, unit) or wants_battery(battle, unit):
        return
    reach = speed_of(battle, unit) - battle.own[unit, Own.MOVED]
    if (
        battle.arm[unit] == Arm.FOOT
        and battle.own[unit, Own.FORM] == Form.LINE
        and battle.own[unit, Own.NEAR] > CLOSE_ENEMY + 1
    ):
        offer(battle, TO_COLUMN, battle.num[codes.AI_ADVANCE] - 2)
    if reach <= 0:
        return
    if turn_steps(battle.heading[unit], forward(battle, unit // SIDE_UNITS)) > 1:
        offer(battle, PIVOT, battle.num[codes.AI_ADVANCE] - 1)
        return
    steps = way_ahead(battle, unit, reach)
    if steps > 0:
        offer(battle, MOVE, battle.num[codes.AI_ADVANCE] * (1 + steps) // 2)
    if actions >= 2 and may_double(battle, unit) and steps == reach and battle.own[unit, Own.NEAR] > CLOSE_ENEMY + 3:
        offer(battle, DOUBLE, battle.num[codes.AI_ADVANCE] * (3 + steps) // 2)


@kernel
def offer_charge(battle: Battle, unit: int, actions: int) -> None:
    """E.10 A charge; with two successes in hand the initiative seized, or double time to somebody farther off."""
    if battle.arm[unit] == Arm.ART or battle.own[unit, Own.CHARGED] == 1 or battle.own[unit, Own.HELD_BACK] == 1:
        return
    if best_charge(battle, unit, charge_reach(battle, unit, False)) != NOBODY:
        worth = battle.work[0]
        offer(battle, ATTACK, worth)
        if actions >= 2:
            offer(battle, SEIZE, worth * 5 // 4)
    elif actions >= 2 and best_charge(battle, unit, charge_reach(battle, unit, True)) != NOBODY:
        offer(battle, RUN, battle.work[0])


@kernel
def wants_battery(battle: Battle, unit: int) -> bool:
    """E.10 Are these limbered guns that ought to unlimber: an enemy is in range, or they stay where they are?"""
    if battle.arm[unit] != Arm.ART or battle.own[unit, Own.FORM] != Form.LIMBERED:
        return False
    return battle.own[unit, Own.IN_SIGHT] == 1 or not may_advance(battle, unit)


@kernel
def has_field_of_fire(battle: Battle, unit: int) -> bool:
    """E.10 Is there an enemy in the range of guns whom they could shoot at, whichever way they face?"""
    side = 1 - unit // SIDE_UNITS
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        near = battle.status[target] == Status.BOARD and distance(battle, unit, target) <= gun_range(battle)
        if near and may_be_shot(battle, unit, target):
            return True
    return False


@kernel
def gambles(battle: Battle, unit: int) -> bool:
    """E.10 Do guns need two successes or three, so that they had better throw when few are still to come?"""
    if battle.arm[unit] != Arm.ART or battle.own[unit, Own.FORM] == Form.LIMBERED:
        return wants_battery(battle, unit)
    near = battle.own[unit, Own.NEAR]
    return battle.own[unit, Own.CANISTER] == 0 and (
        near > gun_range(battle) or near <= battle.num[codes.FIRE_GUN_SHORT]
    )


@kernel
def offer_guns(battle: Battle, unit: int, actions: int) -> None:
    """E.10 Guns unlimber with an enemy in range, or where they mean to stay; they limber when nobody is in sight."""
    if battle.arm[unit] != Arm.ART or actions < 2:
        return
    if battle.own[unit, Own.FORM] == Form.UNLIMBERED:
        if may_advance(battle, unit) and battle.own[unit, Own.IN_SIGHT] == 0 and battle.work[61] == 0:
            offer(battle, LIMBER, battle.num[codes.AI_DEPLOY])
        offer_canister(battle, unit, actions)
    elif wants_battery(battle, unit):
        offer(battle, UNLIMBER, battle.num[codes.AI_DEPLOY] * 3 // 2)


@kernel
def offer_canister(battle: Battle, unit: int, actions: int) -> None:
    """ADN-20 E.10 Canister is loaded by guns with nothing to shoot at, or to be fired at once with a third success."""
    if battle.own[unit, Own.CANISTER] == 1:
        return
    if battle.own[unit, Own.SHOT] == 1 or battle.work[61] == 0:
        offer(battle, LOAD, battle.num[codes.AI_DEPLOY] // 2)
    elif actions > 2 and battle.own[unit, Own.NEAR] <= battle.num[codes.FIRE_GUN_SHORT]:
        offer(battle, LOAD, battle.num[codes.AI_FIRE] * 2)


@kernel
def may_rally(battle: Battle, unit: int) -> bool:
    """ADN-22 ADN-46 May a unit rally: no enemy within one M, in no melee, not wavering at three disorders?"""
    if disorder(battle, unit) == 0 or battle.left[unit] >= battle.cap[unit] or battle.own[unit, Own.NEAR] <= NEAR_ENEMY:
        return False
    return not (battle.own[unit, Own.WAVERING] == 1 and battle.left[unit] == 1)


@kernel
def best_action(battle: Battle, unit: int, actions: int) -> int:
    """E.10 The action most worth so many successes; its worth is in ``work[61]``."""
    battle.work[60] = battle.work[61] = 0
    battle.own[unit, Own.NEAR] = nearest_to(battle, unit // SIDE_UNITS, battle.x[unit], battle.y[unit])
    target = NOBODY
    if battle.own[unit, Own.SHOT] == 0:
        target = best_target(battle, unit, False)
        if target != NOBODY:
            worth = battle.work[0]
            offer(battle, SHOOT, worth)
            if actions >= 2:
                offer(battle, AIM, worth * 5 // 4)
        elif best_target(battle, unit, True) != NOBODY:
            offer(battle, PIVOT, battle.work[0] // 2)
    offer_charge(battle, unit, actions)
    offer_foot(battle, unit, target != NOBODY)
    offer_guns(battle, unit, actions)
    if actions >= 2 and may_rally(battle, unit):
        offer(battle, RALLY, battle.num[codes.AI_RALLY] * disorder(battle, unit))
    offer_move(battle, unit, actions)
    return battle.work[60]

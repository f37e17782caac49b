"""The program's general: his use of dice and actions (E.10). No dice of his own, ties by the unit's number."""

from battles.resolvers.activation import codes
from battles.resolvers.activation.choices import (
    AIM,
    ATTACK,
    DOUBLE,
    LIMBER,
    LOAD,
    MOVE,
    NEAR_ENEMY,
    NOTHING,
    PIVOT,
    RALLY,
    RUN,
    SEIZE,
    SHOOT,
    TO_LINE,
    TO_SQUARE,
    UNLIMBER,
    best_action,
    best_charge,
    best_target,
    charge_reach,
    way_ahead,
)
from battles.resolvers.activation.codes import Blunder, Event, Form, How, Own
from battles.resolvers.activation.combat import fire, may_be_shot
from battles.resolvers.activation.dice import activate, dice_for
from battles.resolvers.activation.losses import place_behind, recoil, turn_by, withdraw
from battles.resolvers.activation.moves import charge, charge_way, form, go, is_open, stops_at
from battles.resolvers.activation.troops import distance, in_column, is_in_melee, quality_of, reach_of_fire, speed_of
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land, Status
from battles.resolvers.common.ending import unit_strength
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, log_here
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import DX, DY, bits_at, facing_to, forward, square_in_arc
from battles.resolvers.core.kernels import kernel


@kernel
def rally(battle: Battle, unit: int) -> None:
    """ADN-22 Two actions remove a disorder."""
    battle.left[unit] += 1
    log_event(
        battle, Event.RALLY, rule=22, side=unit // SIDE_UNITS, unit=unit, sp=unit_strength(battle, unit),
        left=battle.left[unit], passed=1,
    )  # fmt: skip
    log_here(battle, unit)


@kernel
def pivot(battle: Battle, unit: int) -> int:
    """ADN-13 ADN-24 Turn by 45 degrees to the best target, else forward; infantry in column may once for nothing."""
    wanted = forward(battle, unit // SIDE_UNITS)
    target = best_target(battle, unit, True) if battle.own[unit, Own.SHOT] == 0 else NOBODY
    if target != NOBODY:
        wanted = facing_to(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    facing = battle.heading[unit]
    left = (wanted - facing) % 8 > 4
    turn_by(battle, unit, facing + (7 if left else 1), 13)
    if in_column(battle, unit) and battle.own[unit, Own.FREE_TURN] == 0:
        battle.own[unit, Own.FREE_TURN] = 1
        return 0
    return 1


@kernel
def advance(battle: Battle, unit: int, double: bool) -> None:
    """ADN-10 ADN-11 ADN-14 Move forward, one square farther in double time."""
    reach = speed_of(battle, unit) - battle.own[unit, Own.MOVED] + (battle.num[codes.MOVE_DOUBLE] if double else 0)
    steps = way_ahead(battle, unit, reach)
    if steps > 0:
        how = How.DOUBLE if double else How.MOVE
        go(battle, unit, battle.work[2 * steps], battle.work[2 * steps + 1], steps, how)
        if stops_here(battle, unit):
            battle.own[unit, Own.MOVED] += 9


@kernel
def stops_here(battle: Battle, unit: int) -> bool:
    """ADN-51 Has a unit come onto ground that ends its moves for this activation?"""
    bits = bits_at(battle, battle.x[unit], battle.y[unit])
    return stops_at(battle, battle.x[unit], battle.y[unit], battle.x[unit], battle.y[unit]) and bits & Land.ROAD == 0


@kernel
def storm(battle: Battle, unit: int, kind: int) -> None:
    """ADN-11 ADN-17 ADN-21 Charge the enemy most worth it, in double time if need be."""
    reach = charge_reach(battle, unit, kind == RUN)
    target = best_charge(battle, unit, reach)
    if target != NOBODY:
        rule = 17 if kind == SEIZE else 11 if kind == RUN else 21
        charge(battle, unit, target, charge_way(battle, unit, target, reach), rule)


@kernel
def perform(battle: Battle, unit: int, kind: int) -> int:
    """ADN-10 to ADN-22 Carry out an action; what it costs."""
    if kind in (MOVE, DOUBLE):
        advance(battle, unit, kind == DOUBLE)
        return 2 if kind == DOUBLE else 1
    if kind in (SHOOT, AIM):
        fire(battle, unit, best_target(battle, unit, False), kind == AIM)
        return 2 if kind == AIM else 1
    if kind in (ATTACK, SEIZE, RUN):
        storm(battle, unit, kind)
        return 1 if kind == ATTACK else 2
    if kind == PIVOT:
        return pivot(battle, unit)
    return perform_at_rest(battle, unit, kind)


@kernel
def perform_at_rest(battle: Battle, unit: int, kind: int) -> int:
    """ADN-12 ADN-19 ADN-20 ADN-22 Formations, limbering, canister, rally; what they cost."""
    if kind == RALLY:
        rally(battle, unit)
        return 2
    if kind == LOAD:
        battle.own[unit, Own.CANISTER] = 1
        log_event(battle, Event.CANISTER, rule=20, side=unit // SIDE_UNITS, unit=unit)
        return 2
    if kind in (UNLIMBER, LIMBER):
        form(battle, unit, Form.UNLIMBERED if kind == UNLIMBER else Form.LIMBERED, 19)
        return 2
    form(battle, unit, Form.SQUARE if kind == TO_SQUARE else Form.LINE if kind == TO_LINE else Form.COLUMN, 12)
    return 1


@kernel
def use_actions(battle: Battle, unit: int, actions: int) -> None:
    """ADN-04 Spend successes on the best actions, one after the other, until none is worth it or the unit fights."""
    while actions > 0 and battle.status[unit] == Status.BOARD and battle.own[unit, Own.LOCKED] == 0:
        kind = best_action(battle, unit, actions)
        if kind == NOTHING:
            return
        actions -= perform(battle, unit, kind)


@kernel
def fall_back(battle: Battle, unit: int) -> None:
    """ADN-09 A full move to the rear, facing kept, out of a melee too. Guns in one stay, and units without room."""
    far = speed_of(battle, unit)
    held = battle.arm[unit] == Arm.ART and is_in_melee(battle, unit)
    behind = place_behind(battle, unit, far) if far > 0 and not held else 0
    if behind > 0:
        withdraw(battle, unit, behind, 9)


@kernel
def rush(battle: Battle, unit: int) -> None:
    """ADN-09 A full move straight ahead as far as it is open; it uses up the unit's movement."""
    x, y, n = battle.x[unit], battle.y[unit], 0
    facing = battle.heading[unit]
    for _ in range(speed_of(battle, unit)):
        if not is_open(battle, unit, x + DX[facing], y + DY[facing]):
            break
        n += 1
        x, y = x + DX[facing], y + DY[facing]
        battle.work[2 * n], battle.work[2 * n + 1] = x, y
        if stops_at(battle, x - DX[facing], y - DY[facing], x, y):
            break
    if n > 0:
        go(battle, unit, x, y, n, How.FORWARD)
    battle.own[unit, Own.MOVED] = 9


@kernel
def nearest_in_range(battle: Battle, unit: int) -> int:
    """ADN-09 The nearest unit of either side that can be shot at; NOBODY where there is none."""
    best, found = reach_of_fire(battle, unit) + 1, NOBODY
    for side in range(2):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if other != unit and battle.status[other] == Status.BOARD and distance(battle, unit, other) < best:
                ahead = square_in_arc(battle, unit, battle.x[other], battle.y[other])
                if ahead and may_be_shot(battle, unit, other):
                    best, found = distance(battle, unit, other), other
    return found


@kernel
def nearest_to_charge(battle: Battle, unit: int) -> int:
    """ADN-09 The nearest enemy within one M whom a unit can charge; NOBODY where there is none."""
    side, best, found = 1 - unit // SIDE_UNITS, NEAR_ENEMY + 1, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        nearer = battle.status[other] == Status.BOARD and distance(battle, unit, other) < best
        if nearer and charge_way(battle, unit, other, speed_of(battle, unit)) > 0:
            best, found = distance(battle, unit, other), other
    return found


@kernel
def blunder(battle: Battle, unit: int, kind: int, successes: int) -> int:
    """ADN-09 Return what a blunder makes a unit do first; the successes that are left for its own actions."""
    if kind == Blunder.FORWARD:
        rush(battle, unit)
    elif kind == Blunder.FALL_BACK:
        fall_back(battle, unit)
    elif kind == Blunder.CHARGE and successes > 0 and battle.arm[unit] != Arm.ART:
        target = nearest_to_charge(battle, unit)
        if target != NOBODY:
            charge(battle, unit, target, charge_way(battle, unit, target, speed_of(battle, unit)), 21)
            return successes - 1
    elif kind == Blunder.FIRE and successes > 0:
        target = nearest_in_range(battle, unit)
        if target != NOBODY:
            fire(battle, unit, target, False)
            return successes - 1
    return successes


@kernel
def act_alone(battle: Battle, unit: int, later: int) -> int:
    """ADN-03 E.10 Activate a unit with as many dice as are worth the risk; 1 where that turns the turn over."""
    best_action(battle, unit, 1)
    one = battle.work[61]
    best_action(battle, unit, 2)
    two = max(battle.work[61], one * 4 // 3)
    three = two + one // 2
    if battle.arm[unit] == Arm.ART:
        best_action(battle, unit, 3)
        three = max(three, battle.work[61])
    if battle.own[unit, Own.BROKEN_LINE] == 1:
        one = two = three = battle.num[codes.AI_DEPLOY]
    dice = dice_for(battle, quality_of(battle, unit), one, two, three, later)
    if dice == 0:
        return 0
    successes, turnover, mishap = activate(battle, unit, dice, quality_of(battle, unit), True)
    if mishap > 0:
        successes = blunder(battle, unit, mishap, successes)
    if battle.own[unit, Own.BROKEN_LINE] == 1 and successes > 0:
        battle.own[unit, Own.BROKEN_LINE] = 0
        form(battle, unit, battle.own[unit, Own.FORM], 42)
    else:
        use_actions(battle, unit, successes)
    return turnover


@kernel
def act_in_melee(battle: Battle, unit: int, later: int) -> int:
    """ADN-09 ADN-18 E.10 A crippled unit tries to get out of its melee with two successes; 1 for a turnover.

    Of the blunders, *fall back* takes it out as well; it can neither go forward, charge nor fire there.
    """
    if battle.arm[unit] == Arm.ART or battle.left[unit] > 1 or battle.cap[unit] == 1:
        return 0
    dice = dice_for(battle, quality_of(battle, unit), 0, battle.num[codes.AI_RALLY], battle.num[codes.AI_RALLY], later)
    if dice == 0:
        return 0
    successes, turnover, mishap = activate(battle, unit, dice, quality_of(battle, unit), True)
    if mishap == Blunder.FALL_BACK:
        fall_back(battle, unit)
    if successes >= 2 and is_in_melee(battle, unit):
        recoil(battle, unit, 2 if battle.arm[unit] == Arm.CAV else 1, Cause.MORALE, 0)
    return turnover


@kernel
def stop_rout(battle: Battle, unit: int) -> int:
    """ADN-47 ADN-48 Three successes with three dice stop a rout; 1 for a turnover."""
    successes, turnover, _ = activate(battle, unit, 3, quality_of(battle, unit), False)
    if successes == 3:
        battle.own[unit, Own.ROUTING] = 0
        log_event(battle, Event.ROUT_STOPPED, rule=47, side=unit // SIDE_UNITS, unit=unit)
        turn_by(battle, unit, forward(battle, unit // SIDE_UNITS), 47)
    return turnover


@kernel
def act(battle: Battle, unit: int, later: int) -> int:
    """ADN-03 A unit's one activation of the turn; 1 where it turns the turn over."""
    battle.own[unit, Own.DONE] = 1
    battle.own[unit, Own.MOVED] = battle.own[unit, Own.SHOT] = battle.own[unit, Own.CHARGED] = battle.own[
        unit, Own.FREE_TURN
    ] = 0
    if battle.own[unit, Own.PETRIFIED] > 0:
        return 0
    if battle.own[unit, Own.ROUTING] == 1:
        return 0 if later > 0 else stop_rout(battle, unit)
    if is_in_melee(battle, unit):
        return act_in_melee(battle, unit, later)
    return act_alone(battle, unit, later)

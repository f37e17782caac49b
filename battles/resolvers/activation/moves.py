"""Moves, pivots, charges, formations (ADN-10 to ADN-14, ADN-19, ADN-21, ADN-32, ADN-51)."""

from battles.resolvers.activation.codes import COMMAND_LOST, HARD, Die, How, Own
from battles.resolvers.activation.combat import height_over, melee
from battles.resolvers.activation.losses import catch_general, remove
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Land, Status
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, log_here, log_pose, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import lets_in
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    facing_to,
    forward,
    lift,
    on_squares,
    put_on,
    side_of_square,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel

MOST_ATTACKERS, SEIZED = 2, 17
AHEAD = (0, 7, 1)
"""ADN-13 The turns of the three squares into which a unit moves: straight ahead, slanting left, slanting right."""


@kernel
def is_open(battle: Battle, unit: int, x: int, y: int) -> bool:
    """ADN-32 ADN-51 May a unit come to a square where nobody is?"""
    if not on_squares(battle, x, y) or who_is_at(battle, x, y) != NOBODY:
        return False
    return lets_in(battle, unit, bits_at(battle, x, y))


@kernel
def stops_at(battle: Battle, x: int, y: int, to_x: int, to_y: int) -> bool:
    """ADN-51 Does a move end on a square that it enters: woods, towns, walls, fords, unless a road leads in?"""
    bits = bits_at(battle, to_x, to_y)
    if not bits & HARD:
        return False
    return not (bits & Land.ROAD and bits_at(battle, x, y) & Land.ROAD)


@kernel
def meet_general(battle: Battle, unit: int) -> None:
    """ADN-53 An enemy in the General's square: he is lost on a 1 of a d10, else he goes to the nearest friend."""
    side, x, y = 1 - unit // SIDE_UNITS, battle.x[unit], battle.y[unit]
    if not catch_general(battle, side, x, y):
        return
    leader = battle.side_own[side, 0]
    lost = throw(battle, 10, Die.GENERAL) <= battle.num[COMMAND_LOST]
    log_event(battle, Event.CASUALTY, rule=53, side=side, commander=leader, by=unit, lost=int(lost))
    log_pose(battle, x, y, forward(battle, side))
    if lost:
        battle.lead_state[leader] = Status.ELIMINATED
        return
    best, friend = 999, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        away = steps_between(x, y, battle.x[other], battle.y[other])
        if battle.status[other] == Status.BOARD and 0 < away < best:
            best, friend = away, other
    if friend != NOBODY:
        seat_general(battle, leader, side, battle.x[friend], battle.y[friend], 53)


@kernel
def seat_general(battle: Battle, leader: int, side: int, x: int, y: int, rule: int) -> None:
    """ADN-23 The General goes to a square."""
    battle.lead_x[leader], battle.lead_y[leader] = x, y
    log_event(battle, Event.COMMANDER_MOVE, rule=rule, side=side, commander=leader)
    log_pose(battle, x, y, forward(battle, side))


@kernel
def go(battle: Battle, unit: int, x: int, y: int, steps: int, how: int) -> None:
    """ADN-10 ADN-11 Move a unit straight to a free square; the squares of its way follow the event."""
    log_event(battle, Event.MOVE, rule=11 if how == How.DOUBLE else 10, side=unit // SIDE_UNITS, unit=unit, how=how)
    log_here(battle, unit)
    for n in range(1, steps + 1):
        log_pose(battle, battle.work[2 * n], battle.work[2 * n + 1], battle.heading[unit])
    battle.own[unit, Own.MOVED] += steps
    put_on(battle, unit, x, y, battle.heading[unit])
    meet_general(battle, unit)


@kernel
def form(battle: Battle, unit: int, formation: int, rule: int) -> None:
    """ADN-12 ADN-19 Change formation, limber or unlimber."""
    battle.own[unit, Own.FORM] = formation
    log_event(battle, Event.FORMATION, rule=rule, side=unit // SIDE_UNITS, unit=unit, formation=formation)
    log_here(battle, unit)


@kernel
def charge_step(battle: Battle, unit: int, x: int, y: int, target: int) -> int:
    """ADN-21 The way ahead that brings a charge nearer to its target over open ground; NOBODY where there is none."""
    to_x, to_y = battle.x[target], battle.y[target]
    now = steps_between(x, y, to_x, to_y)
    wanted = facing_to(x, y, to_x, to_y)
    best, found = 9, NOBODY
    for turn in AHEAD:
        direction = (battle.heading[unit] + turn) % 8
        nx, ny = x + DX[direction], y + DY[direction]
        nearer = steps_between(nx, ny, to_x, to_y) < now
        if nearer and (now == 1 or is_open(battle, unit, nx, ny)):
            off = (direction - wanted) % 8
            rank = min(off, 8 - off)
            if rank < best and (now == 1 or not stops_at(battle, x, y, nx, ny)):
                best, found = rank, direction
    return found


@kernel
def charge_way(battle: Battle, unit: int, target: int, reach: int) -> int:
    """ADN-21 The squares of a charge into a target's square within a reach, its way in ``work``; 0 where none leads."""
    x, y = battle.x[unit], battle.y[unit]
    away = steps_between(x, y, battle.x[target], battle.y[target])
    enters = lets_in(battle, unit, bits_at(battle, battle.x[target], battle.y[target]))
    if away > reach or not enters or battle.own[target, Own.GUESTS] >= MOST_ATTACKERS:
        return 0
    for n in range(1, away + 1):
        direction = charge_step(battle, unit, x, y, target)
        if direction == NOBODY:
            return 0
        x, y = x + DX[direction], y + DY[direction]
        battle.work[2 * n], battle.work[2 * n + 1] = x, y
    return away


@kernel
def charge(battle: Battle, unit: int, target: int, steps: int, rule: int) -> None:
    """ADN-11 ADN-17 ADN-21 ADN-36 Charge home by the way in ``work``: contact, and the first round of the melee.

    ``rule`` is the action that brings it there: 21 a move, 11 double time, 17 the initiative seized.
    """
    side = unit // SIDE_UNITS
    battle.own[unit, Own.CHARGED] = 1
    battle.own[unit, Own.MOVED] += steps
    log_event(battle, Event.MOVE, rule=rule, side=side, unit=unit, how=How.CHARGE)
    log_here(battle, unit)
    from_x, from_y = battle.x[unit], battle.y[unit]
    for n in range(1, steps + 1):
        log_pose(battle, battle.work[2 * n], battle.work[2 * n + 1], battle.heading[unit])
        if n < steps:
            from_x, from_y = battle.work[2 * n], battle.work[2 * n + 1]
    where = side_of_square(battle, target, from_x, from_y)
    lift(battle, unit)
    battle.x[unit], battle.y[unit] = battle.x[target], battle.y[target]
    above = height_over(bits_at(battle, from_x, from_y), bits_at(battle, battle.x[unit], battle.y[unit]))
    log_event(battle, Event.CONTACT, rule=21, side=side, attacker=unit, defender=target, where=where)
    if battle.own[target, Own.ROUTING] == 1:
        remove(battle, target, Cause.ROUT, 0, 48)
    else:
        battle.own[unit, Own.LOCKED], battle.own[unit, Own.WHERE], battle.own[unit, Own.HEIGHT] = (
            target + 1,
            where,
            above,
        )
        battle.own[target, Own.GUESTS] += 1
        melee(battle, unit, target, True, rule == SEIZED)
    if battle.status[unit] == Status.BOARD:
        meet_general(battle, unit)

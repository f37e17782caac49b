"""Hits: ground given, units destroyed, commanders hit and caught (SQB-10, 12, 43 to 45, COM-06, COM-07)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm, Land, Status, Type
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, log_here, log_pose, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import lets_in
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    enemy_about,
    enemy_beside,
    forward,
    lift,
    on_squares,
    put_on,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import HITS_SHED, KILLED, RALLYABLE_WITHIN, RIDE, Die, Event, Own
from battles.resolvers.square_brigadier.troops import commander_near, commander_there, is_with

BACKWARDS = (4, 3, 5, 2, 6, 1, 7, 0)
"""Turns from the way forward, the straight way back first: who goes back tries them in this order."""


@kernel
def is_beside(battle: Battle, x: int, y: int, unit: int) -> bool:
    """SQB-14 Do a square and a unit touch, by side or corner?"""
    return steps_between(x, y, battle.x[unit], battle.y[unit]) == 1


@kernel
def meets_new_enemy(battle: Battle, unit: int, x: int, y: int) -> bool:
    """SQB-45 Is there an enemy next to a square whom the unit is not next to where it is?"""
    for facing in range(8):
        other = who_is_at(battle, x + DX[facing], y + DY[facing])
        hostile = other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS
        if hostile and not is_beside(battle, battle.x[unit], battle.y[unit], other):
            return True
    return False


@kernel
def may_give(battle: Battle, unit: int, attacker: int, x: int, y: int) -> bool:
    """SQB-45 May a unit give ground to a square: free, passable, farther from the attacker, next to no new enemy?"""
    if not on_squares(battle, x, y) or who_is_at(battle, x, y) != NOBODY:
        return False
    if not lets_in(battle, unit, bits_at(battle, x, y)):
        return False
    now = steps_between(battle.x[attacker], battle.y[attacker], battle.x[unit], battle.y[unit])
    if steps_between(battle.x[attacker], battle.y[attacker], x, y) <= now:
        return False
    return not meets_new_enemy(battle, unit, x, y)


@kernel
def way_back(battle: Battle, unit: int, attacker: int) -> int:
    """SQB-45 The direction in which a unit gives ground, toward its own edge where it can; NOBODY where it cannot."""
    ahead = forward(battle, unit // SIDE_UNITS)
    for n in range(8):
        direction = (ahead + BACKWARDS[n]) % 8
        x, y = battle.x[unit] + DX[direction], battle.y[unit] + DY[direction]
        if may_give(battle, unit, attacker, x, y):
            return direction
    return NOBODY


@kernel
def holds_ground(battle: Battle, unit: int) -> bool:
    """SQB-44 Is it a town that a unit guards?"""
    return bits_at(battle, battle.x[unit], battle.y[unit]) & Land.TOWN != 0


@kernel
def bares_a_flank(battle: Battle, unit: int) -> bool:
    """SQB-44 Would a friend beside a unit be left with an enemy on the square that it gives up?"""
    beside = 0
    for turn in (2, 6):
        facing = (battle.heading[unit] + turn) % 8
        other = who_is_at(battle, battle.x[unit] + DX[facing], battle.y[unit] + DY[facing])
        if other != NOBODY and other // SIDE_UNITS == unit // SIDE_UNITS and enemy_beside(battle, other) != NOBODY:
            beside += 1
    return beside > 0


@kernel
def wants_to_give(battle: Battle, unit: int, hits: int) -> bool:
    """SQB-44 Will a unit give ground? Rather than be destroyed; else out of towns and at no friend's cost."""
    left = battle.left[unit]
    if left - hits <= 0:
        return left - hits + battle.num[HITS_SHED] > 0
    if holds_ground(battle, unit):
        return False
    return not bares_a_flank(battle, unit)


@kernel
def take_commanders_along(battle: Battle, unit: int, x: int, y: int) -> None:
    """SQB-45 The commanders with a unit go back with it."""
    side = unit // SIDE_UNITS
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if is_with(battle, leader, unit):
            battle.lead_x[leader], battle.lead_y[leader] = x, y
            log_event(battle, Event.COMMANDER_MOVE, rule=45, side=side, commander=leader)
            log_pose(battle, x, y, battle.heading[unit])


@kernel
def give_ground(battle: Battle, unit: int, attacker: int, hits: int, column: int) -> int:
    """SQB-44 SQB-45 The hits that are left after a unit has given ground, once a phase, or has not."""
    if hits == 0 or battle.own[unit, column] == 1 or not wants_to_give(battle, unit, hits):
        return hits
    direction = way_back(battle, unit, attacker)
    if direction == NOBODY:
        return hits
    x, y = battle.x[unit] + DX[direction], battle.y[unit] + DY[direction]
    battle.own[unit, column] = 1
    log_event(battle, Event.FALLBACK, rule=44, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)
    log_pose(battle, x, y, battle.heading[unit])
    take_commanders_along(battle, unit, x, y)
    put_on(battle, unit, x, y, battle.heading[unit])
    return max(0, hits - battle.num[HITS_SHED])


@kernel
def lose_commander(battle: Battle, leader: int, by: int, rule: int) -> None:
    """SQB-12 SQB-10 A commander is lost, killed or caught."""
    side = leader // SIDE_LEADERS
    battle.lead_state[leader] = Status.ELIMINATED
    log_event(battle, Event.CASUALTY, rule=rule, side=side, commander=leader, by=by, lost=1)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], forward(battle, side))


@kernel
def endanger_commanders(battle: Battle, unit: int) -> None:
    """SQB-12 A die for each commander with a unit that took hits: a 1 kills him."""
    side = unit // SIDE_UNITS
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if is_with(battle, leader, unit):
            if throw(battle, 6, Die.DEATH) <= battle.num[KILLED]:
                lose_commander(battle, leader, NOBODY, 12)
            else:
                log_event(battle, Event.CASUALTY, rule=12, side=side, commander=leader, by=NOBODY)
                log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], battle.heading[unit])


@kernel
def ride_away(battle: Battle, leader: int) -> None:
    """SQB-10 A commander who got away rides up to three squares to a friend, or to a square away from the enemy."""
    side = leader // SIDE_LEADERS
    x, y, ride = battle.lead_x[leader], battle.lead_y[leader], battle.num[RIDE]
    best, best_x, best_y = -1, x, y
    for to_y in range(max(0, y - ride), min(battle.lines, y + ride + 1)):
        for to_x in range(max(0, x - ride), min(battle.columns, x + ride + 1)):
            other = who_is_at(battle, to_x, to_y)
            if other == NOBODY or other // SIDE_UNITS == side:
                free = enemy_about(battle, side, to_x, to_y, 0) == NOBODY
                worth = 4 * int(free) + 2 * int(other != NOBODY)
                if worth > best:
                    best, best_x, best_y = worth, to_x, to_y
    battle.lead_x[leader], battle.lead_y[leader] = best_x, best_y
    log_event(battle, Event.COMMANDER_MOVE, rule=10, side=side, commander=leader)
    log_pose(battle, best_x, best_y, forward(battle, side))


@kernel
def try_escape(battle: Battle, leader: int) -> None:
    """SQB-10 A commander alone next to an enemy throws against him; he gets away on a tie or better, else is caught."""
    side = leader // SIDE_LEADERS
    x, y = battle.lead_x[leader], battle.lead_y[leader]
    other = who_is_at(battle, x, y)
    if other != NOBODY and other // SIDE_UNITS == side:
        return
    catcher = other if other != NOBODY else enemy_about(battle, side, x, y, 0)
    if catcher == NOBODY:
        return
    mine, theirs = throw(battle, 6, Die.ESCAPE), throw(battle, 6, Die.CATCH)
    log_event(
        battle, Event.ESCAPE, rule=10, side=side, commander=leader, by=catcher, score=mine, needed=theirs,
        passed=int(mine >= theirs),
    )  # fmt: skip
    if mine >= theirs:
        ride_away(battle, leader)
    else:
        lose_commander(battle, leader, catcher, 10)


@kernel
def try_escapes(battle: Battle, side: int) -> None:
    """SQB-10 Every commander of a side who is alone next to an enemy tries to get away."""
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if battle.lead_state[leader] == Status.BOARD:
            try_escape(battle, leader)


@kernel
def box_of(battle: Battle, unit: int, cause: int) -> int:
    """COM-07 Where a destroyed unit goes: routed, rallyable near a commander; guns in melee and irregulars are gone."""
    if battle.kind[unit] == Type.IRREG_CAV or battle.outrider[unit] == 1:
        return Status.ELIMINATED
    if battle.arm[unit] == Arm.ART and cause == Cause.COMBAT:
        return Status.ELIMINATED
    return Status.RALLYABLE if commander_near(battle, unit, battle.num[RALLYABLE_WITHIN]) else Status.NONRALLYABLE


@kernel
def destroy(battle: Battle, unit: int, cause: int) -> None:
    """SQB-43 A unit that has taken its hits leaves the board; commanders with it are left alone."""
    side = unit // SIDE_UNITS
    box = box_of(battle, unit, cause)
    battle.status[unit] = box
    lift(battle, unit)
    log_lost(battle, unit, cause, 43)
    try_escapes(battle, side)


@kernel
def take_hits(battle: Battle, unit: int, attacker: int, hits: int, cause: int) -> None:
    """SQB-43 SQB-44 A unit takes hits from an attack: it may give ground for one, the rest wears it down."""
    column = Own.SHED_FIRE if cause == Cause.FIRE else Own.SHED_MELEE
    hits = give_ground(battle, unit, attacker, hits, column)
    if hits == 0:
        return
    lost = min(hits, battle.left[unit])
    battle.left[unit] -= lost
    log_event(
        battle, Event.HIT, rule=43, side=unit // SIDE_UNITS, unit=unit, sp=unit_strength(battle, unit),
        left=battle.left[unit], cause=cause, lost=lost,
    )  # fmt: skip
    if commander_there(battle, unit) != NOBODY:
        endanger_commanders(battle, unit)
    if battle.left[unit] == 0:
        destroy(battle, unit, cause)

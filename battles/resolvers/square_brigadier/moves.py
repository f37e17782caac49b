"""Movement from square to square (SQB-14 to SQB-22).

A search from a unit's square fills a window of nine by nine squares: ``worth`` holds the steps to each place plus one,
and from ``PARENTS`` on the place before it; the middle of the window is the unit's own square.
"""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Land
from battles.resolvers.common.journal import log_event, log_here, log_pose
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import lets_in
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    enemy_about,
    facing_to,
    on_squares,
    put_on,
    side_of_square,
    square_in_arc,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import DIFFICULT, Event, How, Own
from battles.resolvers.square_brigadier.losses import try_escapes
from battles.resolvers.square_brigadier.troops import may_close, moves_on

WINDOW, MIDDLE, PLACES = 9, 4, 81
PARENTS = 81
ON_MARCH, IN_COLUMN, TO_LEAVE = range(3)
"""The ways of a search: an ordinary move, road column, out of contact."""


@kernel
def place_x(battle: Battle, unit: int, place: int) -> int:
    """SQB-14 The column of a place of the window."""
    return battle.x[unit] + place % WINDOW - MIDDLE


@kernel
def place_y(battle: Battle, unit: int, place: int) -> int:
    """SQB-14 The line of a place of the window."""
    return battle.y[unit] + place // WINDOW - MIDDLE


@kernel
def is_enemys(battle: Battle, unit: int, x: int, y: int) -> bool:
    """SQB-18 Does an enemy of a unit hold a square?"""
    other = who_is_at(battle, x, y)
    return other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS


@kernel
def may_step(battle: Battle, unit: int, x: int, y: int, direction: int) -> bool:
    """SQB-18 SQB-20 May a unit step in a direction: on the board, passable, through no enemy, not between two?"""
    to_x, to_y = x + DX[direction], y + DY[direction]
    if not on_squares(battle, to_x, to_y) or is_enemys(battle, unit, to_x, to_y):
        return False
    if not lets_in(battle, unit, bits_at(battle, to_x, to_y)):
        return False
    shut = is_enemys(battle, unit, to_x, y) and is_enemys(battle, unit, x, to_y)
    return direction % 2 == 0 or not shut


@kernel
def may_stand_so(battle: Battle, unit: int, x: int, y: int, way: int) -> bool:
    """SQB-16 SQB-17 SQB-21 Does the way of moving allow a square: next to an enemy, off the road?"""
    if way == IN_COLUMN and not bits_at(battle, x, y) & Land.ROAD:
        return False
    if way == ON_MARCH and may_close(battle, unit):
        return True
    return enemy_about(battle, unit // SIDE_UNITS, x, y, 0) == NOBODY


@kernel
def ends_move(battle: Battle, unit: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """SQB-15 SQB-20 Does a move end on a square: next to an enemy, or on difficult ground that stops it, off a road?"""
    bits = bits_at(battle, to_x, to_y)
    if bits & DIFFICULT and not (bits & Land.ROAD and bits_at(battle, x, y) & Land.ROAD) and not moves_on(battle, unit):
        return True
    return enemy_about(battle, unit // SIDE_UNITS, to_x, to_y, 0) != NOBODY


@kernel
def explore(battle: Battle, unit: int, reach: int, way: int) -> None:
    """SQB-14 SQB-19 Find every square that a unit can come to within its reach."""
    for place in range(PLACES):
        battle.worth[place] = 0
    start, reach = MIDDLE * WINDOW + MIDDLE, min(reach, MIDDLE)
    battle.worth[start], battle.pick[0] = 1, start
    first, last = 0, 1
    while first < last:
        place = battle.pick[first]
        first += 1
        x, y = place_x(battle, unit, place), place_y(battle, unit, place)
        if battle.worth[place] <= reach and (place == start or battle.worth[PARENTS + PARENTS + place] == 0):
            for direction in range(8):
                to = place + DX[direction] + WINDOW * DY[direction]
                if battle.worth[to] == 0 and may_step(battle, unit, x, y, direction):
                    to_x, to_y = x + DX[direction], y + DY[direction]
                    if may_stand_so(battle, unit, to_x, to_y, way):
                        battle.worth[to], battle.worth[PARENTS + to] = battle.worth[place] + 1, place
                        battle.worth[PARENTS + PARENTS + to] = int(ends_move(battle, unit, x, y, to_x, to_y))
                        battle.pick[last] = to
                        last += 1


@kernel
def may_end_at(battle: Battle, unit: int, place: int) -> bool:
    """SQB-18 Has the search come to a place where nobody stands?"""
    if battle.worth[place] < 2:
        return False
    return who_is_at(battle, place_x(battle, unit, place), place_y(battle, unit, place)) == NOBODY


@kernel
def must_face(battle: Battle, unit: int, x: int, y: int) -> bool:
    """SQB-15 Is a square in the arc of an enemy next to it?"""
    for direction in range(8):
        other = who_is_at(battle, x + DX[direction], y + DY[direction])
        if other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS and square_in_arc(battle, other, x, y):
            return True
    return False


@kernel
def face_on_contact(battle: Battle, unit: int, x: int, y: int, wanted: int) -> int:
    """SQB-15 The enemy whom a unit on a square faces: the one wanted, if he may be; NOBODY without an enemy there."""
    bound, found = must_face(battle, unit, x, y), NOBODY
    for direction in range(8):
        other = who_is_at(battle, x + DX[direction], y + DY[direction])
        hostile = other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS
        allowed = hostile and (not bound or square_in_arc(battle, other, x, y))
        if allowed and (found == NOBODY or other == wanted):
            found = other
    return found


@kernel
def log_way(battle: Battle, unit: int, place: int) -> None:
    """SQB-14 Write the squares of the way that the search has found to a place, the last one left out."""
    steps = battle.worth[place]
    for n in range(2, steps):
        at = place
        for _ in range(steps - n):
            at = battle.worth[PARENTS + at]
        log_pose(battle, place_x(battle, unit, at), place_y(battle, unit, at), battle.heading[unit])


@kernel
def move_to(battle: Battle, unit: int, place: int, facing: int, how: int) -> None:
    """SQB-14 Move a unit to a place of its search and turn it to a facing."""
    x, y = place_x(battle, unit, place), place_y(battle, unit, place)
    battle.own[unit, Own.MOVED] = battle.worth[place] - 1
    battle.own[unit, Own.COLUMN], battle.own[unit, Own.DISMOUNTED] = int(how == How.COLUMN), 0
    log_event(battle, Event.MOVE, rule=21 if how == How.COLUMN else 14, side=unit // SIDE_UNITS, unit=unit, how=how)
    log_here(battle, unit)
    log_way(battle, unit, place)
    log_pose(battle, x, y, facing)
    put_on(battle, unit, x, y, facing)
    try_escapes(battle, 1 - unit // SIDE_UNITS)


@kernel
def attack_from(battle: Battle, unit: int, place: int, target: int) -> None:
    """SQB-15 Move a unit next to an enemy and face one who may be faced."""
    x, y = place_x(battle, unit, place), place_y(battle, unit, place)
    faced = face_on_contact(battle, unit, x, y, target)
    move_to(battle, unit, place, facing_to(x, y, battle.x[faced], battle.y[faced]), How.ATTACK)
    where = side_of_square(battle, faced, x, y)
    log_event(battle, Event.CONTACT, rule=15, side=unit // SIDE_UNITS, attacker=unit, defender=faced, where=where)


@kernel
def turn_to(battle: Battle, unit: int, facing: int, rule: int) -> None:
    """SQB-22 SQB-16 Turn a unit where it is, without an order; before a shot that counts as moving."""
    battle.heading[unit] = facing
    battle.own[unit, Own.TURNED] = 1
    log_event(battle, Event.TURNED, rule=rule, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)


@kernel
def dismount(battle: Battle, unit: int) -> None:
    """SQB-40 Cavalry dismounts where it is; it mounts again when it moves."""
    battle.own[unit, Own.DISMOUNTED] = 1
    log_event(battle, Event.DISMOUNT, rule=40, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)

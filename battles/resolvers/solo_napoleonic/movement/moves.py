"""Moves: setting off, halting, pace, swerve, collisions, going back (SNW-19 to SNW-26)."""

from battles.resolvers.common.codes import NOBODY, Arm, Land, Status, Type
from battles.resolvers.common.journal import log_event, log_pose, modify, throw, throw_d3
from battles.resolvers.common.plane import turn_between
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play
from battles.resolvers.solo_napoleonic.codes import (
    B_BLOCKER,
    B_GROUND,
    MM,
    Chance,
    Dead,
    Die,
    Disorder,
    Event,
    Form,
    How,
    Modifier,
    Own,
)
from battles.resolvers.solo_napoleonic.footing import (
    brigadier,
    disorder,
    handling,
    leads,
    normal_move,
    rains,
    side_of,
    temper,
)
from battles.resolvers.solo_napoleonic.movement.ways import AHEAD, LEFT, RIGHT, free_way, room_for, shift

QUARTERS_A_TURN = 4
LEAST_MOVE = 5 * MM


@kernel
def log_way(battle: Battle, unit: int, x: int, y: int, heading: int, how: int, rule: int) -> None:
    """COM-18 Write a move from a pose to where the unit now stands."""
    log_event(battle, Event.MOVE, rule=rule, side=side_of(unit), unit=unit, how=how)
    log_pose(battle, x, y, heading)
    if battle.heading[unit] != heading:
        log_pose(battle, x, y, battle.heading[unit])
    log_pose(battle, battle.x[unit], battle.y[unit], battle.heading[unit])


@kernel
def collide(battle: Battle, unit: int, other: int) -> None:
    """SNW-23 A collision costs each unit d3 chits."""
    mine, theirs = throw_d3(battle, Die.COLLISION), throw_d3(battle, Die.COLLISION)
    log_event(battle, Event.COLLISION, rule=23, side=side_of(unit), unit=unit, other=other)
    disorder(battle, unit, mine, Disorder.COLLISION, 23)
    disorder(battle, other, theirs, Disorder.COLLISION, 23)


@kernel
def leader_temper(battle: Battle, unit: int) -> int:
    """SNW-25 Return what a unit's brigadier adds to setting off and halting: aggressive 1, timid -1."""
    leader = brigadier(battle, unit)
    return temper(battle, leader) if leads(battle, leader) else 0


@kernel
def stays_put(face: int, shift_by: int, highest: int) -> bool:
    """SNW-25 Does the die keep a halted unit standing?"""
    return face + shift_by <= highest


@kernel
def sets_off(battle: Battle, unit: int) -> bool:
    """SNW-25 Does a unit that stood last turn set off?"""
    if battle.own[unit, Own.MOVED_LAST] == 1:
        return True
    face, by = throw(battle, 6, Die.SET_OFF), leader_temper(battle, unit)
    if stays_put(face, by, battle.num[n.MOVE_STANDS]):
        modify(battle, 0, Modifier.ATTACK, by)
        log_event(battle, Event.BALKS, rule=25, side=side_of(unit), unit=unit)
        return False
    return True


@kernel
def paced(battle: Battle, unit: int, face: int) -> int:
    """SNW-20 SNW-21 The random part of a move by its die, pushed or pulled by Troop Handling; in millimetres."""
    swift = battle.arm[unit] == Arm.CAV or battle.kind[unit] == Type.HORSE_ART
    table = n.MOVE_HORSE_PACE if swift else n.MOVE_FOOT_PACE
    most = battle.num[table]
    by = battle.num[table + face - 1]
    if by == 0:
        return 0
    push = battle.num[n.MOVE_HANDLING] * (1 - handling(battle, unit))
    return min(most, by + push) if by > 0 else max(-most, by - push)


@kernel
def pace_die(battle: Battle, unit: int) -> int:
    """SNW-20 The die of the random part: d12 for cavalry and horse guns, d8 for the others."""
    return 12 if battle.arm[unit] == Arm.CAV or battle.kind[unit] == Type.HORSE_ART else 8


@kernel
def random_part(battle: Battle, unit: int) -> int:
    """SNW-20 The random part of a move in millimetres; a square has none. A card throws a bad one again."""
    if battle.own[unit, Own.FORM] == Form.SQUARE:
        return 0
    by = paced(battle, unit, throw(battle, pace_die(battle, unit), Die.PACE))
    if by < -MM and holds(battle, side_of(unit), Chance.AGAIN):
        play(battle, side_of(unit), unit)
        by = paced(battle, unit, throw(battle, pace_die(battle, unit), Die.PACE))
    return by


@kernel
def slowed(battle: Battle, unit: int, length: int, ground: int) -> int:
    """SNW-26 Return what is left of a move through rough ground or over an obstacle."""
    if ground & Land.ROUGH and not ground & Land.ROAD:
        length //= battle.num[n.MOVE_ROUGH_SHARE]
    if ground & (Land.OBSTACLE | Land.RIVER) and not ground & Land.ROAD:
        length -= normal_move(battle, unit) // battle.num[n.MOVE_OBSTACLE_SHARE]
    return max(0, length)


@kernel
def hard_going(ground: int) -> bool:
    """SNW-26 Is it rough ground or an obstacle without a road?"""
    return (ground & (Land.ROUGH | Land.OBSTACLE | Land.RIVER)) != 0 and not ground & Land.ROAD


@kernel
def step_out(battle: Battle, unit: int, axis: int, length: int, how: int, rule: int, heading: int) -> int:
    """SNW-23 SNW-26 Slide a unit, stop it where it touches somebody, and pay for what it ran into. Returns its way.

    ``heading`` is how it stood before it turned to move.
    """
    x, y = battle.x[unit], battle.y[unit]
    way = free_way(battle, unit, axis, length, NOBODY)
    ground = battle.battle_own[B_GROUND]
    if hard_going(ground):
        length = slowed(battle, unit, length, ground)
        way = free_way(battle, unit, axis, length, NOBODY)
    met = battle.battle_own[B_BLOCKER]
    shift(battle, unit, axis, way)
    log_way(battle, unit, x, y, heading, how, rule)
    if hard_going(ground) and way > 0:
        disorder(battle, unit, battle.num[n.DISORDER_ROUGH], Disorder.ROUGH, 29)
    if met != NOBODY and way < length:
        collide(battle, unit, met)
    return way


@kernel
def swerve(battle: Battle, unit: int) -> None:
    """SNW-22 SNW-67 After its move a unit may drift to a side, likelier in rain. A card throws a bad drift again."""
    face = throw(battle, 6, Die.SWERVE)
    wet = battle.num[n.MOVE_RAIN_SWERVE] * int(rains(battle))
    left, right = face <= battle.num[n.MOVE_LEFT_TO] + wet, face >= battle.num[n.MOVE_RIGHT_FROM] - wet
    if not left and not right:
        return
    axis = LEFT if left else RIGHT
    length = MM * battle.num[n.MOVE_DRIFT] * throw(battle, 6, Die.DRIFT)
    step_out(battle, unit, axis, length, How.DRIFTS, 22, battle.heading[unit])


@kernel
def turn_cost(battle: Battle, turn: int) -> int:
    """SNW-19 The quarters of a move that a turn on the spot costs."""
    free, step = battle.num[n.MOVE_TURN_FREE], battle.num[n.MOVE_TURN_STEP]
    return max(0, (abs(turn) - free + step - 1) // step)


@kernel
def turn_to(battle: Battle, unit: int, heading: int) -> bool:
    """SNW-19 Turn a unit where it stands, if it has room."""
    before = battle.heading[unit]
    if before == heading:
        return True
    battle.heading[unit] = heading
    if room_for(battle, unit):
        return True
    battle.heading[unit] = before
    return False


@kernel
def along_road(battle: Battle, unit: int, length: int) -> bool:
    """SNW-19 Does a column stand on a road that leads on straight before it?"""
    if battle.own[unit, Own.FORM] != Form.COLUMN:
        return False
    free_way(battle, unit, AHEAD, length, NOBODY)
    return (battle.battle_own[B_GROUND] & (Land.ROAD | Land.ROUGH)) == Land.ROAD


@kernel
def march(battle: Battle, unit: int, heading: int, wanted: int, quarters: int, how: int) -> int:
    """SNW-19 SNW-20 A move ahead: turn, intended distance with its random part, then the swerve. Returns the way.

    ``quarters`` are what a change of formation left of the move.
    """
    before = battle.heading[unit]
    if not turn_to(battle, unit, heading % 360):
        return 0
    quarters -= turn_cost(battle, turn_between(before, battle.heading[unit]))
    most = normal_move(battle, unit)
    if along_road(battle, unit, most):
        most = MM * battle.num[n.MOVE_ROAD]
    length = min(wanted, most * max(0, quarters) // QUARTERS_A_TURN)
    length = max(0, length + MM * random_part(battle, unit))
    if holds(battle, 1 - side_of(unit), Chance.HALF) and length > most // 2:
        length //= 2
        play(battle, 1 - side_of(unit), unit)
    way = step_out(battle, unit, AHEAD, length, how, 20, before)
    finish_march(battle, unit, way)
    return way


@kernel
def finish_march(battle: Battle, unit: int, way: int) -> None:
    """SNW-22 SNW-28 What follows a move: it counts as moved, swerves, and is disordered without music."""
    battle.own[unit, Own.MOVED], battle.own[unit, Own.MOVED_FAR] = 1, int(2 * way > normal_move(battle, unit))
    music = battle.own[unit, Own.DEAD] & Dead.MUSICIAN
    if music and battle.own[unit, Own.MOVED_FAR] == 1:
        disorder(battle, unit, battle.num[n.DISORDER_NO_MUSIC], Disorder.NO_MUSIC, 28)
    if battle.status[unit] == Status.BOARD:
        swerve(battle, unit)


@kernel
def carries_on(battle: Battle, unit: int) -> bool:
    """SNW-25 Does a unit that moved last turn and should halt carry on by a normal move?"""
    if battle.own[unit, Own.MOVED_LAST] == 0:
        return False
    face, by = throw(battle, 6, Die.HALT), leader_temper(battle, unit)
    if face + by < battle.num[n.MOVE_CARRIES_ON]:
        return False
    modify(battle, 0, Modifier.ATTACK, by)
    log_event(battle, Event.CARRIES_ON, rule=25, side=side_of(unit), unit=unit)
    march(battle, unit, battle.heading[unit], normal_move(battle, unit), QUARTERS_A_TURN, How.CARRIES_ON)
    return True


@kernel
def advance(battle: Battle, unit: int, heading: int, wanted: int, quarters: int) -> bool:
    """SNW-25 Set off and march; False when the unit balks or comes no way."""
    if wanted < LEAST_MOVE or quarters <= 0 or not sets_off(battle, unit):
        return False
    return march(battle, unit, heading, wanted, quarters, How.MARCHES) > 0

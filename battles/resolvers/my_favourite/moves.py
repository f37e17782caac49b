"""Moves, formations, charges (MFR-16 to MFR-24)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Land, Status
from battles.resolvers.common.events import Event
from battles.resolvers.common.journal import log_event, log_here, log_pose
from battles.resolvers.common.land import land_at, may_enter
from battles.resolvers.common.march import (
    ahead_x,
    ahead_y,
    board_ahead,
    clear_ahead,
    free_ahead,
    go_ahead,
    through_friends,
    turn_to,
)
from battles.resolvers.common.plane import (
    FAR,
    FLANK,
    FRONT,
    aside_of,
    bearing,
    blocked_by,
    front_x,
    front_y,
    inside_board,
    put,
    side_struck,
    step_x,
    step_y,
    turn_between,
)
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite.codes import FREE_TURN, INCH, MAY_WHEEL, ROAD_BONUS, Form, How, Move, Own, Stand
from battles.resolvers.my_favourite.morale import stand_to
from battles.resolvers.my_favourite.troops import fit_base, is_light, move_of, plain_move

STEP, SHORT, LEFT_FACE, MOST_CHARGERS = 50, 4, 3, 2
CANNOT, TOUCHING, INSIDE = range(3)


@kernel
def budget(battle: Battle, unit: int) -> int:
    """MFR-20 The move that a unit may spend: all, half or nothing."""
    rate = battle.own[unit, Own.RATE]
    return 0 if rate == Move.NONE else move_of(battle, unit) // (2 if rate == Move.HALF else 1)


@kernel
def turn_price(battle: Battle, unit: int, heading: int) -> int:
    """MFR-18 Return what a turn costs: half a move; for light troops up to 45 degrees nothing."""
    turn = abs(turn_between(battle.heading[unit], heading))
    if turn == 0 or (is_light(battle, unit) and turn <= battle.num[FREE_TURN]):
        return 0
    return move_of(battle, unit) // 2


@kernel
def wheel_price(battle: Battle, unit: int, heading: int) -> int:
    """MFR-18 Return what a wheel costs: the way of the outer corner, in whole steps upwards."""
    turn = abs(turn_between(battle.heading[unit], heading))
    return (battle.width[unit] * turn * 355 + 20_339) // 20_340


@kernel
def wheel(battle: Battle, unit: int, heading: int) -> bool:
    """MFR-18 Wheel about the inner front corner; False where there is no room, and nothing is changed."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    half = battle.width[unit] // 2 * (1 if turn_between(before, heading) > 0 else -1)
    deep = battle.depth[unit] // 2
    px = x + step_x(battle, before, deep) + step_x(battle, before + 90, half)
    py = y + step_y(battle, before, deep) + step_y(battle, before + 90, half)
    put(battle, unit, px - step_x(battle, heading, deep) - step_x(battle, heading + 90, half),
        py - step_y(battle, heading, deep) - step_y(battle, heading + 90, half), heading)  # fmt: skip
    if inside_board(battle, unit) and blocked_by(battle, unit, NOBODY) == NOBODY:
        return True
    put(battle, unit, x, y, before)
    return False


@kernel
def face_to(battle: Battle, unit: int, heading: int, purse: int) -> int:
    """MFR-18 Turn or wheel to a heading, whichever is cheaper; returns what it costs, -1 where it cannot."""
    if battle.heading[unit] == heading % 360:
        return 0
    turn, round_corner = turn_price(battle, unit, heading), wheel_price(battle, unit, heading)
    may = battle.num[MAY_WHEEL] == 1 and round_corner < turn and round_corner <= purse
    if may and wheel(battle, unit, heading % 360):
        return round_corner
    if turn <= purse and turn_to(battle, unit, heading, NOBODY):
        return turn
    return -1


@kernel
def front_bits(battle: Battle, unit: int, length: int) -> int:
    """MFR-22 The land before the middle of a unit's front edge when it has gone ``length``."""
    x, y, heading = front_x(battle, unit), front_y(battle, unit), battle.heading[unit]
    return land_at(battle, x + step_x(battle, heading, length), y + step_y(battle, heading, length))


@kernel
def land_ahead(battle: Battle, unit: int, length: int, purse: int) -> int:
    """MFR-17 MFR-22 How much of ``length`` a purse pays for: rough ground costs double, an obstacle half a move more.

    A column has nothing more in rough ground; a town ends the move. On a road all the way a march column has more.
    """
    gone, inside, half = 0, front_bits(battle, unit, 0) & Land.OBSTACLE != 0, move_of(battle, unit) // 2
    bits = land_at(battle, battle.x[unit], battle.y[unit])
    bonus = battle.num[ROAD_BONUS] * INCH if battle.own[unit, Own.FORM] == Form.MARCH and bits & Land.ROAD else 0
    extra = move_of(battle, unit) - plain_move(battle, unit) if battle.arm[unit] == Arm.FOOT else 0
    while gone < length:
        step = min(STEP, length - gone)
        bits = land_at(battle, ahead_x(battle, unit, gone + step), ahead_y(battle, unit, gone + step))
        bonus = bonus if bits & Land.ROAD else 0
        rough = bits & Land.ROUGH != 0 and bits & Land.ROAD == 0
        if rough:
            purse, extra = purse - extra, 0
        before = front_bits(battle, unit, gone + step) & Land.OBSTACLE != 0
        price = step * (2 if rough else 1) + (half if before and not inside else 0)
        if not may_enter(battle, unit, bits):
            break
        if price > purse + bonus:
            gone += 0 if before and not inside else max(0, purse + bonus) // (2 if rough else 1)
            break
        purse, gone, inside = purse - price, gone + step, before
        if bits & Land.TOWN:
            break
    return gone


@kernel
def advance(battle: Battle, unit: int, length: int, purse: int) -> int:
    """MFR-22 MFR-24 Go straight ahead as far as purse, land and bases allow; returns how far."""
    length = board_ahead(battle, unit, land_ahead(battle, unit, length, purse))
    if is_light(battle, unit):
        length = through_friends(battle, unit, length, STEP, SHORT)
    else:
        clear = clear_ahead(battle, unit, length, NOBODY)
        length = clear if clear == length else max(0, clear - SHORT)
    go_ahead(battle, unit, length)
    return length


@kernel
def march(battle: Battle, unit: int, heading: int, length: int) -> None:
    """MFR-16 MFR-18 MFR-20 Turn or wheel towards a heading, then straight ahead; half a move pays for one of them."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    purse = budget(battle, unit)
    paid = face_to(battle, unit, heading, purse)
    turn_x, turn_y = battle.x[unit], battle.y[unit]
    left = purse - paid if paid > 0 else purse
    if battle.own[unit, Own.RATE] == Move.HALF and paid > 0:
        left = 0
    gone = 0
    if length > 0 and left > 0:
        gone = advance(battle, unit, min(length, left + (battle.num[ROAD_BONUS] * INCH)), left)
    if battle.x[unit] == x and battle.y[unit] == y and battle.heading[unit] == before:
        return
    battle.own[unit, Own.PACE] = gone
    free = gone == 0 and paid == 0 and is_light(battle, unit)
    battle.own[unit, Own.MOVED] = 0 if free else 1
    log_event(battle, Event.MOVE, rule=18, side=unit // SIDE_UNITS, unit=unit, how=How.MOVE)
    log_pose(battle, x, y, before)
    log_pose(battle, turn_x, turn_y, battle.heading[unit])
    log_here(battle, unit)


@kernel
def reform(battle: Battle, unit: int, form: int) -> bool:
    """MFR-19 Change formation for half a move, its front edge where it was; False where there is no room."""
    purse, price, before = budget(battle, unit), move_of(battle, unit) // 2, battle.own[unit, Own.FORM]
    if battle.arm[unit] != Arm.FOOT or form == before or purse < price:
        return False
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    deep = battle.depth[unit] // 2
    battle.own[unit, Own.FORM] = form
    fit_base(battle, unit)
    shift = deep - battle.depth[unit] // 2
    put(battle, unit, x + step_x(battle, heading, shift), y + step_y(battle, heading, shift), heading)
    if not inside_board(battle, unit) or blocked_by(battle, unit, NOBODY) != NOBODY:
        battle.own[unit, Own.FORM] = before
        fit_base(battle, unit)
        put(battle, unit, x, y, heading)
        return False
    battle.own[unit, Own.MOVED], battle.own[unit, Own.RATE] = (
        1,
        Move.NONE if battle.own[unit, Own.RATE] == Move.HALF else Move.HALF,
    )
    log_event(battle, Event.FORMATION, rule=19, side=unit // SIDE_UNITS, unit=unit, formation=form)
    log_here(battle, unit)
    return True


@kernel
def face_struck(battle: Battle, target: int, x: int, y: int) -> int:
    """MFR-23 Which face of a unit a point lies before: 0 front, 1 right, 2 rear, 3 left."""
    where = side_struck(battle, target, x, y)
    return LEFT_FACE if where == FLANK and aside_of(battle, target, x, y) < 0 else where


@kernel
def has_room(battle: Battle, target: int, face: int) -> bool:
    """MFR-23 At most two charge an enemy, on different faces."""
    found = 0
    for side in range(SIDES):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.own[other, Own.FOE] == target:
                found += 1
                if face_struck(battle, target, battle.x[other], battle.y[other]) == face:
                    return False
    return found < MOST_CHARGERS


@kernel
def may_charge(battle: Battle, unit: int, target: int) -> bool:
    """MFR-23 May a unit charge an enemy at all?"""
    bits = land_at(battle, battle.x[target], battle.y[target])
    if battle.arm[unit] == Arm.CAV:
        return not bits & Land.TOWN and (not bits & Land.ROUGH or is_light(battle, unit))
    if battle.arm[unit] != Arm.FOOT or battle.own[unit, Own.FORM] == Form.MARCH:
        return False
    return battle.arm[target] != Arm.CAV


@kernel
def charge_reach(battle: Battle, unit: int, target: int) -> int:
    """MFR-23 How far straight ahead into contact with a target; -1 where there is no way that the purse pays for."""
    length, purse = free_ahead(battle, unit, target), budget(battle, unit)
    if length == FAR or length > purse or clear_ahead(battle, unit, length, target) < length:
        return -1
    if board_ahead(battle, unit, length) < length:
        return -1
    face = face_struck(battle, target, ahead_x(battle, unit, length), ahead_y(battle, unit, length))
    return length if has_room(battle, target, face) else -1


@kernel
def charge_way(battle: Battle, unit: int, target: int) -> int:
    """MFR-23 The length of a charge after at most one turn or wheel; -1: none. Nobody moves."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    heading = bearing(battle, x, y, battle.x[target], battle.y[target])
    ahead = charge_reach(battle, unit, target)
    if ahead >= 0 and land_ahead(battle, unit, ahead, budget(battle, unit)) == ahead:
        return ahead
    paid, length = face_to(battle, unit, heading, budget(battle, unit)), -1
    if paid >= 0 and (paid == 0 or battle.own[unit, Own.RATE] != Move.HALF):
        length = charge_reach(battle, unit, target)
        if (
            length > budget(battle, unit) - paid
            or land_ahead(battle, unit, length, budget(battle, unit) - paid) < length
        ):
            length = -1
    put(battle, unit, x, y, before)
    return length


@kernel
def side_charged(battle: Battle, unit: int, target: int) -> int:
    """MFR-37 Which side of its target a unit strikes: from where it charges."""
    return side_struck(battle, target, battle.x[unit], battle.y[unit])


@kernel
def close_in(battle: Battle, unit: int, target: int, length: int, purse: int) -> None:
    """MFR-15 MFR-23 The target tests whether it stands; who goes back is caught where the charge still reaches him."""
    where = side_struck(battle, target, ahead_x(battle, unit, length), ahead_y(battle, unit, length))
    if where != FRONT:
        battle.own[target, Own.FLANKED] = battle.turn
    if stand_to(battle, target, unit) >= Stand.SECOND:
        further = free_ahead(battle, unit, target) if battle.status[target] == Status.BOARD else FAR
        caught = further <= purse and clear_ahead(battle, unit, further, target) >= further
        if caught and land_ahead(battle, unit, further, purse) == further:
            length = further
        else:
            target = NOBODY
            clear = clear_ahead(battle, unit, length, NOBODY)
            length = clear if clear == length else max(0, clear - SHORT)
    go_ahead(battle, unit, length)
    if target != NOBODY:
        battle.own[unit, Own.FOE] = target


@kernel
def charge(battle: Battle, unit: int, target: int, how: int) -> None:
    """MFR-23 Turn or wheel once, go straight into contact with a target who may not await it."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    battle.own[unit, Own.FROM_X], battle.own[unit, Own.FROM_Y] = x, y
    purse, length = budget(battle, unit), charge_reach(battle, unit, target)
    if length < 0 or land_ahead(battle, unit, length, purse) < length:
        purse -= max(0, face_to(battle, unit, bearing(battle, x, y, battle.x[target], battle.y[target]), purse))
    turn_x, turn_y = battle.x[unit], battle.y[unit]
    battle.own[unit, Own.MOVED] = battle.own[unit, Own.CHARGED] = 1
    close_in(battle, unit, target, free_ahead(battle, unit, target), purse)
    log_event(battle, Event.MOVE, rule=23, side=unit // SIDE_UNITS, unit=unit, how=how)
    log_pose(battle, x, y, before)
    log_pose(battle, turn_x, turn_y, battle.heading[unit])
    log_here(battle, unit)
    if battle.own[unit, Own.FOE] == target:
        where = side_struck(battle, target, battle.x[unit], battle.y[unit])
        log_event(battle, Event.CONTACT, rule=23, side=unit // SIDE_UNITS, attacker=unit, defender=target, where=where)

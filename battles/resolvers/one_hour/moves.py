"""Moves and charges (OHW-03 to OHW-07, OHW-16, OHW-17)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land
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
    FRONT,
    bearing,
    front_x,
    front_y,
    overlaps,
    put,
    side_struck,
    stands_well,
    step_x,
    step_y,
    turn_between,
)
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.attack import is_skirmisher
from battles.resolvers.one_hour.codes import INCH, MAY_ASSAULT, PIVOT, ROAD_BONUS, ROUGH_MOST, How, Own
from battles.resolvers.one_hour.losses import face_is_free, face_struck, join, only_foe
from battles.resolvers.one_hour.melee import reach_of

STEP = 50
"""The land on a way is looked at every half inch."""
SHORT = 4
"""Steps that a unit stops short of one in its way."""
LONGEST_TURN, CLOSE = 300, 5
CANNOT, TOUCHING, INSIDE = range(3)
"""OHW-06 What an obstacle is for a unit: closed, one that it touches and may cross now, one that it is crossing."""


@kernel
def pivoted(battle: Battle, unit: int, heading: int) -> int:
    """OHW-04 The heading nearest to a wanted one that a pivot can reach."""
    most, turn = battle.num[PIVOT], turn_between(battle.heading[unit], heading)
    return (battle.heading[unit] + max(-most, min(most, turn))) % 360


@kernel
def front_bits(battle: Battle, unit: int, length: int) -> int:
    """OHW-06 The land before the middle of a unit's front edge when it has gone ``length``."""
    x, y = front_x(battle, unit), front_y(battle, unit)
    heading = battle.heading[unit]
    return land_at(battle, x + step_x(battle, heading, length), y + step_y(battle, heading, length))


@kernel
def at_obstacle(battle: Battle, unit: int) -> int:
    """OHW-06 How a unit stands to the obstacle before it."""
    if front_bits(battle, unit, 0) & Land.OBSTACLE:
        return INSIDE
    return TOUCHING if front_bits(battle, unit, STEP) & Land.OBSTACLE else CANNOT


@kernel
def land_ahead(battle: Battle, unit: int, length: int, base: int) -> int:
    """OHW-05 OHW-06 How much of ``length`` the land lets a unit go straight ahead; beyond ``base`` only on a road."""
    gone, over = 0, at_obstacle(battle, unit)
    bits = land_at(battle, battle.x[unit], battle.y[unit])
    rough, road = bits & Land.ROUGH != 0, bits & Land.ROAD != 0
    while gone < length:
        further = min(length, gone + STEP)
        bits = land_at(battle, ahead_x(battle, unit, further), ahead_y(battle, unit, further))
        road = road and bits & Land.ROAD != 0
        if not may_enter(battle, unit, bits) or (further > base and not road):
            break
        if front_bits(battle, unit, further) & Land.OBSTACLE:
            if over == CANNOT:
                break
            over = INSIDE
        elif over == INSIDE:
            over = CANNOT
        if bits & Land.ROUGH and not rough and not bits & Land.ROAD:
            length = min(length, gone + battle.num[ROUGH_MOST] * INCH)
        rough = bits & Land.ROUGH != 0
        gone = min(further, length)
    return gone


@kernel
def advance(battle: Battle, unit: int, length: int) -> None:
    """OHW-04 OHW-07 OHW-28 Go straight ahead as far as one may, at most ``length``; skirmishers pass friends."""
    base = reach_of(battle, unit)
    length = land_ahead(battle, unit, min(length, base + battle.num[ROAD_BONUS] * INCH), base)
    if is_skirmisher(battle, unit):
        length = through_friends(battle, unit, board_ahead(battle, unit, length), STEP, SHORT)
    else:
        clear = clear_ahead(battle, unit, length, NOBODY)
        length = board_ahead(battle, unit, clear if clear == length else max(0, clear - SHORT))
    go_ahead(battle, unit, length)


@kernel
def march(battle: Battle, unit: int, heading: int, length: int, facing: int) -> None:
    """OHW-04 Pivot towards a heading, go straight ahead, pivot towards a facing; each as far as one may."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    turn_to(battle, unit, pivoted(battle, unit, heading), NOBODY)
    if length > 0:
        advance(battle, unit, length)
    to_x, to_y, way = battle.x[unit], battle.y[unit], battle.heading[unit]
    turn_to(battle, unit, pivoted(battle, unit, facing), NOBODY)
    if to_x == x and to_y == y and battle.heading[unit] == before:
        return
    battle.own[unit, Own.MOVED] = 1
    log_event(battle, Event.MOVE, rule=4, side=unit // SIDE_UNITS, unit=unit, how=How.MOVE)
    log_pose(battle, x, y, before)
    log_pose(battle, to_x, to_y, way)
    log_here(battle, unit)


@kernel
def may_charge(battle: Battle, unit: int, target: int) -> bool:
    """OHW-16 May a unit come into contact with an enemy at all?"""
    bits = land_at(battle, battle.x[target], battle.y[target])
    if battle.arm[unit] == Arm.CAV:
        return not bits & (Land.ROUGH | Land.TOWN)
    if battle.arm[unit] != Arm.FOOT or battle.num[MAY_ASSAULT] == 0:
        return False
    return battle.arm[target] == Arm.ART or (battle.arm[target] == Arm.FOOT and bits & Land.TOWN != 0)


@kernel
def charge_length(battle: Battle, unit: int, target: int) -> int:
    """OHW-16 How far it is straight ahead into contact with a target; -1 where the way is not open."""
    reach = reach_of(battle, unit)
    length = free_ahead(battle, unit, target)
    if length == FAR or length > reach or clear_ahead(battle, unit, length, target) < length:
        return -1
    x, y = ahead_x(battle, unit, length), ahead_y(battle, unit, length)
    if not face_is_free(battle, target, face_struck(battle, target, x, y)):
        return -1
    if board_ahead(battle, unit, length) < length:
        return -1
    return length if land_ahead(battle, unit, length, reach) == length else -1


@kernel
def charge_way(battle: Battle, unit: int, target: int) -> int:
    """OHW-16 The length of a charge after one pivot towards the target; -1 where there is none. Nobody moves."""
    before = battle.heading[unit]
    heading = bearing(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    length = -1
    if turn_to(battle, unit, pivoted(battle, unit, heading), NOBODY):
        length = charge_length(battle, unit, target)
    battle.heading[unit] = before
    return length


@kernel
def side_charged(battle: Battle, unit: int, target: int, length: int) -> int:
    """OHW-14 Which side of the target a charge of this length would strike."""
    heading = bearing(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    way = pivoted(battle, unit, heading)
    x = battle.x[unit] + step_x(battle, way, length)
    return side_struck(battle, target, x, battle.y[unit] + step_y(battle, way, length))


@kernel
def charge(battle: Battle, unit: int, target: int, length: int) -> None:
    """OHW-16 Pivot, go straight ahead into contact with a target."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    turn_to(battle, unit, pivoted(battle, unit, bearing(battle, x, y, battle.x[target], battle.y[target])), NOBODY)
    go_ahead(battle, unit, length)
    battle.own[unit, Own.MOVED] = 1
    face = face_struck(battle, target, battle.x[unit], battle.y[unit])
    how = How.CHARGE if battle.arm[unit] == Arm.CAV else How.ASSAULT
    log_event(battle, Event.MOVE, rule=16, side=unit // SIDE_UNITS, unit=unit, how=how)
    log_pose(battle, x, y, before)
    log_here(battle, unit)
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    log_event(battle, Event.CONTACT, rule=16, side=unit // SIDE_UNITS, attacker=unit, defender=target, where=where)
    join(battle, unit, target, face)


@kernel
def draw_back(battle: Battle, unit: int, foe: int) -> None:
    """OHW-17 A deep base that has turned goes back until it lies clear of the enemy before it."""
    gone = 0
    while gone < LONGEST_TURN and overlaps(battle, unit, foe):
        go_ahead(battle, unit, -CLOSE)
        gone += CLOSE


@kernel
def turn_to_foe(battle: Battle, unit: int) -> None:
    """OHW-17 A unit struck in flank or rear turns to its one enemy and closes up to him."""
    foe = only_foe(battle, unit)
    if foe == NOBODY or side_struck(battle, unit, battle.x[foe], battle.y[foe]) == FRONT:
        return
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    if not turn_to(battle, unit, battle.heading[foe] + 180, foe):
        return
    draw_back(battle, unit, foe)
    length = free_ahead(battle, unit, foe)
    if length > LONGEST_TURN or clear_ahead(battle, unit, length, foe) < length:
        put(battle, unit, x, y, before)
        return
    go_ahead(battle, unit, length)
    if not stands_well(battle, unit, NOBODY):
        put(battle, unit, x, y, before)
        return
    battle.own[unit, Own.MOVED] = 1
    log_event(battle, Event.TURNED, rule=17, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)

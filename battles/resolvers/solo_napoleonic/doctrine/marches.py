"""The approach of a unit, round friends and closed ground (D.11)."""

from battles.resolvers.common.codes import NOBODY, Arm, Land, Status
from battles.resolvers.common.land import bits_between, may_enter
from battles.resolvers.common.plane import bearing, beyond, cosine, distance, turn_between
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import B_BLOCKER, B_BRIDGES, B_FIRST_BRIDGE, MM, Form, How, Own, State
from battles.resolvers.solo_napoleonic.doctrine.aims import gap_to
from battles.resolvers.solo_napoleonic.fighting.losses import gap_of
from battles.resolvers.solo_napoleonic.fighting.morale import home_heading
from battles.resolvers.solo_napoleonic.fighting.shooting import (
    OUT_OF_RANGE,
    fire_at,
    fire_gap,
    gun_band,
    in_fire_arc,
    may_fire,
    reach_of,
)
from battles.resolvers.solo_napoleonic.footing import end, first, in_view, normal_move, set_base, side_of
from battles.resolvers.solo_napoleonic.movement.moves import (
    QUARTERS_A_TURN,
    advance,
    carries_on,
    log_way,
    sets_off,
    step_out,
    turn_to,
)
from battles.resolvers.solo_napoleonic.movement.ways import (
    AHEAD,
    BACK,
    LEFT,
    RIGHT,
    free_of_bases,
    free_of_land,
    free_way,
    room_for,
)

FAN = (0, 30, -30, 60, -60)


@kernel
def is_open(battle: Battle, unit: int, x: int, y: int) -> bool:
    """COM-11 May a unit go straight to a point, as far as the land is concerned?"""
    return may_enter(battle, unit, bits_between(battle, battle.x[unit], battle.y[unit], x, y) & Land.CLOSED)


@kernel
def bridge_to(battle: Battle, unit: int, x: int, y: int) -> int:
    """COM-11 The bridge over which the way to a point is shortest; -1 without one."""
    best, found = FAR, NOBODY
    for i in range(battle.battle_own[B_BRIDGES]):
        bx, by = battle.battle_own[B_FIRST_BRIDGE + 2 * i], battle.battle_own[B_FIRST_BRIDGE + 2 * i + 1]
        length = distance(battle.x[unit], battle.y[unit], bx, by) + distance(bx, by, x, y)
        if length < best:
            best, found = length, i
    return found


@kernel
def aim_at(battle: Battle, unit: int, x: int, y: int) -> int:
    """D.11 The heading to a point; where water lies between, to the bridge and over it."""
    my_x, my_y = battle.x[unit], battle.y[unit]
    i = NOBODY if is_open(battle, unit, x, y) else bridge_to(battle, unit, x, y)
    if i != NOBODY:
        x, by = battle.battle_own[B_FIRST_BRIDGE + 2 * i], battle.battle_own[B_FIRST_BRIDGE + 2 * i + 1]
        y = by if distance(my_x, my_y, x, by) > 4 * battle.cell else (y + by) // 2
    return bearing(battle, my_x, my_y, x, y)


FREE_GAP = 300 * MM
FREE_TURN = 50
SHORT_OF = 30 * MM
TOO_NEAR = 30 * MM
LEAST_MARCH = 40 * MM


@kernel
def straight_on(battle: Battle, unit: int, foe: int, aim: int) -> int:
    """D.11 The heading of a march: far from the enemy straight ahead, so that units keep apart; near, at the enemy."""
    ahead = (home_heading(battle, unit) + 180) % 360
    if gap_to(battle, unit, foe) > FREE_GAP and abs(turn_between(ahead, aim)) <= FREE_TURN:
        return ahead
    return aim


@kernel
def room_ahead(battle: Battle, unit: int, heading: int, wanted: int) -> int:
    """D.11 How far to go on a heading so that 3 cm are left short of a friend; all of it where none is near."""
    before = battle.heading[unit]
    battle.heading[unit] = heading % 360
    if before != battle.heading[unit] and not room_for(battle, unit):
        battle.heading[unit] = before
        return 0
    way = free_of_land(battle, unit, heading % 360, wanted)
    free = free_of_bases(battle, unit, AHEAD, way + SHORT_OF, NOBODY)
    met = battle.battle_own[B_BLOCKER]
    battle.heading[unit] = before
    if met == NOBODY or side_of(met) != side_of(unit):
        return way
    return min(way, free - SHORT_OF)


@kernel
def best_heading(battle: Battle, unit: int, aim: int, wanted: int) -> int:
    """D.11 The heading near the one wanted on which a unit comes forward farthest, round friends who stand there."""
    best, found = -1, aim
    for off in FAN:
        room = room_ahead(battle, unit, aim + off, wanted)
        if off == 0 and 2 * room >= wanted:
            return aim
        gain = room * cosine(battle, off) // 1000
        if gain > best:
            best, found = gain, (aim + off) % 360
    return found


@kernel
def sidles(battle: Battle, unit: int, quarters: int) -> bool:
    """SNW-19 D.11 Who finds no way forward steps aside, at most half a move, to the side where there is more room."""
    length = normal_move(battle, unit) * quarters // (2 * QUARTERS_A_TURN)
    right = free_way(battle, unit, RIGHT, length + SHORT_OF, NOBODY) - SHORT_OF
    left = free_way(battle, unit, LEFT, length + SHORT_OF, NOBODY) - SHORT_OF
    if max(right, left) < LEAST_MARCH or not sets_off(battle, unit):
        return False
    step_out(battle, unit, RIGHT if right >= left else LEFT, max(right, left), How.SIDLES, 19, battle.heading[unit])
    battle.own[unit, Own.MOVED] = 1
    return True


@kernel
def draws_back(battle: Battle, unit: int, foe: int) -> bool:
    """SNW-19 D.11 Who touches an enemy that is not in its arc draws back, so that it can fire and charge again."""
    if gap_to(battle, unit, foe) > TOO_NEAR or in_fire_arc(battle, unit, foe) or battle.own[unit, Own.LOCK] != NOBODY:
        return False
    length = free_way(battle, unit, BACK, FREE_GAP // 5, NOBODY)
    if length < SHORT_OF:
        return False
    step_out(battle, unit, BACK, length, How.GOES_BACK, 19, battle.heading[unit])
    battle.own[unit, Own.MOVED] = 1
    return True


@kernel
def goes(battle: Battle, unit: int, foe: int, wanted: int, quarters: int) -> bool:
    """D.11 March toward an enemy, round closed ground and over bridges, short of friends."""
    aim = straight_on(battle, unit, foe, aim_at(battle, unit, battle.x[foe], battle.y[foe]))
    wanted = min(wanted, normal_move(battle, unit))
    heading = best_heading(battle, unit, aim, wanted)
    room = room_ahead(battle, unit, heading, wanted)
    if room < min(wanted, LEAST_MARCH):
        return sidles(battle, unit, quarters)
    return advance(battle, unit, heading, room, quarters)


@kernel
def has_room_as(battle: Battle, unit: int, form: int) -> bool:
    """SNW-27 Has a unit room for the base of a formation?"""
    before = battle.own[unit, Own.FORM]
    set_base(battle, unit, form)
    free = room_for(battle, unit)
    set_base(battle, unit, before)
    return free


FAR = 1 << 40
FAR_GAPS = 100_000


@kernel
def best_small_target(battle: Battle, unit: int, reach: int) -> int:
    """D.11 The nearest enemy that small arms can hit within a distance."""
    side, best, found = side_of(unit), reach + 1, NOBODY
    for other in range(first(1 - side), end(battle, 1 - side)):
        if battle.status[other] != Status.BOARD or battle.own[other, Own.LOCK] != NOBODY:
            continue
        if beyond(battle, unit, other, reach) or gap_to(battle, unit, other) > reach:
            continue
        gap = fire_gap(battle, unit, other)
        if gap < best and in_fire_arc(battle, unit, other) and in_view(battle, unit, other):
            best, found = gap, other
    return found


@kernel
def gun_worth(battle: Battle, other: int, band: int) -> int:
    """D.11 Return what a shot is worth: canister first, then squares and columns, guns last."""
    form = battle.own[other, Own.FORM]
    made = 20 - 4 * band + 4 * int(form == Form.SQUARE) + 2 * int(form == Form.COLUMN) + battle.own[other, Own.CHITS]
    return made - 6 * int(battle.arm[other] == Arm.ART) - 3 * int(battle.own[other, Own.STATE] >= State.RETREATING)


@kernel
def best_gun_target(battle: Battle, unit: int) -> int:
    """D.11 The enemy that a battery fires at."""
    side, best, found = side_of(unit), -FAR, NOBODY
    reach = reach_of(battle, unit)
    for other in range(first(1 - side), end(battle, 1 - side)):
        if battle.status[other] != Status.BOARD or battle.own[other, Own.LOCK] != NOBODY:
            continue
        gap = gap_of(battle, unit, other)
        if gap > 2 * reach or not in_fire_arc(battle, unit, other):
            continue
        gap = fire_gap(battle, unit, other)
        band = gun_band(battle, unit, gap)
        if band == OUT_OF_RANGE:
            continue
        worth = gun_worth(battle, other, band) * FAR_GAPS - gap
        if worth > best and in_view(battle, unit, other):
            best, found = worth, other
    return found


@kernel
def fires(battle: Battle, unit: int, reach: int) -> bool:
    """D.11 Fire at the best target there is within a distance."""
    if not may_fire(battle, unit):
        return False
    target = best_gun_target(battle, unit) if battle.arm[unit] == Arm.ART else best_small_target(battle, unit, reach)
    if target == NOBODY:
        return False
    fire_at(battle, unit, target)
    return True


@kernel
def faces(battle: Battle, unit: int, foe: int) -> None:
    """SNW-19 Turn on the spot to an enemy who is out of the arc; beyond the free turn it counts as a move."""
    if in_fire_arc(battle, unit, foe) or battle.own[unit, Own.FORM] == Form.SQUARE:
        return
    before = battle.heading[unit]
    aim = bearing(battle, battle.x[unit], battle.y[unit], battle.x[foe], battle.y[foe])
    if turn_to(battle, unit, aim):
        if abs(turn_between(before, aim)) > battle.num[n.MOVE_TURN_FREE]:
            battle.own[unit, Own.MOVED] = 1
        log_way(battle, unit, battle.x[unit], battle.y[unit], before, How.TURNS, 19)


@kernel
def stands_and_fires(battle: Battle, unit: int, foe: int, reach: int) -> None:
    """SNW-25 Stand, unless the unit carries on, and fire."""
    if not carries_on(battle, unit):
        faces(battle, unit, foe)
        fires(battle, unit, reach)

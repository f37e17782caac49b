"""The target of a unit's fire (D.11)."""

from battles.resolvers.common.codes import NOBODY, Arm, Status
from battles.resolvers.common.plane import bearing, beyond, turn_between
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import numbers as n
from battles.resolvers.solo_napoleonic.codes import Form, How, Own, State
from battles.resolvers.solo_napoleonic.doctrine.aims import gap_to
from battles.resolvers.solo_napoleonic.footing import end, first, side_of
from battles.resolvers.solo_napoleonic.losses import gap_of
from battles.resolvers.solo_napoleonic.moves import carries_on, log_way, turn_to
from battles.resolvers.solo_napoleonic.shooting import (
    OUT_OF_RANGE,
    fire_at,
    fire_gap,
    gun_band,
    in_fire_arc,
    may_fire,
    reach_of,
)
from battles.resolvers.solo_napoleonic.sight import in_view

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

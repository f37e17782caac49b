"""Units that begin their turn next to an enemy: each faces one, or leaves by an order (SQB-16, C.9)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land
from battles.resolvers.common.ending import unit_strength
from battles.resolvers.common.events import Event
from battles.resolvers.common.journal import log_event, log_here, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import way_from
from battles.resolvers.common.squares import DX, DY, bits_at, enemy_beside, facing_to, forward, steps_between, who_is_at
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import RALLY_HELPED, RALLY_NEEDED, Die, How, Modifier, Own
from battles.resolvers.square_brigadier.command import give_order, giver_for
from battles.resolvers.square_brigadier.melee import blow_worth
from battles.resolvers.square_brigadier.moves import (
    PLACES,
    TO_LEAVE,
    explore,
    may_end_at,
    move_to,
    place_x,
    place_y,
    turn_to,
)
from battles.resolvers.square_brigadier.shooting import best_target, has_moved, shoot
from battles.resolvers.square_brigadier.troops import commander_there, has_firearms, is_mounted, range_of, reach_of

STAY = -1


@kernel
def is_worn(battle: Battle, unit: int) -> bool:
    """C.9 Would the next hit destroy a unit that came with more? It keeps away from the enemy and rallies."""
    return battle.left[unit] == 1 and battle.cap[unit] > 1


@kernel
def facing_in_contact(battle: Battle, unit: int) -> int:
    """SQB-16 C.9 The facing with most enemies ahead, those first who are nearly gone; it looks at one of them."""
    best, found = -1, battle.heading[unit]
    kept = found
    for facing in range(8):
        other = who_is_at(battle, battle.x[unit] + DX[facing], battle.y[unit] + DY[facing])
        if other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS:
            battle.heading[unit] = facing
            worth = 100 + blow_worth(battle, other) + int(facing == kept)
            for turn in (7, 1):
                ahead = (facing + turn) % 8
                beside = who_is_at(battle, battle.x[unit] + DX[ahead], battle.y[unit] + DY[ahead])
                worth += 12 * int(beside != NOBODY and beside // SIDE_UNITS != unit // SIDE_UNITS)
            if worth > best:
                best, found = worth, facing
    battle.heading[unit] = kept
    return found


@kernel
def wants_to_leave(battle: Battle, unit: int) -> bool:
    """C.9 Does a unit rather leave contact: guns always, others at their last hit unless the enemy is at his?"""
    if battle.arm[unit] == Arm.ART:
        return True
    other = enemy_beside(battle, unit)
    return is_worn(battle, unit) and battle.left[other] > 1


@kernel
def leave_contact(battle: Battle, unit: int) -> bool:
    """SQB-16 Leave for a square that is next to no enemy, the farthest from the enemy's edge."""
    explore(battle, unit, reach_of(battle, unit), TO_LEAVE)
    best, found = -1, STAY
    for place in range(PLACES):
        if may_end_at(battle, unit, place):
            far = way_from(battle, unit, place_x(battle, unit, place), place_y(battle, unit, place))
            if far > best:
                best, found = far, place
    if found == STAY or not give_order(battle, unit):
        return False
    move_to(battle, unit, found, forward(battle, unit // SIDE_UNITS), How.LEAVE)
    return True


@kernel
def act_in_contact(battle: Battle, unit: int) -> None:
    """SQB-16 Face an enemy, or leave by an order."""
    leaves = battle.own[unit, Own.PINNED] == 0 and wants_to_leave(battle, unit) and giver_for(battle, unit) != NOBODY
    if leaves and leave_contact(battle, unit):
        return
    facing = facing_in_contact(battle, unit)
    if facing != battle.heading[unit]:
        turn_to(battle, unit, facing, 16)


@kernel
def may_rally(battle: Battle, unit: int) -> bool:
    """SQB-46 May a unit rally: with hits, at rest, next to no enemy?"""
    if battle.left[unit] >= battle.cap[unit] or battle.own[unit, Own.SHOT] == 1 or has_moved(battle, unit):
        return False
    return enemy_beside(battle, unit) == NOBODY


@kernel
def is_helped(battle: Battle, unit: int) -> bool:
    """SQB-46 Is a commander with a unit, or a friend beside it?"""
    if commander_there(battle, unit) != NOBODY:
        return True
    for direction in range(8):
        other = who_is_at(battle, battle.x[unit] + DX[direction], battle.y[unit] + DY[direction])
        if other != NOBODY and other // SIDE_UNITS == unit // SIDE_UNITS:
            return True
    return False


@kernel
def rally(battle: Battle, unit: int) -> None:
    """SQB-46 A die of 4 or more removes a hit; help adds 1."""
    adds = battle.num[RALLY_HELPED] if is_helped(battle, unit) else 0
    done = throw(battle, 6, Die.RALLY) + adds >= battle.num[RALLY_NEEDED]
    battle.left[unit] += int(done)
    modify(battle, 0, Modifier.HELPED, adds)
    log_event(
        battle, Event.RALLY, rule=46, side=unit // SIDE_UNITS, unit=unit, sp=unit_strength(battle, unit),
        left=battle.left[unit], passed=int(done),
    )  # fmt: skip
    log_here(battle, unit)


SOON = 3
"""Cavalry dismounts to hold its ground with an enemy within so many squares."""


@kernel
def open_fire(battle: Battle, unit: int, moved: bool) -> bool:
    """SQB-22 C.9 Shoot at the best target ahead; else turn to the best one about, which counts as moving."""
    if battle.own[unit, Own.COLUMN] == 1 or battle.own[unit, Own.MUTE] == 1 or enemy_beside(battle, unit) != NOBODY:
        return False
    target = best_target(battle, unit, moved, False)
    if target == NOBODY:
        target = best_target(battle, unit, True, True)
        if target == NOBODY:
            return False
        turn_to(battle, unit, facing_to(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]), 22)
    shoot(battle, unit, target, False)
    return True


@kernel
def withdraws(battle: Battle, unit: int, x: int, y: int) -> bool:
    """C.9 Does a move to a square lead out of the range of everybody whom a unit can shoot at?"""
    for n in range(1, battle.work[0] + 1):
        other = battle.work[n]
        if steps_between(x, y, battle.x[other], battle.y[other]) <= range_of(battle, unit):
            return False
    return True


@kernel
def shoot_first(battle: Battle, unit: int) -> None:
    """SQB-19 SQB-31 C.9 Shoot before a move of one square, as one that has moved."""
    target = best_target(battle, unit, True, False)
    if target != NOBODY and battle.own[unit, Own.MUTE] == 0 and battle.own[unit, Own.COLUMN] == 0:
        shoot(battle, unit, target, True)


@kernel
def holds_on_foot(battle: Battle, unit: int) -> bool:
    """SQB-40 C.9 Does cavalry with firearms that stands on an obstacle or a hill do better on foot, with enemies
    near?"""
    if not (is_mounted(battle, unit) and has_firearms(battle, unit)) or battle.own[unit, Own.NEAR] > SOON:
        return False
    return bits_at(battle, battle.x[unit], battle.y[unit]) & (Land.OBSTACLE | Land.HILL) != 0

"""Units that begin their turn next to an enemy: each faces one, or leaves by an order (SQB-16, C.9)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import DX, DY, enemy_beside, forward, who_is_at
from battles.resolvers.common.ways import way_from
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import How, Own
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
from battles.resolvers.square_brigadier.troops import reach_of

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

"""The common part of the generals of both planes: order of acting, plan, reserve (COM-17)."""

from battles.resolvers.common.codes import NOBODY, PLAN_KEYS, SECTOR_KEYS, SIDE_UNITS, SIDES, Arm, Posture, Status
from battles.resolvers.common.ending import lost_units, strength_in
from battles.resolvers.common.plane import FAR, bearing, distance, sees
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

LIMITED, CENTRE = PLAN_KEYS.index("limited"), SECTOR_KEYS.index("centre")
LIMITED_LOSS, RESERVE_LOSS = 25, 2
"""The percentage of its units at whose loss a limited attack stops; the lost units that call the reserve."""
STRONG, OF = 13, 10
"""COM-17 The odds at which an army attacks without its late columns, as those at which it attacks at all."""


@kernel
def nearest(battle: Battle, unit: int) -> int:
    """Return the enemy whose centre is nearest; NOBODY where there is none."""
    side, best, found = 1 - unit // SIDE_UNITS, FAR, NOBODY
    x, y = battle.x[unit], battle.y[unit]
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD:
            dx, dy = battle.x[other] - x, battle.y[other] - y
            if dx * dx + dy * dy < best:
                best, found = dx * dx + dy * dy, other
    return found


@kernel
def nearest_seen(battle: Battle, unit: int, grace: int) -> int:
    """COM-17 The nearest enemy in a unit's sight, whichever way it faces; NOBODY where there is none."""
    side, best, found = 1 - unit // SIDE_UNITS, FAR, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if (
            battle.status[other] == Status.BOARD
            and far_from(battle, unit, other) < best
            and sees(battle, unit, other, grace)
        ):
            best, found = far_from(battle, unit, other), other
    return found


@kernel
def far_from(battle: Battle, unit: int, other: int) -> int:
    """Return the distance of two centres."""
    return distance(battle.x[unit], battle.y[unit], battle.x[other], battle.y[other])


@kernel
def bearing_of(battle: Battle, unit: int, other: int) -> int:
    """Return the heading from one unit to another."""
    return bearing(battle, battle.x[unit], battle.y[unit], battle.x[other], battle.y[other])


@kernel
def enqueue(battle: Battle, unit: int, worth: int, count: int) -> int:
    """COM-17 Put a unit into the queue in ``pick``, the lowest worth first, ties by ids; returns its new length."""
    at = count
    while at > 0 and battle.worth[at - 1] > worth:
        battle.worth[at], battle.pick[at] = battle.worth[at - 1], battle.pick[at - 1]
        at -= 1
    battle.worth[at], battle.pick[at] = worth, unit
    return count + 1


@kernel
def stops_attacking(battle: Battle, side: int) -> bool:
    """COM-17 Does the plan bid a side stop attacking: a quarter of its units are lost in a limited attack?"""
    lost, began = 100 * lost_units(battle, side), battle.start_units[side]
    return battle.plan[side] == LIMITED and lost >= LIMITED_LOSS * began


@kernel
def follow_plan(battle: Battle, side: int, held: int) -> None:
    """COM-17 At the start of a turn: what the plan bids; ``held`` is the column of those whom it holds back."""
    if stops_attacking(battle, side):
        battle.posture[side] = Posture.HOLD
    free = lost_units(battle, side) >= RESERVE_LOSS or 2 * battle.turn >= battle.limit
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[unit, held] == 1 and free and battle.spare[unit] == 0:
            battle.own[unit, held] = 0


@kernel
def outermost(battle: Battle, side: int, right: bool) -> int:
    """COM-17 The unit of a side that stands farthest to the right of the board, or to the left; cavalry apart."""
    best, found = -FAR, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] != Arm.CAV:
            x = battle.x[unit] if right else -battle.x[unit]
            if x > best:
                best, found = x, unit
    return found


@kernel
def aim_of_attack(battle: Battle, unit: int, foe: int) -> int:
    """COM-17 The enemy at whom a unit's attack is aimed: the end of the wing that the plan names, else ``foe``."""
    side = unit // SIDE_UNITS
    sector = battle.sector[side]
    if sector in (NOBODY, CENTRE):
        return foe
    end = outermost(battle, 1 - side, (battle.low == side) == (sector > CENTRE))
    return foe if end == NOBODY else end


@kernel
def from_edge(battle: Battle, unit: int) -> int:
    """HR-T1 How far a unit is from its side's own edge."""
    y = battle.y[unit]
    return y if battle.low == unit // SIDE_UNITS else battle.board_depth - y


@kernel
def line_of(battle: Battle, side: int) -> int:
    """COM-17 How far from its own edge those of a side are, on the average, who were there from the start."""
    total = count = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.arrives[unit] == 0:
            total, count = total + from_edge(battle, unit), count + 1
    return total // max(1, count)


@kernel
def is_behind(battle: Battle, unit: int, slack: int) -> bool:
    """COM-17 HR-T6 Is a late unit farther than ``slack`` behind the line that waits for it?"""
    if battle.status[unit] != Status.BOARD or battle.arrives[unit] == 0:
        return False
    return from_edge(battle, unit) + slack < line_of(battle, unit // SIDE_UNITS)


@kernel
def await_columns(battle: Battle) -> None:
    """COM-17 HR-T6 An attack waits for columns that come today, unless those on the table are strong enough alone.

    A plan that bids attack is obeyed. When all are there, the attack begins.
    """
    for side in range(SIDES):
        if battle.awaits[side] == 1:
            battle.awaits[side], battle.posture[side] = 0, Posture.ASSAULT
        due = strength_in(battle, side, Status.WAITING)
        if due > 0 and battle.posture[side] == Posture.ASSAULT and battle.plan[side] == NOBODY:
            here, there = strength_in(battle, side, Status.BOARD), strength_in(battle, 1 - side, Status.BOARD)
            if OF * here < STRONG * there:
                battle.awaits[side], battle.posture[side] = 1, Posture.HOLD

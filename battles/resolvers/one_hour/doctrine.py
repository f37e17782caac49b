"""The general of both sides (COM-17): charges, shots, and where everybody goes. It throws no dice."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Posture, Status
from battles.resolvers.common.ending import worn_share
from battles.resolvers.common.general import (
    aim_of_attack,
    bearing_of,
    enqueue,
    far_from,
    nearest,
    nearest_seen,
    outermost,
)
from battles.resolvers.common.plane import FRONT, bearing, distance, in_arc, range_to, step_x, step_y
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour import codes
from battles.resolvers.one_hour.attack import melee_column, melee_cover, sixths
from battles.resolvers.one_hour.codes import INCH, Own, Side
from battles.resolvers.one_hour.losses import in_contact
from battles.resolvers.one_hour.melee import reach_of
from battles.resolvers.one_hour.moves import charge, charge_way, march, may_charge, pivoted, side_charged, turn_to_foe
from battles.resolvers.one_hour.shooting import GRACE, aim, range_of

BASE_REACH, BASE_DEEP = 500, 250
SHORTER = 200
"""A way that leads too far is shortened by this."""
FLANK_OFF, MARGIN = 900, 300


@kernel
def charge_value(battle: Battle, unit: int, target: int, length: int) -> int:
    """OHW-11 OHW-14 The hits expected of a charge, in sixths."""
    where = side_charged(battle, unit, target, length)
    worth = sixths(battle, melee_column(battle, unit), melee_cover(battle, unit, target, where) > 0)
    return worth if where == FRONT else 2 * worth


@kernel
def best_charge(battle: Battle, unit: int) -> int:
    """COM-17 The target of the best charge that is worth it: enough hits expected, or a last one; NOBODY: none."""
    side, best, found = 1 - unit // SIDE_UNITS, 0, NOBODY
    reach = reach_of(battle, unit) + BASE_REACH
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[target] == Status.BOARD and far_from(battle, unit, target) <= reach:
            if not may_charge(battle, unit, target):
                continue
            length = charge_way(battle, unit, target)
            value = charge_value(battle, unit, target, length) if length >= 0 else 0
            last = battle.left[target] == 1
            worth = value + (100 if last else 0)
            if (value >= battle.num[codes.CHARGE_WORTH] or (last and value > 0)) and worth > best:
                best, found = worth, target
    return found


@kernel
def threats(battle: Battle, side: int, x: int, y: int) -> int:
    """COM-17 How many enemies of the foot could shoot at a unit of a side whose centre is at a point."""
    reach, found = battle.num[codes.RANGE_FOOT] * INCH + BASE_DEEP, 0
    for other in range((1 - side) * SIDE_UNITS, (1 - side) * SIDE_UNITS + battle.units[1 - side]):
        if (
            battle.status[other] == Status.BOARD
            and battle.arm[other] == Arm.FOOT
            and battle.own[other, Own.RETREATED] == 0
        ):
            near = distance(battle.x[other], battle.y[other], x, y) <= reach
            found += int(near and in_arc(battle, other, x, y) and not in_contact(battle, other))
    return found


@kernel
def helpers(battle: Battle, unit: int, target: int, reach: int) -> int:
    """COM-17 How many of a side's infantry and guns, the unit among them, are or come within reach of a target."""
    side, found = unit // SIDE_UNITS, 0
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and battle.arm[other] in (Arm.FOOT, Arm.ART):
            near = reach if battle.arm[other] == Arm.FOOT else range_of(battle, other)
            found += int(far_from(battle, other, target) <= near)
    return found


@kernel
def batteries(battle: Battle, side: int) -> int:
    """Count the guns of a side that are on the table."""
    found = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        found += int(battle.status[unit] == Status.BOARD and battle.arm[unit] == Arm.ART)
    return found


@kernel
def since(battle: Battle, side: int) -> int:
    """COM-17 HR-T6 The turn in which the first of a side's guns came to the table; 0 where some were there, or none."""
    first, found = battle.limit, 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] == Arm.ART:
            first, found = min(first, battle.arrives[unit]), 1
    return first * found


@kernel
def past(battle: Battle, side: int, share: int) -> bool:
    """COM-17 Is this percentage of the turns past that a side's guns have, late ones from their arrival on?"""
    late = since(battle, side)
    return 100 * (battle.turn - late) >= share * (battle.limit - late)


@kernel
def guns_first(battle: Battle, side: int) -> bool:
    """COM-17 Does the infantry of an attack leave the field to its guns: early in the day, with no fewer of them?"""
    guns = batteries(battle, side)
    return not past(battle, side, battle.num[codes.PREPARE]) and guns > 0 and guns >= batteries(battle, 1 - side)


@kernel
def dares(battle: Battle, unit: int, target: int, x: int, y: int) -> bool:
    """COM-17 Does infantry go to a point: nobody shoots at it there, the enemy is worn, or it comes two to one?"""
    side = unit // SIDE_UNITS
    enemies = threats(battle, side, x, y)
    worn = worn_share(battle, 1 - side) >= worn_share(battle, side) + battle.num[codes.AHEAD]
    if enemies == 0 or worn or past(battle, side, battle.num[codes.RUSH]):
        return True
    if guns_first(battle, side) or (battle.left[unit] == 1 and battle.cap[unit] > 1):
        return False
    reach = battle.num[codes.RANGE_FOOT] * INCH + reach_of(battle, unit)
    return helpers(battle, unit, target, reach) >= 2 * enemies


@kernel
def assaults(battle: Battle, unit: int) -> bool:
    """COM-17 Does a unit go forward: its side assaults and the plan does not hold it back?"""
    return battle.posture[unit // SIDE_UNITS] == Posture.ASSAULT and battle.own[unit, Own.HELD] == 0


@kernel
def move_foot(battle: Battle, unit: int, foe: int) -> None:
    """COM-17 Infantry closes to musket range of the enemy's wing where it dares; a holding one only turns to him."""
    if not assaults(battle, unit):
        march(battle, unit, bearing_of(battle, unit, foe), 0, bearing_of(battle, unit, foe))
        return
    goal = aim_of_attack(battle, unit, foe)
    facing, gap = bearing_of(battle, unit, goal), range_to(battle, unit, goal)
    musket, reach = battle.num[codes.RANGE_FOOT] * INCH, reach_of(battle, unit)
    heading, length = pivoted(battle, unit, facing), reach // 2 if gap <= musket else min(reach, gap - musket)
    x, y = battle.x[unit], battle.y[unit]
    while length > 0:
        to_x, to_y = x + step_x(battle, heading, length), y + step_y(battle, heading, length)
        if dares(battle, unit, goal, to_x, to_y):
            break
        length -= min(length, SHORTER)
    march(battle, unit, facing, length, facing)


@kernel
def move_guns(battle: Battle, unit: int, foe: int) -> None:
    """COM-17 Guns without a target turn to the enemy whom they see, and come up where he is far off.

    Where friends or the land hide every enemy, they go on past these.
    """
    seen = nearest_seen(battle, unit, GRACE)
    if seen == NOBODY:
        ahead = 0 if battle.low == unit // SIDE_UNITS else 180
        march(battle, unit, ahead, reach_of(battle, unit), bearing_of(battle, unit, foe))
        return
    heading, far = bearing_of(battle, unit, seen), range_to(battle, unit, seen) > range_of(battle, unit) // 2
    march(battle, unit, heading, reach_of(battle, unit) if far and assaults(battle, unit) else 0, heading)


@kernel
def waits_at(battle: Battle, unit: int) -> int:
    """COM-17 How far from the enemy cavalry waits: out of his charge, but nearer where it has nobody to wait for."""
    side = unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and battle.arm[other] != Arm.CAV:
            return battle.num[codes.WAIT_OFF] * INCH
    return (battle.num[codes.MOVE_HORSE] + 1) * INCH


@kernel
def move_horse(battle: Battle, unit: int, foe: int) -> None:
    """COM-17 Cavalry goes about the enemy's flank, waits out of his muskets, and faces him."""
    wait = waits_at(battle, unit)
    gap = far_from(battle, unit, foe)
    right = 2 * battle.x[unit] >= battle.board_width
    end = outermost(battle, 1 - unit // SIDE_UNITS, right)
    facing = bearing_of(battle, unit, foe)
    if not assaults(battle, unit) or end == NOBODY or gap <= wait:
        length = gap - wait if assaults(battle, unit) else 0
        march(battle, unit, facing, max(0, min(length, reach_of(battle, unit))), facing)
        return
    x = battle.x[end] + (FLANK_OFF if right else -FLANK_OFF)
    x, y = max(MARGIN, min(battle.board_width - MARGIN, x)), battle.y[end]
    far = distance(battle.x[unit], battle.y[unit], x, y)
    heading = bearing(battle, battle.x[unit], battle.y[unit], x, y) if far > 0 else facing
    march(battle, unit, heading, min(far, gap - wait, reach_of(battle, unit)), facing)


@kernel
def act(battle: Battle, unit: int) -> None:
    """COM-17 What a unit does in its move step: turn to who struck it, charge, stay and shoot, or move."""
    if in_contact(battle, unit):
        turn_to_foe(battle, unit)
        return
    if battle.own[unit, Own.RETREATED] == 1:
        return
    target = best_charge(battle, unit) if battle.arm[unit] != Arm.ART else NOBODY
    if target != NOBODY:
        charge(battle, unit, target, charge_way(battle, unit, target))
        return
    foe = nearest(battle, unit)
    if foe == NOBODY:
        return
    if aim(battle, unit) != NOBODY:
        return
    if battle.arm[unit] == Arm.FOOT:
        move_foot(battle, unit, foe)
    elif battle.arm[unit] == Arm.ART:
        move_guns(battle, unit, foe)
    else:
        move_horse(battle, unit, foe)


@kernel
def move_all(battle: Battle, side: int) -> None:
    """OHW-01 COM-17 Every unit of a side acts, the nearest to the enemy first; ties by their ids."""
    count = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            foe = nearest(battle, unit)
            worth = far_from(battle, unit, foe) if foe != NOBODY else 0
            count = enqueue(battle, unit, worth, count)
    for n in range(count):
        act(battle, battle.pick[n])


@kernel
def note_replies(battle: Battle, side: int) -> None:
    """COM-17 A holding side that is shelled by guns without reply for some turns goes over to the attack."""
    if battle.side_own[side, Side.SHELLED] == 1 and battle.side_own[side, Side.SHOT] == 0:
        battle.side_own[side, Side.OUTSHOT] += 1
    else:
        battle.side_own[side, Side.OUTSHOT] = 0
    battle.side_own[side, Side.SHELLED] = battle.side_own[side, Side.SHOT] = 0
    if battle.side_own[side, Side.OUTSHOT] >= battle.num[codes.OUTSHOT_TURNS]:
        battle.posture[side] = Posture.ASSAULT

"""The general of both sides (COM-17, B.8): initiative, order of acting, charges, formations, where everybody goes."""

from battles.resolvers.common.codes import NOBODY, PLAN_KEYS, SIDE_LEADERS, SIDE_UNITS, Arm, Posture, Status
from battles.resolvers.common.deploy import low_edge
from battles.resolvers.common.events import Event
from battles.resolvers.common.general import (
    aim_of_attack,
    bearing_of,
    enqueue,
    far_from,
    from_edge,
    nearest,
    nearest_seen,
)
from battles.resolvers.common.journal import log_event, log_pose
from battles.resolvers.common.plane import FRONT, bearing, distance, range_to, side_struck, step_x, step_y
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite.codes import INCH, RIDE, Form, How, Move, Own, Result
from battles.resolvers.my_favourite.command import is_chief, is_fit
from battles.resolvers.my_favourite.melee import attack_points, defence_points
from battles.resolvers.my_favourite.morale import loss_points, test_morale
from battles.resolvers.my_favourite.moves import charge, charge_way, march, may_charge, reform
from battles.resolvers.my_favourite.shooting import GRACE, aim, is_charged, range_of
from battles.resolvers.my_favourite.troops import is_light_foot, move_of

LIMITED = PLAN_KEYS.index("limited")
NEAR, DEPLOYS, WAITS, CLOSES, REACH, BEHIND = 400, 1200, 1300, 1100, 700, 500
CHARGED_AT, KEEPS = 1500, 2100
"""Infantry stops at 4 inches of the enemy and goes into line at 12; cavalry waits at 13; a general keeps behind.
A side that waits for late columns stays 21 inches from the enemy."""


@kernel
def net_points(battle: Battle, unit: int, target: int) -> int:
    """MFR-37 The advantages of a charge from where a unit stands, less those of its target."""
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    return attack_points(battle, unit, target, where, False) - defence_points(battle, unit, target, False)


@kernel
def has_arm(battle: Battle, side: int, first: int, second: int) -> bool:
    """B.8 Has a side units of one of two arms on the table?"""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] in (first, second):
            return True
    return False


@kernel
def waits_in_vain(battle: Battle, side: int) -> bool:
    """B.8 Is there nothing for cavalry to wait for: no enemy infantry, or nobody of its own side who shoots?"""
    return not has_arm(battle, 1 - side, Arm.FOOT, Arm.FOOT) or not has_arm(battle, side, Arm.FOOT, Arm.ART)


@kernel
def is_prey(battle: Battle, unit: int, target: int) -> bool:
    """B.8 Is an enemy worth charging: disordered, flanked, guns, worn, or the only kind that is there?"""
    if battle.arm[unit] == Arm.CAV and waits_in_vain(battle, unit // SIDE_UNITS):
        return True
    if battle.own[target, Own.MARK] == 1 or battle.arm[target] == Arm.ART or loss_points(battle, target) < 0:
        return True
    return side_struck(battle, target, battle.x[unit], battle.y[unit]) != FRONT


@kernel
def charges_even(battle: Battle, unit: int, target: int) -> bool:
    """B.8 Is a charge worth making without a point to the good: cavalry with nothing to wait for, at cavalry?

    A unit that waits there is charged itself, at the point that a charge gives.
    """
    return battle.arm[unit] == Arm.CAV and battle.arm[target] == Arm.CAV and waits_in_vain(battle, unit // SIDE_UNITS)


@kernel
def best_charge(battle: Battle, unit: int) -> int:
    """B.8 The target of the best charge with at least one point to the good; NOBODY where there is none."""
    side, best, found = 1 - unit // SIDE_UNITS, 0, NOBODY
    reach = move_of(battle, unit) + REACH
    if battle.arm[unit] == Arm.ART:
        return NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[target] != Status.BOARD or not may_charge(battle, unit, target):
            continue
        if distance(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]) > reach:
            continue
        points = net_points(battle, unit, target) if is_prey(battle, unit, target) else 0
        points += int(charges_even(battle, unit, target))
        if points > best and charge_way(battle, unit, target) >= 0:
            best, found = points, target
    return found


@kernel
def wants_first(battle: Battle, side: int) -> bool:
    """B.8 Does a side that has the initiative move first: has it a charge to make?"""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.MARK] == 0:
            battle.own[unit, Own.RATE] = Move.FULL
            if best_charge(battle, unit) != NOBODY:
                return True
    return False


@kernel
def keeps_off(battle: Battle, unit: int) -> bool:
    """COM-17 MFR-13 Does a unit that waits for late columns go on, so that a rout does not end beyond its edge?"""
    side = unit // SIDE_UNITS
    if battle.awaits[side] == 0 or battle.posture[1 - side] != Posture.ASSAULT:
        return False
    if 3 * from_edge(battle, unit) >= battle.board_depth:
        return False
    foe = nearest(battle, unit)
    return foe != NOBODY and far_from(battle, unit, foe) > KEEPS


@kernel
def assaults(battle: Battle, unit: int) -> bool:
    """COM-17 Does a unit go forward: its side assaults, or waits at its edge, and the plan does not hold it back?"""
    bold = battle.posture[unit // SIDE_UNITS] == Posture.ASSAULT or keeps_off(battle, unit)
    return bold and battle.own[unit, Own.HELD] == 0


@kernel
def fire_form(battle: Battle, unit: int) -> int:
    """B.8 MFR-19 How infantry forms up to shoot: in line, light infantry in skirmish order with no cavalry near."""
    if not is_light_foot(battle, unit):
        return Form.LINE
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if (
            battle.status[other] == Status.BOARD
            and battle.arm[other] == Arm.CAV
            and far_from(battle, unit, other) <= CHARGED_AT
        ):
            return Form.LINE
    return Form.SKIRMISH


@kernel
def wished_form(battle: Battle, unit: int, gap: int) -> int:
    """B.8 MFR-19 The formation that suits infantry: for fire near the enemy, field column farther off, then as it is.

    March column deploys somewhat earlier; a line goes back into column where nobody is near any more.
    """
    form, ready = battle.own[unit, Own.FORM], DEPLOYS + NEAR
    if gap <= DEPLOYS or (gap <= ready and (form == Form.MARCH or not assaults(battle, unit))):
        return fire_form(battle, unit)
    return Form.COLUMN if form not in (Form.COLUMN, Form.MARCH) and assaults(battle, unit) and gap > ready else form


@kernel
def move_foot(battle: Battle, unit: int, foe: int) -> None:
    """B.8 Infantry comes up in column, forms for fire at musket range, and closes to 4 inches."""
    gap, heading = range_to(battle, unit, foe), bearing_of(battle, unit, foe)
    wished = wished_form(battle, unit, gap)
    if battle.own[unit, Own.FORM] != wished and reform(battle, unit, wished):
        return
    if aim(battle, unit) != NOBODY and (gap <= NEAR or not assaults(battle, unit)):
        return
    if assaults(battle, unit) and gap > NEAR:
        goal = aim_of_attack(battle, unit, foe) if gap > DEPLOYS else foe
        march(battle, unit, bearing_of(battle, unit, goal), range_to(battle, unit, goal) - NEAR)
    elif gap <= DEPLOYS and aim(battle, unit) == NOBODY:
        march(battle, unit, heading, 0)


@kernel
def move_guns(battle: Battle, unit: int, foe: int) -> None:
    """B.8 Guns stay while they have a target; else they turn to the enemy whom they see, or go on till they see one."""
    if aim(battle, unit) != NOBODY:
        return
    seen = nearest_seen(battle, unit, GRACE)
    if seen == NOBODY:
        march(battle, unit, 0 if low_edge(battle, unit // SIDE_UNITS) else 180, move_of(battle, unit))
        return
    far = range_to(battle, unit, seen) > range_of(battle, unit) // 2 and assaults(battle, unit)
    march(battle, unit, bearing_of(battle, unit, seen), move_of(battle, unit) if far else 0)


@kernel
def move_horse(battle: Battle, unit: int, foe: int) -> None:
    """B.8 Cavalry comes up to 13 inches and waits for somebody in disorder; where it would wait in vain, it closes."""
    halt = CLOSES if waits_in_vain(battle, unit // SIDE_UNITS) else WAITS
    if assaults(battle, unit) and range_to(battle, unit, foe) > halt:
        goal = aim_of_attack(battle, unit, foe)
        march(battle, unit, bearing_of(battle, unit, goal), range_to(battle, unit, goal) - halt)


@kernel
def go_wild(battle: Battle, unit: int, foe: int) -> None:
    """MFR-08 MFR-14 Out of control: a full move straight at the nearest enemy, a charge if it reaches him."""
    if may_charge(battle, unit, foe) and charge_way(battle, unit, foe) >= 0:
        charge(battle, unit, foe, How.WILD)
    else:
        march(battle, unit, bearing_of(battle, unit, foe), move_of(battle, unit))


@kernel
def act(battle: Battle, unit: int) -> None:
    """MFR-07 What a unit does in the move step: test if it is marked, then charge, stay, or move.

    A unit marked in this turn tests in the next one; a unit driven back in it has had its move.
    """
    driven = battle.own[unit, Own.MOVED] == 1
    battle.own[unit, Own.DONE], battle.own[unit, Own.RATE] = 1, Move.FULL
    due = battle.own[unit, Own.MARK] == 1 and battle.own[unit, Own.MARKED_ON] < battle.turn
    result = test_morale(battle, unit) if due else 0
    foe = nearest(battle, unit)
    if battle.status[unit] != Status.BOARD or foe == NOBODY or is_charged(battle, unit):
        return
    if driven or battle.own[unit, Own.RATE] == Move.NONE or battle.own[unit, Own.MARK] == 1:
        return
    if result == Result.WILD:
        go_wild(battle, unit, foe)
        return
    target = best_charge(battle, unit)
    if target != NOBODY:
        charge(battle, unit, target, How.CHARGE)
    elif battle.arm[unit] == Arm.FOOT:
        move_foot(battle, unit, foe)
    elif battle.arm[unit] == Arm.CAV:
        move_horse(battle, unit, foe)
    else:
        move_guns(battle, unit, foe)


@kernel
def urgency(battle: Battle, unit: int) -> int:
    """B.8 The order of acting: the nearest to the enemy first, marked units after all others."""
    foe = nearest(battle, unit)
    far = far_from(battle, unit, foe) if foe != NOBODY else 0
    return far + (1_000_000 if battle.own[unit, Own.MARK] == 1 else 0)


@kernel
def move_all(battle: Battle, side: int) -> None:
    """MFR-04 MFR-07 A side moves everything, in an order of its own; ties by ids."""
    count = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            count = enqueue(battle, unit, urgency(battle, unit), count)
    for n in range(count):
        if battle.status[battle.pick[n]] == Status.BOARD:
            act(battle, battle.pick[n])


@kernel
def post_of(battle: Battle, side: int, leader: int) -> tuple[int, int]:
    """COM-17 Where a general belongs: behind the middle of his side's units, a wing behind its own half."""
    x = y = count = 0
    middle = battle.lead_x[side * SIDE_LEADERS]
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        mine = is_chief(battle, leader) or (battle.x[unit] < middle) == (leader % 2 == 1)
        if battle.status[unit] == Status.BOARD and mine:
            x, y, count = x + battle.x[unit], y + battle.y[unit], count + 1
    if count == 0:
        return battle.lead_x[leader], battle.lead_y[leader]
    back = -BEHIND if low_edge(battle, side) else BEHIND
    return x // count, max(0, min(battle.board_depth - 1, y // count + back))


@kernel
def ride(battle: Battle, side: int) -> None:
    """MFR-12 COM-17 Every fit general rides towards his place."""
    most = battle.num[RIDE] * INCH
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if is_fit(battle, leader):
            x, y = battle.lead_x[leader], battle.lead_y[leader]
            to_x, to_y = post_of(battle, side, leader)
            far = distance(x, y, to_x, to_y)
            if far < INCH:
                continue
            heading = bearing(battle, x, y, to_x, to_y)
            if far > most:
                to_x, to_y = x + step_x(battle, heading, most), y + step_y(battle, heading, most)
            battle.lead_x[leader], battle.lead_y[leader] = to_x, to_y
            log_event(battle, Event.COMMANDER_MOVE, rule=12, side=side, commander=leader)
            log_pose(battle, to_x, to_y, heading)

"""Figures lost, officers and generals hit, units that leave play, and who must test for it (SNW-17, 37, 56, 64, 65)."""

from battles.resolvers.common.arith import rhu, strength_left
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Arm, Status, Type
from battles.resolvers.common.ending import is_lost, judge_losses, log_lost
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, log_pose, throw
from battles.resolvers.common.plane import distance
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Dead, Die, Event, Lead, Mark, Own, Side, State
from battles.resolvers.solo_napoleonic.footing import (
    attached_leader,
    end,
    feels_reach,
    first,
    front_figures,
    is_corps,
    leader_gap,
    leads,
    side_of,
)

PLACES_OFFICER, PLACE_STANDARD, PLACE_MUSICIAN, PLACE_GENERAL = 1, 2, 3, 4


@kernel
def gap_of(battle: Battle, unit: int, other: int) -> int:
    """Return the distance between the middles of two units."""
    return distance(battle.x[unit], battle.y[unit], battle.x[other], battle.y[other])


@kernel
def near(battle: Battle, unit: int, other: int) -> bool:
    """SNW-54 Are two units within the distance at which friends count?"""
    reach = MM * battle.num[n.MORALE_NEAR]
    dx, dy = (battle.x[unit] - battle.x[other]), (battle.y[unit] - battle.y[other])
    return dx * dx + dy * dy <= reach * reach


@kernel
def mark(battle: Battle, unit: int, reason: int) -> None:
    """SNW-11 SNW-56 A unit must test: it gets a marker. For routing friends it tests once a turn."""
    if (
        battle.status[unit] != Status.BOARD
        or battle.own[unit, Own.STATE] == State.ROUTING
        or battle.own[unit, Own.MARK] & reason
    ):
        return
    if reason == Mark.FRIEND and battle.own[unit, Own.FRIEND_TESTED] == 1:
        return
    battle.own[unit, Own.MARK] |= reason
    if reason == Mark.FRIEND:
        battle.own[unit, Own.FRIEND_TESTED] = 1
    log_event(battle, Event.MARKED, rule=56, side=side_of(unit), unit=unit, reason=reason)


@kernel
def mark_friends(battle: Battle, unit: int) -> None:
    """SNW-56 A unit routs or is destroyed: its friends near it must test."""
    side = side_of(unit)
    for other in range(first(side), end(battle, side)):
        if other != unit and battle.status[other] == Status.BOARD and near(battle, unit, other):
            mark(battle, other, Mark.FRIEND)


@kernel
def unlock(battle: Battle, unit: int) -> None:
    """SNW-48 A melee is over for both."""
    other = battle.own[unit, Own.LOCK]
    battle.own[unit, Own.LOCK] = NOBODY
    if other != NOBODY and battle.own[other, Own.LOCK] == unit:
        battle.own[other, Own.LOCK] = NOBODY


@kernel
def general_near(battle: Battle, unit: int) -> bool:
    """D.9 COM-07 Does the army commander or a wing commander stand near a unit?"""
    side = side_of(unit)
    reach = MM * battle.num[n.MORALE_NEAR]
    wings = battle.side_own[side, Side.WINGS]
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + 1 + wings):
        if leads(battle, leader) and leader_gap(battle, unit, leader) <= reach:
            return True
    return False


@kernel
def leave(battle: Battle, unit: int, status: int, cause: int, rule: int) -> None:
    """SNW-64 A unit leaves play."""
    unlock(battle, unit)
    leader = attached_leader(battle, unit)
    while leader != NOBODY:
        battle.lead_with[leader] = NOBODY
        leader = attached_leader(battle, unit)
    battle.status[unit] = status
    battle.own[unit, Own.MARK] = 0
    log_lost(battle, unit, cause, rule)
    mark_friends(battle, unit)


@kernel
def disperse(battle: Battle, unit: int, cause: int, rule: int) -> None:
    """SNW-64 COM-07 A unit is lost: irregular horse for good, others as far as a general is there to rally them."""
    if battle.kind[unit] == Type.IRREG_CAV or battle.outrider[unit] == 1:
        leave(battle, unit, Status.ELIMINATED, cause, rule)
    else:
        leave(battle, unit, Status.RALLYABLE if general_near(battle, unit) else Status.NONRALLYABLE, cause, rule)


@kernel
def capture(battle: Battle, unit: int, by: int) -> None:
    """D.9 A battery is taken."""
    log_event(battle, Event.CAPTURED, rule=63, side=side_of(unit), unit=unit, by=by)
    leave(battle, unit, Status.ELIMINATED, Cause.COMBAT, 63)


@kernel
def bit_of_place(place: int) -> int:
    """SNW-65 The man at a place of the front rank: 1 officer, 2 standard, 3 musician; 0 an ordinary man."""
    if place == PLACES_OFFICER:
        return Dead.OFFICER
    if place == PLACE_STANDARD:
        return Dead.STANDARD
    return Dead.MUSICIAN if place == PLACE_MUSICIAN else 0


@kernel
def throw_places(battle: Battle, unit: int, dead: int, front: int) -> int:
    """SNW-37 SNW-65 Where casualties fall in the front rank: new special figures as bits, 16 for the general."""
    found = 0
    if battle.num[n.DISORDER_SPECIAL] == 0:
        return 0
    general = attached_leader(battle, unit) != NOBODY
    for _ in range(min(dead, front)):
        place = throw(battle, front, Die.PLACE) if front > 1 else 1
        found |= bit_of_place(place)
        if place == PLACE_GENERAL and general:
            found |= 16
    return found


@kernel
def lose_figures(battle: Battle, unit: int, dead: int, cause: int, rule: int) -> None:
    """SNW-37 SNW-64 Take figures off a unit; officers may be among them, and it may leave play."""
    if dead <= 0 or battle.status[unit] != Status.BOARD:
        return
    front = front_figures(battle, unit)
    dead = min(dead, battle.left[unit])
    found = throw_places(battle, unit, dead, front)
    battle.left[unit] -= dead
    battle.own[unit, Own.LOST_NOW] += dead
    battle.own[unit, Own.HURT] += dead
    sp = strength_left(battle.sp[unit], battle.left[unit], battle.cap[unit])
    log_event(
        battle, Event.HIT, rule=rule, side=side_of(unit), unit=unit, sp=sp, left=battle.left[unit], cause=cause,
        lost=dead,
    )  # fmt: skip
    fell = found & 7 & ~battle.own[unit, Own.DEAD]
    for bit in (Dead.OFFICER, Dead.STANDARD, Dead.MUSICIAN):
        if fell & bit:
            battle.own[unit, Own.DEAD] |= bit
            log_event(battle, Event.SPECIAL, rule=65, side=side_of(unit), unit=unit, figure=bit)
    if found & 16:
        hit_general(battle, attached_leader(battle, unit), unit)
    guns = battle.arm[unit] == Arm.ART
    if battle.left[unit] == 0 or (not guns and battle.left[unit] * battle.num[n.MORALE_LEAVES] <= battle.cap[unit]):
        disperse(battle, unit, cause, 64)


@kernel
def hit_general(battle: Battle, leader: int, unit: int) -> None:
    """SNW-17 A general who was hit is saved by a die; otherwise he falls."""
    saved = throw(battle, 6, Die.GENERAL) >= battle.num[n.CONTROL_GENERAL_SAVE]
    log_event(
        battle, Event.CASUALTY, rule=17, side=leader // SIDE_LEADERS, commander=leader, by=NOBODY, lost=int(not saved)
    )
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], battle.heading[unit])
    if not saved:
        fall(battle, leader)


@kernel
def fall(battle: Battle, leader: int) -> None:
    """SNW-18 COM-16 A general is dead: his brigade is out of control; an army commander costs his army a level."""
    side = leader // SIDE_LEADERS
    battle.lead_state[leader], battle.lead_with[leader] = Status.ELIMINATED, NOBODY
    battle.lead_own[leader, Lead.DIED], battle.lead_own[leader, Lead.CONTROLS] = battle.turn, 0
    if is_corps(leader):
        battle.skill[side] = max(0, battle.skill[side] - 1)
        log_event(
            battle, Event.COMMAND_CHANGE, rule=1016, side=side, old=leader, new=leader, role=0, skill=battle.skill[side]
        )
        log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0)
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] == Status.BOARD and feels_reach(battle, unit, leader):
            mark(battle, unit, Mark.CORPS if is_corps(leader) else Mark.BRIGADIER)


@kernel
def mark_loss(battle: Battle, unit: int, before: int, dead: int) -> None:
    """SNW-56 A tenth of its figures lost to one fire: the unit must test."""
    if dead > 0 and 100 * dead >= before * battle.num[n.MORALE_LOSS]:
        mark(battle, unit, Mark.LOSS)


@kernel
def lost_share(battle: Battle, side: int, routing_too: bool) -> int:
    """SNW-68 How many units of a side are lost, those that rout on the table with them if asked."""
    count = 0
    for unit in range(first(side), end(battle, side)):
        flees = routing_too and battle.status[unit] == Status.BOARD and battle.own[unit, Own.STATE] == State.ROUTING
        count += int(is_lost(battle, unit) or flees)
    return count


@kernel
def counted(battle: Battle, unit: int) -> int:
    """D.9 The figures of a unit that count, twice: in full in good order, half while it flees, none when lost."""
    if battle.status[unit] == Status.WAITING:
        return 2 * battle.left[unit]
    if battle.status[unit] != Status.BOARD:
        return 0
    return battle.left[unit] * (1 if battle.own[unit, Own.STATE] >= State.RETREATING else 2)


@kernel
def row_strength(strength: int, twice: int, started: int) -> int:
    """D.9 The strength points of a row from twice its counted figures and those with which it began."""
    if twice <= 0 or started <= 0:
        return 0
    return min(strength, max(1, rhu(strength * twice, 2 * started)))


@kernel
def sum_rows(battle: Battle, side: int) -> None:
    """D.9 Gather for every row of a side twice its counted figures, in ``worth``, and its first ones, in ``pick``."""
    for row in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.rows[side]):
        battle.worth[row] = battle.pick[row] = 0
    for unit in range(first(side), end(battle, side)):
        row = battle.roll[unit]
        battle.worth[row] += counted(battle, unit)
        battle.pick[row] += battle.cap[unit]


@kernel
def side_strength(battle: Battle, side: int) -> int:
    """D.9 The strength points that a side would have if the battle ended now."""
    sum_rows(battle, side)
    total = 0
    for row in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.rows[side]):
        if battle.pick[row] > 0:
            total += row_strength(battle.roll_sp[row], battle.worth[row], battle.pick[row])
    return total


@kernel
def judge(battle: Battle) -> None:
    """COM-14 COM-15 Judge the day by what both sides have left in strength points."""
    judge_losses(battle, side_strength(battle, 0), side_strength(battle, 1))


@kernel
def fate_of(battle: Battle, row: int) -> int:
    """D.9 COM-07 What becomes of a row without strength: rallyable if any unit of it is, taken if all were taken."""
    found = Status.ELIMINATED
    for unit in range(first(row // SIDE_UNITS), end(battle, row // SIDE_UNITS)):
        if battle.roll[unit] == row:
            if battle.status[unit] == Status.RALLYABLE:
                return Status.RALLYABLE
            if battle.status[unit] == Status.NONRALLYABLE:
                found = Status.NONRALLYABLE
    return found


@kernel
def write_back(battle: Battle) -> None:
    """D.9 COM-07 Write to each row the sum over its units."""
    for side in range(SIDES):
        sum_rows(battle, side)
        for unit in range(first(side), end(battle, side)):
            row = battle.roll[unit]
            if battle.pick[row] > 0:
                waits = battle.status[unit] == Status.WAITING
                left = row_strength(battle.roll_sp[row], battle.worth[row], battle.pick[row])
                battle.pick[row] = 0
                battle.roll_sp[row] = left
                battle.roll_status[row] = (
                    (Status.WAITING if waits else Status.BOARD) if left > 0 else fate_of(battle, row)
                )
                battle.roll_was_broken[row] = int(battle.roll_status[row] in (Status.RALLYABLE, Status.NONRALLYABLE))

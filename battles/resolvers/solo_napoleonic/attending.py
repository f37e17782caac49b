"""Generals with units: brigadiers and senior commanders who attach themselves, staff officers at batteries (SNW-17,
18, 41)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, Arm, Posture, Status
from battles.resolvers.common.journal import log_event, log_pose
from battles.resolvers.common.plane import beyond, distance
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Event, Lead, Own, Side, State
from battles.resolvers.solo_napoleonic.command import first_brigadier, middle_of_brigades, ride, ride_to_brigade
from battles.resolvers.solo_napoleonic.doctrine.aims import gap_to
from battles.resolvers.solo_napoleonic.footing import (
    attached_leader,
    end,
    first,
    leader_gap,
    leads,
    side_of,
    temper,
    within_reach,
)

ATTACH_GAP = 200 * MM


@kernel
def take_general(battle: Battle, unit: int, leader: int) -> None:
    """SNW-18 A general who is attached to a unit is where it is."""
    if battle.lead_x[leader] != battle.x[unit] or battle.lead_y[leader] != battle.y[unit]:
        battle.lead_x[leader], battle.lead_y[leader] = battle.x[unit], battle.y[unit]
        log_event(battle, Event.COMMANDER_MOVE, rule=18, side=side_of(unit), commander=leader)
        log_pose(battle, battle.x[unit], battle.y[unit], battle.heading[unit])


@kernel
def take_generals(battle: Battle, unit: int) -> None:
    """SNW-18 Generals attached to a unit go with it: its brigadier, and senior commanders."""
    side = side_of(unit)
    leader = battle.own[unit, Own.BRIGADE]
    if battle.lead_with[leader] == unit and leads(battle, leader):
        take_general(battle, unit, leader)
    for senior in range(side * SIDE_LEADERS, first_brigadier(battle, side)):
        if battle.lead_with[senior] == unit and leads(battle, senior):
            take_general(battle, unit, senior)


@kernel
def joins(battle: Battle, leader: int, unit: int) -> None:
    """SNW-17 A general goes into the front rank of a unit."""
    if battle.lead_with[leader] != unit:
        battle.lead_with[leader] = unit
        log_event(battle, Event.ATTACHED, rule=17, side=side_of(unit), commander=leader, unit=unit)
    take_general(battle, unit, leader)


@kernel
def will_lead(battle: Battle, side: int, leader: int) -> bool:
    """SNW-59 D.11 Does a general lead from the front? A timid one, who hampers charges, only where his side stands."""
    return leads(battle, leader) and (temper(battle, leader) >= 0 or battle.posture[side] != Posture.ASSAULT)


@kernel
def is_at_the_front(battle: Battle, unit: int) -> bool:
    """D.11 Is a unit on the table steady and near the enemy?"""
    if battle.status[unit] != Status.BOARD or battle.own[unit, Own.STATE] != State.STEADY:
        return False
    foes = 1 - side_of(unit)
    for other in range(first(foes), end(battle, foes)):
        there = battle.status[other] == Status.BOARD and not beyond(battle, unit, other, ATTACH_GAP)
        if there and gap_to(battle, unit, other) <= ATTACH_GAP:
            return True
    return False


@kernel
def attach(battle: Battle, side: int, leader: int) -> None:
    """SNW-18 D.11 A brigadier joins the first unit of his that is near the enemy."""
    if will_lead(battle, side, leader):
        for unit in range(first(side), end(battle, side)):
            mine = battle.own[unit, Own.BRIGADE] == leader and battle.status[unit] == Status.BOARD
            if mine and within_reach(battle, unit) and is_at_the_front(battle, unit):
                joins(battle, leader, unit)
                return
    battle.lead_with[leader] = NOBODY


@kernel
def unit_to_lead(battle: Battle, side: int, leader: int) -> int:
    """SNW-54 D.11 The unit at the front that a senior commander joins without going far from his brigades; or NOBODY.

    Guns need no general, and one general to a unit is enough.
    """
    x, y, count = middle_of_brigades(battle, side, leader)
    reach, post = MM * battle.num[n.CONTROL_SENIORS_REACH], leader % SIDE_LEADERS
    for unit in range(first(side), end(battle, side)):
        own = post == 0 or battle.lead_own[battle.own[unit, Own.BRIGADE], Lead.SENIOR] == post
        if not own or battle.arm[unit] == Arm.ART or attached_leader(battle, unit) not in (NOBODY, leader):
            continue
        near = count > 0 and distance(battle.x[unit], battle.y[unit], x, y) <= reach
        near = near and leader_gap(battle, unit, leader) <= MM * battle.num[n.CONTROL_GENERAL_MOVE]
        if near and is_at_the_front(battle, unit):
            return unit
    return NOBODY


@kernel
def ride_senior(battle: Battle, side: int, leader: int) -> None:
    """SNW-18 D.11 A senior commander joins a unit at the front, or rides to the middle of the brigades he helps."""
    unit = unit_to_lead(battle, side, leader) if will_lead(battle, side, leader) else NOBODY
    if unit != NOBODY:
        battle.lead_own[leader, Lead.MOVED] = 1
        joins(battle, leader, unit)
        return
    battle.lead_with[leader] = NOBODY
    x, y, count = middle_of_brigades(battle, side, leader)
    if count > 0:
        ride(battle, leader, x, y)


@kernel
def ride_all(battle: Battle, side: int, last: int) -> None:
    """SNW-18 D.11 At the end of a turn all generals ride; ``last`` is one more than the last of them."""
    for leader in range(first_brigadier(battle, side), last):
        ride_to_brigade(battle, side, leader)
    for leader in range(side * SIDE_LEADERS, first_brigadier(battle, side)):
        ride_senior(battle, side, leader)


@kernel
def send_staff(battle: Battle, side: int) -> None:
    """SNW-41 The army commander's staff officer directs the battery that is nearest to him within his reach."""
    leader, found = side * SIDE_LEADERS, NOBODY
    best = MM * battle.num[n.CONTROL_SENIORS_REACH] + 1
    if leads(battle, leader):
        for unit in range(first(side), end(battle, side)):
            if (
                battle.status[unit] == Status.BOARD
                and battle.arm[unit] == Arm.ART
                and leader_gap(battle, unit, leader) < best
            ):
                best, found = leader_gap(battle, unit, leader), unit
    if found != NOBODY and battle.side_own[side, Side.STAFF] != found + 1:
        log_event(battle, Event.STAFF, rule=41, side=side, unit=found)
    battle.side_own[side, Side.STAFF] = found + 1

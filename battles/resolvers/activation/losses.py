"""Disorder, recoil, removal and critical events (ADN-06, ADN-40 to ADN-49, COM-06, COM-07)."""

from battles.resolvers.activation.codes import COMMAND_RADIUS, CRITICAL_OF, Critical, Die, Event, Own
from battles.resolvers.activation.troops import is_in_melee
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm, Status, Type
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, log_here, log_pose, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import lets_in
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    forward,
    lift,
    on_squares,
    put_on,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel

FLANK = 1
"""The least of the sides struck that is no front."""


@kernel
def go_back_to(battle: Battle, unit: int, x: int, y: int, rule: int) -> None:
    """ADN-49 Move a unit back to a square, its facing kept, and write it."""
    log_event(battle, Event.FALLBACK, rule=rule, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)
    log_pose(battle, x, y, battle.heading[unit])
    put_on(battle, unit, x, y, battle.heading[unit])


@kernel
def step_back(battle: Battle, unit: int) -> None:
    """ADN-32 A second attacker who is left without an opponent goes back to the nearest free square behind him."""
    facing = battle.heading[unit]
    for far in range(1, 9):
        for turn in (4, 3, 5, 2, 6, 1, 7, 0):
            direction = (facing + turn) % 8
            x, y = battle.x[unit] + far * DX[direction], battle.y[unit] + far * DY[direction]
            free = on_squares(battle, x, y) and who_is_at(battle, x, y) == NOBODY
            if free and lets_in(battle, unit, bits_at(battle, x, y)):
                go_back_to(battle, unit, x, y, 32)
                return


@kernel
def is_here(battle: Battle, unit: int, x: int, y: int) -> bool:
    """ADN-32 Is a unit on a square, as its holder or as a guest?"""
    return battle.status[unit] == Status.BOARD and battle.x[unit] == x and battle.y[unit] == y


@kernel
def new_holder(battle: Battle, x: int, y: int) -> int:
    """ADN-32 The new holder of a square that its defender has left: a unit attacked there before others; or NOBODY."""
    found = NOBODY
    for side in range(2):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if is_here(battle, unit, x, y) and (
                found == NOBODY or battle.own[unit, Own.GUESTS] > battle.own[found, Own.GUESTS]
            ):
                found = unit
    return found


@kernel
def settle_square(battle: Battle, x: int, y: int) -> None:
    """ADN-32 Somebody has left a square: one holds it, and who fights nobody there any more steps back."""
    holder, heir = who_is_at(battle, x, y), new_holder(battle, x, y)
    if heir == NOBODY:
        return
    if holder == NOBODY or (battle.own[heir, Own.GUESTS] > 0 and not is_in_melee(battle, holder)):
        holder = heir
        put_on(battle, holder, x, y, battle.heading[holder])
    for side in range(2):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if unit != holder and is_here(battle, unit, x, y) and not is_in_melee(battle, unit):
                step_back(battle, unit)


@kernel
def unlock(battle: Battle, unit: int) -> None:
    """ADN-37 A unit leaves its melee: those who fought it in its square fight it no more."""
    if battle.own[unit, Own.LOCKED] > 0:
        battle.own[battle.own[unit, Own.LOCKED] - 1, Own.GUESTS] -= 1
    battle.own[unit, Own.LOCKED] = battle.own[unit, Own.WHERE] = 0
    if battle.own[unit, Own.GUESTS] == 0:
        return
    battle.own[unit, Own.GUESTS] = 0
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[other, Own.LOCKED] == unit + 1:
            battle.own[other, Own.LOCKED] = battle.own[other, Own.WHERE] = 0


@kernel
def general_near(battle: Battle, unit: int) -> bool:
    """COM-07 Is a General of its side within one L of a unit?"""
    side = unit // SIDE_UNITS
    leader = battle.side_own[side, 0]
    if leader == NOBODY or battle.lead_state[leader] != Status.BOARD:
        return False
    away = steps_between(battle.lead_x[leader], battle.lead_y[leader], battle.x[unit], battle.y[unit])
    return away <= battle.num[COMMAND_RADIUS]


@kernel
def box_of(battle: Battle, unit: int, cause: int, where: int) -> int:
    """COM-07 E.8 Where a removed unit goes: irregulars and guns struck from aside are gone, others rout."""
    if battle.kind[unit] == Type.IRREG_CAV or battle.outrider[unit] == 1:
        return Status.ELIMINATED
    if battle.arm[unit] == Arm.ART and cause == Cause.COMBAT and where >= FLANK:
        return Status.ELIMINATED
    return Status.RALLYABLE if general_near(battle, unit) and cause != Cause.ROUT else Status.NONRALLYABLE


@kernel
def remove(battle: Battle, unit: int, cause: int, where: int, rule: int) -> None:
    """ADN-06 A unit leaves the table."""
    box = box_of(battle, unit, cause, where)
    x, y = battle.x[unit], battle.y[unit]
    battle.left[unit] = 0
    unlock(battle, unit)
    lift(battle, unit)
    battle.status[unit] = box
    log_lost(battle, unit, cause, rule)
    settle_square(battle, x, y)


@kernel
def add_disorder(battle: Battle, unit: int, count: int, cause: int, where: int) -> None:
    """ADN-06 A unit takes disorder; beyond three it is removed."""
    lost = min(count, battle.left[unit])
    if battle.status[unit] != Status.BOARD or lost == 0:
        return
    battle.left[unit] -= lost
    strength = unit_strength(battle, unit)
    log_event(
        battle, Event.HIT, rule=6, side=unit // SIDE_UNITS, unit=unit, sp=strength, left=battle.left[unit],
        cause=cause, lost=lost,
    )  # fmt: skip
    if battle.left[unit] == 0:
        remove(battle, unit, cause, where, 6)


@kernel
def place_behind(battle: Battle, unit: int, far: int) -> int:
    """ADN-49 How many squares straight back a recoiling unit comes: past friends to a free one; 0 where it cannot."""
    back = (battle.heading[unit] + 4) % 8
    x, y, found = battle.x[unit], battle.y[unit], 0
    for n in range(1, far + 8):
        to_x, to_y = x + n * DX[back], y + n * DY[back]
        if not on_squares(battle, to_x, to_y) or not lets_in(battle, unit, bits_at(battle, to_x, to_y)):
            return found
        other = who_is_at(battle, to_x, to_y)
        if other == NOBODY:
            found = n
            if n >= far:
                return found
        elif other // SIDE_UNITS != unit // SIDE_UNITS:
            return found
    return found


@kernel
def recoil(battle: Battle, unit: int, far: int, cause: int, where: int) -> bool:
    """ADN-49 Go straight back, facing kept; who cannot takes a disorder instead, and guns always do."""
    if battle.status[unit] != Status.BOARD:
        return False
    behind = 0 if battle.arm[unit] == Arm.ART else place_behind(battle, unit, far)
    if behind == 0:
        add_disorder(battle, unit, 1, cause, where)
        return False
    withdraw(battle, unit, behind, 49)
    return True


@kernel
def withdraw(battle: Battle, unit: int, behind: int, rule: int) -> None:
    """ADN-09 ADN-18 ADN-49 Go so many squares straight back, out of any melee, facing kept."""
    back = (battle.heading[unit] + 4) % 8
    x, y = battle.x[unit], battle.y[unit]
    unlock(battle, unit)
    go_back_to(battle, unit, x + behind * DX[back], y + behind * DY[back], rule)
    settle_square(battle, x, y)


@kernel
def turn_by(battle: Battle, unit: int, facing: int, rule: int) -> None:
    """ADN-13 ADN-47 Turn a unit where it is."""
    battle.heading[unit] = facing % 8
    log_event(battle, Event.TURNED, rule=rule, side=unit // SIDE_UNITS, unit=unit)
    log_here(battle, unit)


@kernel
def start_rout(battle: Battle, unit: int) -> None:
    """ADN-47 A unit routs: it leaves a melee for its own side, or is removed where it cannot, and turns about."""
    battle.own[unit, Own.ROUTING] = 1
    if is_in_melee(battle, unit) and not recoil(battle, unit, 1, Cause.ROUT, 0):
        if battle.status[unit] == Status.BOARD:
            remove(battle, unit, Cause.ROUT, 0, 47)
        return
    turn_by(battle, unit, forward(battle, unit // SIDE_UNITS) + 4, 47)


@kernel
def suffer(battle: Battle, unit: int, event: int, cause: int, where: int) -> None:
    """ADN-41 to ADN-47 What a critical event does to a unit."""
    if event == Critical.OFFICER_KILLED:
        battle.own[unit, Own.NO_OFFICER] = 1
    elif event == Critical.LINE_BROKEN:
        battle.own[unit, Own.BROKEN_LINE] = 1
    elif event == Critical.IS_PETRIFIED:
        battle.own[unit, Own.PETRIFIED] = 1
    elif event == Critical.DEVASTATING:
        recoil(battle, unit, 1, cause, where)
    elif event == Critical.PANIC:
        add_disorder(battle, unit, 1, cause, where)
    elif event == Critical.IS_WAVERING:
        battle.own[unit, Own.WAVERING] = 1
    else:
        start_rout(battle, unit)


@kernel
def critical(battle: Battle, unit: int, cause: int, where: int) -> None:
    """ADN-40 Throw for a critical event, unless the unit has been removed."""
    if battle.status[unit] != Status.BOARD:
        return
    total = throw(battle, 6, Die.CRITICAL) + throw(battle, 6, Die.CRITICAL)
    event = CRITICAL_OF[total - 2]
    log_event(battle, Event.CRITICAL, rule=41 + event, side=unit // SIDE_UNITS, unit=unit, critical=event, total=total)
    suffer(battle, unit, event, cause, where)


@kernel
def hurt(battle: Battle, unit: int, count: int, cause: int, where: int, is_critical: bool) -> None:
    """ADN-40 Disorder first, then what a wavering unit does, then the critical event."""
    if count == 0:
        return
    add_disorder(battle, unit, count, cause, where)
    if battle.own[unit, Own.WAVERING] == 1 and battle.status[unit] == Status.BOARD:
        recoil(battle, unit, 1, cause, where)
    if is_critical:
        critical(battle, unit, cause, where)


@kernel
def catch_general(battle: Battle, side: int, x: int, y: int) -> bool:
    """ADN-53 Is the General of a side on a square?"""
    leader = battle.side_own[side, 0]
    if leader == NOBODY or battle.lead_state[leader] != Status.BOARD:
        return False
    return leader // SIDE_LEADERS == side and battle.lead_x[leader] == x and battle.lead_y[leader] == y

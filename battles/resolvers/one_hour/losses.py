"""Contacts between units, hits, and how a unit leaves play (OHW-16 to OHW-18, COM-06, COM-07)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Status, Type
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.plane import FLANK, aside_of, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.codes import Own

LEFT_FACE = 3


@kernel
def in_contact(battle: Battle, unit: int) -> bool:
    """OHW-17 Is a unit in contact with an enemy?"""
    return battle.own[unit, Own.FOE] != NOBODY or battle.own[unit, Own.TOUCHED] > 0


@kernel
def face_struck(battle: Battle, target: int, x: int, y: int) -> int:
    """OHW-16 Which face of a unit a point lies before: 0 front, 1 right, 2 rear, 3 left."""
    where = side_struck(battle, target, x, y)
    if where == FLANK and aside_of(battle, target, x, y) < 0:
        return LEFT_FACE
    return where


@kernel
def face_is_free(battle: Battle, target: int, face: int) -> bool:
    """OHW-16 One attacker a face: has nobody charged this face of a unit?"""
    side = 1 - target // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[other, Own.FOE] == target and battle.own[other, Own.FACE] == face:
            return False
    return True


@kernel
def join(battle: Battle, unit: int, target: int, face: int) -> None:
    """OHW-16 A unit has come into contact with its target."""
    battle.own[unit, Own.FOE], battle.own[unit, Own.FACE] = target, face
    battle.own[target, Own.TOUCHED] += 1


@kernel
def release(battle: Battle, unit: int) -> None:
    """OHW-17 A charger lets go of its target."""
    foe = battle.own[unit, Own.FOE]
    if foe != NOBODY:
        battle.own[foe, Own.TOUCHED] -= 1
        battle.own[unit, Own.FOE] = NOBODY


@kernel
def part(battle: Battle, unit: int) -> None:
    """OHW-17 A unit is out of all contact: it is gone, or has fallen back."""
    release(battle, unit)
    if battle.own[unit, Own.TOUCHED] > 0:
        side = 1 - unit // SIDE_UNITS
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.own[other, Own.FOE] == unit:
                release(battle, other)


@kernel
def touches(battle: Battle, unit: int, other: int) -> bool:
    """OHW-17 Are two enemies in contact?"""
    return battle.own[unit, Own.FOE] == other or battle.own[other, Own.FOE] == unit


@kernel
def only_foe(battle: Battle, unit: int) -> int:
    """OHW-17 The one enemy in contact with a unit; NOBODY where there are none or several."""
    side, found = 1 - unit // SIDE_UNITS, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and touches(battle, unit, other):
            if found != NOBODY:
                return NOBODY
            found = other
    return found


@kernel
def box_of(battle: Battle, unit: int, cause: int, box: int) -> int:
    """COM-07 Where a lost unit goes: irregular cavalry and guns lost in melee are eliminated, others as ``box``."""
    if battle.arm[unit] == Arm.CAV and (battle.kind[unit] == Type.IRREG_CAV or battle.outrider[unit]):
        return Status.ELIMINATED
    return Status.ELIMINATED if battle.arm[unit] == Arm.ART and cause == Cause.COMBAT else box


@kernel
def remove(battle: Battle, unit: int, cause: int, box: int, rule: int) -> None:
    """OHW-18 A unit leaves play."""
    part(battle, unit)
    battle.status[unit], battle.left[unit] = box_of(battle, unit, cause, box), 0
    log_lost(battle, unit, cause, rule)


@kernel
def take_hits(battle: Battle, unit: int, hits: int, cause: int, by: int) -> None:
    """OHW-18 Mark hits; the third, or the last that a weak unit can take, removes the unit."""
    lost = min(hits, battle.left[unit])
    battle.left[unit] -= lost
    battle.own[unit, Own.HIT_BY] = by
    if cause == Cause.COMBAT:
        battle.own[unit, Own.HIT_IN_MELEE] = 1
    strength = unit_strength(battle, unit)
    log_event(
        battle, Event.HIT, rule=18, side=unit // SIDE_UNITS, unit=unit, sp=strength, left=battle.left[unit],
        cause=cause, lost=lost,
    )  # fmt: skip
    if battle.left[unit] == 0:
        remove(battle, unit, cause, Status.RALLYABLE, 18)


@kernel
def scatter_broken(battle: Battle) -> None:
    """COM-07 The lost units of an army that broke cannot be rallied easily."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.broken[side] == 1 and battle.status[unit] == Status.RALLYABLE:
                battle.status[unit] = Status.NONRALLYABLE
                log_event(
                    battle, Event.ROUT, rule=1007, side=side, unit=unit, box=Status.NONRALLYABLE, cause=Cause.RULE
                )

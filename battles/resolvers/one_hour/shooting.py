"""Shooting (OHW-08 to OHW-10, OHW-26)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Posture, Status, Type, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, modify
from battles.resolvers.common.plane import beyond, in_arc, range_to, sees
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.attack import fire_column, fire_cover, sixths, throw_hits
from battles.resolvers.one_hour.codes import (
    HEAVY_SHOOTS,
    INCH,
    RANGE_DIM,
    RANGE_FOOT,
    RANGE_GUNS,
    RANGE_HORSE,
    Modifier,
    Own,
    Side,
)
from battles.resolvers.one_hour.losses import in_contact, take_hits

SILENCED = 100_000
"""COM-17 What open guns are worth to the guns of an attack, above any other target."""
GRACE = 100
"""COM-21 An inch of wood or town may be looked through at an edge."""


@kernel
def range_of(battle: Battle, unit: int) -> int:
    """OHW-08 OHW-26 How far a unit shoots; 0 for heavy cavalry (OHW-13), unless the switch lets it shoot as printed."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[RANGE_FOOT] * INCH
    if battle.arm[unit] == Arm.ART:
        far = battle.num[RANGE_GUNS] * INCH
        return far if battle.weather == Weather.NORMAL else min(far, battle.num[RANGE_DIM] * INCH)
    shoots = battle.kind[unit] != Type.HEAVY_CAV or battle.num[HEAVY_SHOOTS] == 1
    return battle.num[RANGE_HORSE] * INCH if battle.arm[unit] == Arm.CAV and shoots else 0


@kernel
def may_shoot(battle: Battle, unit: int) -> bool:
    """OHW-09 May a unit shoot: it has not moved, turned or retreated, and is not in contact?"""
    return (
        battle.status[unit] == Status.BOARD
        and battle.own[unit, Own.MOVED] == 0
        and battle.own[unit, Own.RETREATED] == 0
        and not in_contact(battle, unit)
    )


@kernel
def is_target(battle: Battle, unit: int, target: int, reach: int) -> bool:
    """OHW-10 Is an enemy in range and arc, out of contact?  Sight is asked for apart."""
    if battle.status[target] != Status.BOARD or beyond(battle, unit, target, reach) or in_contact(battle, target):
        return False
    return in_arc(battle, unit, battle.x[target], battle.y[target]) and range_to(battle, unit, target) <= reach


@kernel
def at_guns(battle: Battle, unit: int, target: int) -> bool:
    """COM-17 Do guns of an attack shoot at guns? They silence these first."""
    guns = battle.arm[unit] == Arm.ART and battle.arm[target] == Arm.ART
    return guns and battle.posture[unit // SIDE_UNITS] == Posture.ASSAULT


@kernel
def shot_worth(battle: Battle, unit: int, target: int) -> int:
    """OHW-11 Return what a shot is worth: hits already taken first, then the hits expected."""
    reach = range_to(battle, unit, target)
    covered = fire_cover(battle, unit, target, reach) > 0
    first = SILENCED if not covered and at_guns(battle, unit, target) else 0
    return first + 100 * (100 - battle.left[target]) + sixths(battle, fire_column(battle, unit, reach), covered)


@kernel
def aim(battle: Battle, unit: int) -> int:
    """OHW-10 The best target of a unit; NOBODY where it has none in range, arc and sight."""
    reach, side = range_of(battle, unit), 1 - unit // SIDE_UNITS
    best, found = 0, NOBODY
    if reach == 0:
        return NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if is_target(battle, unit, target, reach):
            worth = shot_worth(battle, unit, target)
            if worth > best and sees(battle, unit, target, GRACE):
                best, found = worth, target
    return found


@kernel
def note_shelling(battle: Battle, unit: int, target: int) -> None:
    """COM-17 Keep in mind which side shot, and which was shelled by guns."""
    battle.side_own[unit // SIDE_UNITS, Side.SHOT] = 1
    if battle.arm[unit] == Arm.ART:
        battle.side_own[target // SIDE_UNITS, Side.SHELLED] = 1


@kernel
def shoot(battle: Battle, unit: int, target: int) -> None:
    """OHW-10 OHW-11 One shot."""
    reach = range_to(battle, unit, target)
    column, cover = fire_column(battle, unit, reach), fire_cover(battle, unit, target, reach)
    hits = throw_hits(battle, unit, target, column, cover > 0)
    modify(battle, 0, Modifier.COLUMN, column)
    if cover:
        modify(battle, 1, cover, 1)
    log_event(battle, Event.FIRE, rule=11, side=unit // SIDE_UNITS, firer=unit, target=target, hits=hits, range=reach)
    note_shelling(battle, unit, target)
    if hits:
        take_hits(battle, target, hits, Cause.FIRE, unit)


@kernel
def shoot_all(battle: Battle, side: int) -> None:
    """OHW-01 Every unit of a side that may shoot does, at its best target."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if may_shoot(battle, unit):
            target = aim(battle, unit)
            if target != NOBODY:
                shoot(battle, unit, target)

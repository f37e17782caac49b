"""Hits, and how a unit leaves play (OHW-18, COM-06, COM-07)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Status, Type
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import Event, log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.codes import Own
from battles.resolvers.one_hour.contact import part


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
    log_event(battle, Event.HIT, 18, unit // SIDE_UNITS, unit, NOBODY, strength, battle.left[unit], cause, lost)
    if battle.left[unit] == 0:
        remove(battle, unit, cause, Status.RALLYABLE, 18)


@kernel
def scatter_broken(battle: Battle) -> None:
    """COM-07 The lost units of an army that broke cannot be rallied easily."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.broken[side] == 1 and battle.status[unit] == Status.RALLYABLE:
                battle.status[unit] = Status.NONRALLYABLE
                log_event(battle, Event.ROUT, 1007, side, unit, NOBODY, Status.NONRALLYABLE, Cause.RULE)

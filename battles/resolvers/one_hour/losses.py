"""Hits, and how a unit leaves play (OHW-18, COM-06, COM-07)."""

from battles.resolvers.common.codes import (
    ART,
    CAV,
    ELIMINATED,
    IRREG_CAV,
    NOBODY,
    NONRALLYABLE,
    RALLYABLE,
    SIDE_UNITS,
    SIDES,
)
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import BY_COMBAT, BY_RULE
from battles.resolvers.common.journal import E_HIT, E_ROUT, log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.kernels import kernel
from battles.resolvers.one_hour.codes import O_HIT_BY, O_HIT_IN_MELEE
from battles.resolvers.one_hour.contact import part


@kernel
def box_of(battle: Battle, unit: int, cause: int, box: int) -> int:
    """COM-07 Where a lost unit goes: irregular cavalry and guns lost in melee are eliminated, others as ``box``."""
    if battle.arm[unit] == CAV and (battle.kind[unit] == IRREG_CAV or battle.outrider[unit]):
        return ELIMINATED
    return ELIMINATED if battle.arm[unit] == ART and cause == BY_COMBAT else box


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
    battle.own[unit, O_HIT_BY] = by
    if cause == BY_COMBAT:
        battle.own[unit, O_HIT_IN_MELEE] = 1
    strength = unit_strength(battle, unit)
    log_event(battle, E_HIT, 18, unit // SIDE_UNITS, unit, NOBODY, strength, battle.left[unit], cause, lost)
    if battle.left[unit] == 0:
        remove(battle, unit, cause, RALLYABLE, 18)


@kernel
def scatter_broken(battle: Battle) -> None:
    """COM-07 The lost units of an army that broke cannot be rallied easily."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.broken[side] == 1 and battle.status[unit] == RALLYABLE:
                battle.status[unit] = NONRALLYABLE
                log_event(battle, E_ROUT, 1007, side, unit, NOBODY, NONRALLYABLE, BY_RULE, 0, 0)

"""Figures lost, and how a unit leaves play (MFR-13, MFR-25, B.6, COM-07)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Status, Type
from battles.resolvers.common.ending import log_lost, unit_strength
from battles.resolvers.common.events import Event
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite.codes import Own
from battles.resolvers.my_favourite.command import general_near
from battles.resolvers.my_favourite.troops import fit_base


@kernel
def free_of_foes(battle: Battle, unit: int) -> None:
    """MFR-23 Nobody charges a unit any more, nor it anybody."""
    battle.own[unit, Own.FOE] = NOBODY
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[other, Own.FOE] == unit:
            battle.own[other, Own.FOE] = NOBODY


@kernel
def box_of(battle: Battle, unit: int) -> int:
    """COM-07 Where a lost unit goes: near a general it may be rallied; irregular cavalry and outriders are gone."""
    if battle.arm[unit] == Arm.CAV and (battle.kind[unit] == Type.IRREG_CAV or battle.outrider[unit] == 1):
        return Status.ELIMINATED
    return Status.RALLYABLE if general_near(battle, unit) != NOBODY else Status.NONRALLYABLE


@kernel
def remove(battle: Battle, unit: int, cause: int, box: int, rule: int) -> None:
    """MFR-13 A unit leaves play."""
    free_of_foes(battle, unit)
    battle.status[unit], battle.left[unit] = box, 0
    log_lost(battle, unit, cause, rule)


@kernel
def take_losses(battle: Battle, unit: int, figures: int, cause: int, rule: int) -> None:
    """MFR-25 Every hit removes a figure; a unit without figures is gone."""
    lost = min(figures, battle.left[unit])
    if lost == 0:
        return
    battle.left[unit] -= lost
    battle.own[unit, Own.HURT] = 1
    strength = unit_strength(battle, unit)
    log_event(
        battle, Event.HIT, rule=rule, side=unit // SIDE_UNITS, unit=unit, sp=strength, left=battle.left[unit],
        cause=cause, lost=lost,
    )  # fmt: skip
    if battle.left[unit] == 0:
        remove(battle, unit, cause, box_of(battle, unit), rule)
    else:
        fit_base(battle, unit)

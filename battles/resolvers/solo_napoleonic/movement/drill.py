"""Changing formation and reforming (SNW-24, SNW-27, SNW-30)."""

from battles.resolvers.common.journal import log_event, log_here, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play
from battles.resolvers.solo_napoleonic.codes import Chance, Dead, Die, Disorder, Event, Modifier, Own
from battles.resolvers.solo_napoleonic.footing import (
    brigadier,
    disorder,
    handling,
    in_control,
    leads,
    set_base,
    side_of,
)
from battles.resolvers.solo_napoleonic.movement.ways import room_for


@kernel
def change_extra(battle: Battle, unit: int) -> int:
    """SNW-24 Return what class, brigadier, control and a dead musician add to the quarters of a change."""
    made = battle.num[n.FORMATION_CLASS + battle.own[unit, Own.CLASS]]
    if leads(battle, brigadier(battle, unit)):
        made += battle.num[n.FORMATION_HANDLING + handling(battle, unit)]
    if not in_control(battle, unit):
        made += battle.num[n.FORMATION_OUT]
    if battle.own[unit, Own.DEAD] & Dead.MUSICIAN:
        made += battle.num[n.FORMATION_MUSICIAN]
    return made


@kernel
def note_change(battle: Battle, unit: int) -> None:
    """COM-18 Note the modifiers of a change of formation."""
    modify(battle, 0, Modifier.CLASS, battle.num[n.FORMATION_CLASS + battle.own[unit, Own.CLASS]])
    if leads(battle, brigadier(battle, unit)):
        modify(battle, 0, Modifier.HANDLING, battle.num[n.FORMATION_HANDLING + handling(battle, unit)])
    modify(battle, 0, Modifier.OUT, battle.num[n.FORMATION_OUT] * int(not in_control(battle, unit)))
    if battle.own[unit, Own.DEAD] & Dead.MUSICIAN:
        modify(battle, 0, Modifier.MUSICIAN, battle.num[n.FORMATION_MUSICIAN])


@kernel
def quarters_for(face: int, extra: int) -> int:
    """SNW-24 The quarters of a move that a change takes, never below 0."""
    return max(0, face + extra)


@kernel
def in_time(battle: Battle, unit: int, quarters: int) -> int:
    """SNW-24 COM-17 With how many faces of the die a change is complete within so many quarters."""
    extra, made = change_extra(battle, unit), 0
    for face in range(1, battle.num[n.FORMATION_DIE] + 1):
        made += int(quarters_for(face, extra) <= quarters)
    return made


@kernel
def begin_change(battle: Battle, unit: int, form: int, quarters: int) -> int:
    """SNW-24 Begin to change formation; returns the quarters of the move that are left this turn."""
    needed = quarters_for(throw(battle, battle.num[n.FORMATION_DIE], Die.FORMATION), change_extra(battle, unit))
    helped = needed > 0 and holds(battle, side_of(unit), Chance.FORMATION)
    note_change(battle, unit)
    if helped:
        modify(battle, 0, Modifier.CHANCE, -needed)
        needed = 0
    log_event(battle, Event.CHANGING, rule=24, side=side_of(unit), unit=unit, formation=form, quarters=needed)
    if helped:
        play(battle, side_of(unit), unit)
    battle.own[unit, Own.NEXT_FORM], battle.own[unit, Own.QUARTERS] = form, needed
    return go_on_changing(battle, unit, quarters)


@kernel
def go_on_changing(battle: Battle, unit: int, quarters: int) -> int:
    """SNW-24 Spend the quarters of this turn on a change that is under way; what exceeds them is carried over."""
    needed = battle.own[unit, Own.QUARTERS]
    if needed > quarters:
        battle.own[unit, Own.QUARTERS] = needed - quarters
        return 0
    battle.own[unit, Own.QUARTERS] = 0
    take_form(battle, unit, battle.own[unit, Own.NEXT_FORM])
    return quarters - needed


@kernel
def take_form(battle: Battle, unit: int, form: int) -> None:
    """SNW-27 Take a formation if its base has room; otherwise the unit stays as it is."""
    before = battle.own[unit, Own.FORM]
    set_base(battle, unit, form)
    if not room_for(battle, unit):
        set_base(battle, unit, before)
    log_event(battle, Event.FORMATION, rule=27, side=side_of(unit), unit=unit, formation=battle.own[unit, Own.FORM])
    log_here(battle, unit)


@kernel
def is_changing(battle: Battle, unit: int) -> bool:
    """SNW-24 Is a unit in mid-change?"""
    return battle.own[unit, Own.QUARTERS] > 0


@kernel
def end_unformed(battle: Battle, unit: int) -> None:
    """SNW-24 SNW-28 A unit in mid-change at the end of a turn is unformed."""
    if is_changing(battle, unit):
        disorder(battle, unit, battle.num[n.DISORDER_UNFORMED], Disorder.UNFORMED, 28)


@kernel
def reform_extra(battle: Battle, unit: int) -> int:
    """SNW-30 Return what class and dead officers add to the chits that reforming takes away."""
    made = battle.num[n.DISORDER_REFORM_CLASS + battle.own[unit, Own.CLASS]]
    modify(battle, 0, Modifier.CLASS, made)
    if battle.own[unit, Own.DEAD] & Dead.OFFICER:
        modify(battle, 0, Modifier.OFFICER, battle.num[n.DISORDER_REFORM_OFFICER])
        made += battle.num[n.DISORDER_REFORM_OFFICER]
    if battle.own[unit, Own.DEAD] & Dead.MUSICIAN:
        modify(battle, 0, Modifier.MUSICIAN, battle.num[n.DISORDER_REFORM_MUSICIAN])
        made += battle.num[n.DISORDER_REFORM_MUSICIAN]
    return made


@kernel
def reform(battle: Battle, unit: int) -> None:
    """SNW-30 A unit without casualties this turn spends it on reforming and loses up to a d6 of chits."""
    face = throw(battle, battle.num[n.DISORDER_REFORM_DIE], Die.REFORM)
    off = min(battle.own[unit, Own.CHITS], max(0, face + reform_extra(battle, unit)))
    battle.own[unit, Own.CHITS] -= off
    log_event(
        battle, Event.REFORM, rule=30, side=side_of(unit), unit=unit, removed=off, chits=battle.own[unit, Own.CHITS]
    )

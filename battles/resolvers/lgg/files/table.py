"""A battle fought by hand: from what was typed in to the same report that a battle fought here has (EX-4, EX-5).

Where the paper ended before the evening, the engine goes on at the pursuit with the dice of the battle's own seed
(LGG-15.2 to 15.4); units are not amalgamated, that is left to their owners.
"""

from dataclasses import replace
from typing import Any

from battles.resolvers.lgg.day.evening import end_battle
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.files.beginning import profile_of
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.files.outcome import journal_of, report_of, sides_of
from battles.resolvers.lgg.machine.engine import apply, plain_answer
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record import codes, journal
from battles.resolvers.lgg.record.codes import Pending, Phase, Status
from battles.resolvers.lgg.record.journal import log_event, sound
from battles.resolvers.lgg.record.setup import seat
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Event, LeaderReport, Report, SideReport
from battles.resolvers.values.typed import Typed, TypedSide, TypedUnit, typed_events

STATUS = {
    "stands": Status.BOARD, "exited": Status.EXITED, "rallyable": Status.RALLYABLE,
    "nonrallyable": Status.NONRALLYABLE, "destroyed": Status.ELIMINATED,
}  # fmt: skip
IN_A_BOX = ("rallyable", "nonrallyable")


def finish(file: BattleFile, seed: str, typed: Typed) -> Report:
    """Return the report of a frozen file that was fought on the table and came out as typed."""
    battle = fill(file, seed, profile_of(file))
    _put_down(battle, file, typed)
    _evening(battle, typed)
    start, *rest = journal_of(battle, file, seed)
    journal = _numbered([start, *typed_events(file, typed), *rest])
    return report_of(battle, file, seed, journal, _sides(battle, file, typed), typed)


def _put_down(battle: Battle, file: BattleFile, typed: Typed) -> None:
    """Every unit as it was typed; the last evening of the battle is about to begin."""
    battle.day = battle.max_days = typed.days
    for number, side in enumerate(file.sides):
        battle.stays[number] = int(typed.sides[number].stayed)
        battle.breaks_off[number] = 0
        for place, unit in enumerate(side.units):
            _put_unit(battle, number * codes.SIDE_ROLL + place, typed.sides[number].units[unit.id])
    battle.phase = Phase.PURSUIT
    log_event(battle, journal.Event.STAY_LEAVE, side=codes.NOBODY, choice_0=battle.stays[0], choice_1=battle.stays[1])


def _put_unit(battle: Battle, row: int, unit: TypedUnit) -> None:
    """One unit; those for whom the record has no seat keep what was typed."""
    battle.roll_after[row], battle.roll_status[row] = unit.strength, STATUS[unit.fate]
    battle.roll_was_broken[row] = int(unit.fate in IN_A_BOX)
    slot = int(seat(battle, row))
    if slot != codes.NOBODY:
        battle.sp[slot], battle.status[slot] = unit.strength, STATUS[unit.fate]
        battle.roll_status[row] = STATUS[unit.fate]


def _evening(battle: Battle, typed: Typed) -> None:
    if typed.stage == "after":
        end_battle(battle)
        return
    advance(battle)
    while battle.phase != Phase.OVER:
        if battle.pending == Pending.PURSUIT:
            choose(battle)
        else:
            plain_answer(battle)
        if apply(battle) != 0:
            raise RuntimeError("the evening of a typed battle has a question without an answer")
        sound(battle.fault)


def _numbered(events: list[Event]) -> list[Event]:
    return [event | {"n": number} for number, event in enumerate(events, 1)]


def _sides(battle: Battle, file: BattleFile, typed: Typed) -> tuple[SideReport, SideReport]:
    first, second = (
        _with_leaders(side, own) for side, own in zip(sides_of(battle, file), typed.sides, strict=True)
    )
    return first, second


def _with_leaders(side: SideReport, own: TypedSide) -> SideReport:
    names: list[Any] = [side.commander, *side.wings]
    leaders = [LeaderReport(one.name, fate) for one, fate in zip(names, own.leaders, strict=True)]
    return replace(side, commander=leaders[0], wings=tuple(leaders[1:]))

"""A battle fought by hand: from what was typed in to the report that a battle fought here has (EX-4, EX-5, COM-08)."""

from battles.resolvers.aftermath.evening import after_pursuit, close_battle, log_stay, pursue
from battles.resolvers.aftermath.outcome import report_of
from battles.resolvers.common import journal
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Status
from battles.resolvers.common.events import Words, names_of
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.lines import journal_of
from battles.resolvers.common.record import Battle
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Event, Report
from battles.resolvers.values.typed import Typed, TypedUnit, typed_events

STATUS = {
    "stands": Status.BOARD, "exited": Status.EXITED, "rallyable": Status.RALLYABLE,
    "nonrallyable": Status.NONRALLYABLE, "destroyed": Status.ELIMINATED,
}  # fmt: skip
IN_A_BOX = ("rallyable", "nonrallyable")


def typed_report(battle: Battle, file: BattleFile, typed: Typed, words: Words, start: Event, engine: str) -> Report:
    """Return the report of a battle that came out as typed; where the paper ended before it, the evening is thrown
    here."""
    log_event(battle, journal.Event.BATTLE_START, 1003, NOBODY, NOBODY, NOBODY)
    battle.day = battle.max_days = typed.days
    for number, side in enumerate(file.sides):
        own = typed.sides[number]
        battle.stays[number] = int(own.stayed)
        for n, unit in enumerate(side.units):
            _put(battle, number * SIDE_UNITS + n, own.units[unit.id])
        for n, fate in enumerate(own.leaders):
            battle.lead_state[number * SIDE_LEADERS + n] = Status.BOARD if fate == "unhurt" else Status.ELIMINATED
    log_stay(battle)
    if typed.stage == "before":
        pursue(battle)
        after_pursuit(battle)
    close_battle(battle)
    first, *others = journal_of(battle, names_of(battle, file), words, start)
    events = [first, *typed_events(file, typed), *others]
    return report_of(battle, file, [event | {"n": n} for n, event in enumerate(events, 1)], start, engine, typed)


def _put(battle: Battle, row: int, unit: TypedUnit) -> None:
    status = STATUS[unit.fate]
    if battle.roll_status[row] == Status.OFF_TABLE and status == Status.BOARD:
        status = Status.OFF_TABLE
    battle.roll_sp[row], battle.roll_status[row] = unit.strength, status
    battle.roll_was_broken[row] = int(unit.fate in IN_A_BOX)

"""A battle fought by hand: from what was typed in to the report that a battle fought here has (EX-4, EX-5, COM-08)."""

from collections.abc import Sequence
from typing import Any

from battles.resolvers.aftermath.evening import after_pursuit, close_battle, log_stay, pursue
from battles.resolvers.common import codes
from battles.resolvers.common import events as kinds
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Status
from battles.resolvers.common.events import Words, names_of
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.lines import journal_of
from battles.resolvers.common.record import Battle
from battles.resolvers.values.battle import BattleFile, BattleSide
from battles.resolvers.values.report import (
    Event,
    LeaderReport,
    Outcome,
    Report,
    SideReport,
    UnitReport,
    shared_losses,
)
from battles.resolvers.values.typed import Typed, TypedUnit, typed_events

FATES: dict[int, str] = {
    codes.Status.ELIMINATED: "eliminated",
    codes.Status.EXITED: "exited",
    codes.Status.AMALGAMATED: "amalgamated",
}


def report_of(
    battle: Battle, file: BattleFile, journal: Sequence[Event], start: Event, engine: str, typed: Typed | None = None
) -> Report:
    """Return the report of a battle that is over; ``start`` has its seed and its numbers."""
    first, second = (side_of(battle, number, side) for number, side in enumerate(file.sides))
    return Report(
        rules=file.rules, engine=engine, profile=start["profile"], seed=start["seed"], digest="",
        outcome=outcome_of(battle, file), sides=(first, second), battle=file.as_dict(), journal=journal,
        profile_values=file.profile, typed=typed.as_dict() if typed else None,
    ).digested()  # fmt: skip


def outcome_of(battle: Battle, file: BattleFile) -> Outcome:
    """LGG-15.1-a The winner, the days, and the turns of all days as rounds."""
    winner = int(battle.winner)
    name = file.sides[winner].name if winner in (0, 1) else None
    return Outcome("victory" if name else "draw", name, int(battle.day), int(battle.rounds), None)


def side_of(battle: Battle, number: int, side: BattleSide) -> SideReport:
    """Return one side after the battle, unit by unit in the order of the file."""
    leaders: list[Any] = [side.commander, *side.wings]
    fates = [
        LeaderReport(one.name, "unhurt" if battle.lead_state[number * SIDE_LEADERS + n] == Status.BOARD else "lost")
        for n, one in enumerate(leaders)
    ]
    units = tuple(unit_report(battle, side, number * SIDE_UNITS + n) for n in range(len(side.units)))
    return SideReport(side.name, int(battle.stays[number]) == 1, fates[0], tuple(fates[1:]), shared_losses(units))


def unit_report(battle: Battle, side: BattleSide, row: int) -> UnitReport:
    """COM-04 Return what became of one unit, in strength points."""
    unit = side.units[row % SIDE_UNITS]
    before, after, moved = int(battle.roll_before[row]), int(battle.roll_sp[row]), int(battle.roll_moved[row])
    fate = FATES.get(int(battle.roll_status[row])) or ("rallied" if battle.roll_was_broken[row] else "kept")
    into = side.units[int(battle.roll_into[row]) % SIDE_UNITS].id if fate == "amalgamated" else None
    return UnitReport(
        id=unit.id, type=unit.type, type_after=unit.type, guard_after=unit.guard,
        before=before, lost=before - after - moved, moved=moved, after=after, fate=fate, into=into,
    )  # fmt: skip


STATUS = {
    "stands": Status.BOARD, "exited": Status.EXITED, "rallyable": Status.RALLYABLE,
    "nonrallyable": Status.NONRALLYABLE, "destroyed": Status.ELIMINATED,
}  # fmt: skip
IN_A_BOX = ("rallyable", "nonrallyable")


def typed_report(battle: Battle, file: BattleFile, typed: Typed, words: Words, start: Event, engine: str) -> Report:
    """Return the report of a battle that came out as typed; where the paper ended before it, the evening is thrown
    here."""
    log_event(battle, kinds.Event.BATTLE_START, rule=1003, side=NOBODY)
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

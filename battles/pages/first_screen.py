"""The first screen of a decided battle: the result in words, both armies as bars, three moments, what was lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from base.words import counted, listed, sentence
from battles.pages.tables import SideTable, side_tables
from battles.resolvers.dispatch.close import on_field
from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.plan import Moment, plan_of
from battles.resolvers.dispatch.score import verdict
from battles.resolvers.dispatch.sides import side_name
from battles.resolvers.replay.account import event_sentence, narrator_of
from battles.resolvers.values.report import Event, Report, SideReport
from rosters.rules.catalogue import unit_type

_WHY = {"turning": "The turning point", "first": "The first costly blow", "heavy": "A heavy blow"}
_ENDS = {
    "will": "An army breaks", "sudden_death": "An army breaks", "broken": "An army breaks",
    "break_off": "The enemy breaks off", "last_evening": "The field is given up", "stay_leave": "Dusk",
}  # fmt: skip


@dataclass(frozen=True)
class Score:
    """An army as a bar: of ``before`` strength points ``after`` are left; ``kept`` and ``lost`` in per cent."""

    name: str
    general: str
    verdict: str
    before: int
    after: int
    kept: int
    losses: tuple[str, ...]
    will: str = ""


@dataclass(frozen=True)
class Picture:
    """A moment with its picture: the event's number, what it was, and when."""

    n: int
    what: str
    text: str
    when: str


@dataclass(frozen=True)
class FirstScreen:
    """Everything that a reader sees before he scrolls."""

    result: str
    length: str
    scores: tuple[Score, ...]
    moments: tuple[Picture, ...]


def first_screen(report: Report, *, pictures: bool) -> FirstScreen:
    """Return the first screen of a settled battle; ``pictures``: whether its moments can be shown on the table."""
    outcome = report.outcome
    subjects = {side.name: side_name(side.name).subject for side in report.sides}
    rounds = counted(outcome.rounds, "round") if outcome.rounds else ""
    length = ", ".join(part for part in (counted(outcome.days, "day"), rounds) if part)
    gone = _gone(report.journal)
    scores = tuple(_score(side, table, gone) for side, table in zip(report.sides, side_tables(report), strict=True))
    return FirstScreen(verdict(report, subjects), length, scores, _pictures(report) if pictures else ())


def _score(side: SideReport, table: SideTable, gone: Mapping[str, str]) -> Score:
    general = person(side.commander.name) if side.commander.name else ""
    kept = round(100 * side.after / side.before) if side.before else 0
    will = gone.get(side.name, "")
    return Score(side.name, general, table.verdict, side.before, side.after, kept, tuple(_losses(side)), will)


def _gone(journal: Iterable[Event]) -> dict[str, str]:
    """HR-26 Return how much of each army was broken when one of them broke; empty where none did."""
    ends = [event for event in journal if event["ev"] in ("will", "sudden_death")]
    last: dict[str, Any] = ends[-1] if ends else {"broken": {}, "total": {}}
    return {side: on_field(broken, last["total"][side], "its") for side, broken in last["broken"].items()}


def _losses(side: SideReport) -> Iterable[str]:
    """List an army's losses: generals, guns, other units that are no more."""
    fallen = [person(one.name) or "a general" for one in (side.commander, *side.wings) if one.fate == "lost"]
    if fallen:
        yield f"{listed(fallen)} lost"
    gone = [unit_type(unit.type).arm for unit in side.units if unit.fate == "eliminated"]
    guns = gone.count("art")
    if guns:
        yield f"{counted(guns, 'battery', 'batteries')} lost"
    if len(gone) > guns:
        yield f"{counted(len(gone) - guns, 'other unit' if guns else 'unit')} destroyed"


def _pictures(report: Report) -> tuple[Picture, ...]:
    plan, narrator = plan_of(report), narrator_of(report)
    turning = plan.turning.n if plan.turning else 0
    return tuple(
        Picture(one.n, _what(one, report, turning), event_sentence(narrator, report.journal[one.n - 1]),
                _when(report, report.journal[one.n - 1]))
        for one in plan.moments()
    )  # fmt: skip


def _what(moment: Moment, report: Report, turning: int) -> str:
    if moment.why == "end":
        return _ENDS.get(report.journal[moment.n - 1]["ev"], "The end")
    if moment.why == "turning" and report.outcome.winner is None:
        return "The heaviest blow"
    late = moment.why == "first" and turning and moment.n > turning
    return _WHY["heavy" if late else moment.why]


def _when(report: Report, event: Event) -> str:
    day = f"day {event['day']}, " if report.outcome.days > 1 else ""
    return sentence(f"{day}round {event['round']}") if event["round"] else sentence(day.rstrip(", "))


__all__ = ["FirstScreen", "Picture", "Score", "first_screen"]

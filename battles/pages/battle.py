"""The page of one battle: its state while it is fought, then the dispatch, both orders of battle and the dice."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from base.refusal import Refusal
from base.words import ordinal_word, sentence
from battles.battle_exports import BOTH
from battles.models import Battle
from battles.pack.situation import plan_words, stakes_words
from battles.pages.first_screen import first_screen
from battles.pages.journal import EventLine, Names, event_line
from battles.pages.profiles import Numbers, numbers_of
from battles.pages.tables import SideTable, side_tables
from battles.resolvers.contract.registry import companion, has, name_of, slugs, streams
from battles.resolvers.dispatch.dispatch import Passage, passages, write_dispatch
from battles.resolvers.dispatch.sides import side_in_text, side_name
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import Report
from battles.selectors import notes_of, report_of, result_of

State = Battle.State
LONG_UNTOUCHED = timedelta(seconds=20)
SENTENCES = {
    State.WAITING: "It waits for the outcome of an earlier battle.",
    State.OPEN: "The armies face each other; the battle is with the players.",
    State.PENDING: "The armies are drawn up; the battle is about to be fought.",
    State.RUNNING: "The battle is being fought.",
    State.DONE: "The battle is over.",
    State.FAILED: "The battle could not be fought.",
}


@dataclass(frozen=True)
class BattleLinks:
    """Addresses of a battle's pages; an empty one is not offered to this reader."""

    page: str
    state: str
    journal: str = ""
    file: str = ""
    report: str = ""
    journal_file: str = ""
    numbers: str = ""
    replay: str = ""
    still: str = ""
    film: str = ""
    account: str = ""


@dataclass(frozen=True)
class PlanLine:
    """The plan that a side's general was given, as those may read it who gave it."""

    side: str
    text: str


@dataclass(frozen=True)
class BattleView:
    """One reader's knowledge of a battle. ``report`` is there for readers of everything in a settled one."""

    key: str
    name: str
    state: str
    sentence: str
    progress: int
    commitment: str
    opened_at: datetime
    settled_at: datetime | None
    links: BattleLinks
    numbers: Numbers
    kind: str = ""
    winner: str = ""
    digest: str = ""
    seed: str = ""
    problem: str = ""
    report: Report | None = None
    plans: tuple[PlanLine, ...] = ()
    sealed: bool = False
    stakes: tuple[PlanLine, ...] = ()
    evening: tuple[Passage, ...] = ()

    @property
    def streams(self) -> str:
        """The dice streams of every rule system in their order, for the verifier in the page: JSON by slug."""
        return json.dumps({slug: streams(slug) for slug in slugs()})

    @property
    def polling(self) -> bool:
        """Whether the page should look again by itself."""
        return self.state in (State.PENDING, State.RUNNING)


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the dispatch, its round, and the dice that were thrown in it."""

    text: str
    round: int | None
    thrown: tuple[EventLine, ...]


@dataclass(frozen=True)
class DayOfBattle:
    """A day of the dispatch, which is folded: its title and paragraphs."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class DispatchPage:
    """The dispatch as it is printed; ``dice`` shows that its paragraphs carry theirs."""

    headline: str
    lead: str
    days: tuple[DayOfBattle, ...]
    dice: bool


def battle_view(
    battle: Battle, links: BattleLinks, *, full: bool, problem: bool = False, plans: Sequence[int] = BOTH
) -> BattleView:
    """Return a battle as one reader may know it.

    ``full``: once settled, both orders of battle, journal, seed and file (a participant, or anybody after the war).
    ``plans``: the numbers of the sides whose plan he may read, and the reasons of whose generals.
    ``problem``: why it failed (the referee, or the owner of a one-off battle).
    """
    result = result_of(battle)
    report = report_of(battle, plans=plans) if full and result else None
    return BattleView(
        key=battle.key,
        name=battle.name,
        state=battle.state,
        sentence=_sentence(battle),
        progress=battle.progress,
        commitment=battle.commitment,
        opened_at=battle.opened_at,
        settled_at=battle.settled_at,
        links=links,
        numbers=numbers_of(battle),
        kind=result.kind if result else "",
        winner=sentence(side_name(result.winner).subject) if result and result.winner else "",
        digest=result.digest if result else "",
        seed=battle.seed if report else "",
        problem=battle.error if problem and battle.state == State.FAILED else "",
        report=report,
        plans=tuple(_plan_of(battle.file["sides"][n]) for n in plans if battle.file["sides"][n].get("plan")),
        sealed=len(plans) < len(BOTH),
        stakes=_stakes_of(battle) if report else (),
        evening=_evening(battle) if report and battle.method != Battle.Method.AUTO else (),
    )


def _evening(battle: Battle) -> tuple[Passage, ...]:
    """Return what was noted at the table, round by round; nothing where the notes make no table any more."""
    notes = notes_of(battle)
    if not notes:
        return ()
    try:
        return passages(companion(battle.rules).read_notes(parse(battle.file), notes).lines)
    except Refusal:
        return ()


def _stakes_of(battle: Battle) -> tuple[PlanLine, ...]:
    """AI-22 Return what the sides had at stake, in words, and whether their generals weighed it."""
    name, weighed = name_of(battle.rules), has(battle.rules, "weighs_stakes")
    more = "" if weighed else f" ({name} does not weigh it: its generals count losses)"
    staked = [side for side in battle.file["sides"] if side.get("stakes")]
    return tuple(PlanLine(side_in_text(side["name"]), stakes_words(side["stakes"]) + more) for side in staked)


def _plan_of(side: dict[str, Any]) -> PlanLine:
    """Return a side's plan in words."""
    names = {unit["id"]: unit["name"] for unit in side.get("units", ())}
    return PlanLine(side_in_text(side["name"]), plan_words(side["plan"], names))


def battle_page(view: BattleView, *, dice: bool = False) -> dict[str, Any]:
    """Return the context of ``battles/_battle.html``; ``dice``: each paragraph of the dispatch with its dice."""
    report, page = view.report, {"battle": view, "evening": view.evening, "dispatch": None, "sides": (), "first": None}
    if report is None:
        return page | {"watched": False}
    watched = bool(report.journal and view.links.still and _watched(report))
    return page | report.drawn.get(("battle", dice, watched), lambda: _told(report, dice=dice, watched=watched))


def _told(report: Report, *, dice: bool, watched: bool) -> dict[str, Any]:
    """Return what the page of a settled battle shows of its report."""
    return {
        "dispatch": _dispatch(report, dice=dice) if report.journal else None,
        "sides": side_tables(report),
        "first": first_screen(report, pictures=watched),
        "watched": watched,
    }


def _watched(report: Report) -> bool:
    """Was the battle fought by the program, so that it can be replayed (EX-5)?"""
    return any(event["ev"] == "deploy" for event in report.journal)


def _sentence(battle: Battle) -> str:
    untouched = battle.state == State.PENDING and timezone.now() - battle.opened_at > LONG_UNTOUCHED
    if untouched:
        return "No worker has taken the battle up yet. It will be fought as soon as one is free."
    return SENTENCES[State(battle.state)]


def _dispatch(report: Report, *, dice: bool) -> DispatchPage:
    written = write_dispatch(report)
    events = {event["n"]: event for event in report.journal}
    names = Names.of(report)
    days: dict[int, list[Paragraph]] = {}
    for part in written.paragraphs:
        thrown = (n for n in part.events if dice and n in events and events[n].get("dice"))
        lines = tuple(event_line(events[n], names) for n in thrown)
        days.setdefault(part.day, []).append(Paragraph(part.text, part.round, lines))
    several = len(days) > 1
    folded = tuple(DayOfBattle(_title(day, several=several), tuple(parts)) for day, parts in days.items())
    return DispatchPage(written.headline, written.lead, folded, dice)


def _title(day: int, *, several: bool) -> str:
    return sentence(f"the {ordinal_word(day)} day") if several else "The battle hour by hour"


__all__ = ["BattleLinks", "BattleView", "SideTable", "battle_page", "battle_view"]

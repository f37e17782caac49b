"""The plan of a story: which blows counted, the one that turned the battle, its country, and its length.

A day has so many words at most; what matters least is left out first."""

from dataclasses import dataclass

from battles.resolvers.dispatch.ledger import Ledger, ledger_of
from battles.resolvers.dispatch.places import Country, country_of
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene, Story, story_of
from battles.resolvers.dispatch.voice import Paragraph, paragraph
from battles.resolvers.values.report import Report

ENDS = ("will", "sudden_death", "break_off", "broken", "last_evening", "stay_leave", "battle_end")
"""Events that may end a battle, the plainest first."""
MOMENTS = 3


@dataclass(frozen=True)
class Blow:
    """A combat or a fire with what it cost either side, in strength points; ``last`` is the last event of it."""

    n: int
    last: int
    day: int
    round: int
    cost: tuple[int, int]

    def towards(self, side: int | None) -> int:
        """Return by how much the blow moved the balance towards side 0 or 1; for None, towards either."""
        swing = self.cost[1] - self.cost[0]
        return abs(swing) if side is None else swing if side == 0 else -swing


@dataclass(frozen=True)
class Moment:
    """A moment worth a picture: its event, and why it was chosen (``first``, ``turning``, ``heavy`` or ``end``)."""

    n: int
    why: str


@dataclass(frozen=True)
class Plan:
    """Describe the story that a dispatch is built on.

    ``turning``: the blow that brought the loser nearest to his end. ``decided``: the number of the event from which
    on the winner was never behind, 0 where there is none of either."""

    ledger: Ledger
    blows: tuple[Blow, ...]
    winner: int | None
    turning: Blow | None
    decided: int
    end: Event | None

    def moments(self) -> tuple[Moment, ...]:
        """Return up to three moments in their order: the first heavy blow, the turning point, the end or another."""
        chosen: dict[int, str] = {self.turning.n: "turning"} if self.turning else {}
        costly = [blow for blow in self.blows if sum(blow.cost) and blow.n not in chosen]
        if costly:
            chosen[costly[0].n] = "first"
        if self.end is not None:
            chosen.setdefault(self.end["n"], "end")
        for blow in sorted(costly, key=lambda one: (-sum(one.cost), one.n)):
            if len(chosen) < MOMENTS:
                chosen.setdefault(blow.n, "heavy")
        return tuple(Moment(n, chosen[n]) for n in sorted(chosen))


def plan_of(report: Report, story: Story | None = None) -> Plan:
    """Return the plan of a report with its journal; a battle without a blow has no turning point."""
    ledger = ledger_of(report)
    told = story or story_of(report.journal)
    blows = tuple(_blow(ledger, scene) for part in told.chapters for scene in part.of("combat", "fire"))
    winner = ledger.sides.index(report.outcome.winner) if report.outcome.winner else None
    turning, decided = (_turning(blows, winner), _decided(ledger, winner)) if ledger.sure else (None, 0)
    return Plan(ledger, blows, winner, turning, decided, _end(told))


def _blow(ledger: Ledger, scene: Scene) -> Blow:
    first, last = scene.event["n"], max(scene.numbers)
    steps = [(ledger.at(n - 1), ledger.at(n)) for n in scene.numbers]
    cost = (sum(a[0] - b[0] for a, b in steps), sum(a[1] - b[1] for a, b in steps))
    return Blow(first, last, scene.event["day"], scene.event["round"], cost)


def _turning(blows: tuple[Blow, ...], winner: int | None) -> Blow | None:
    """Return the blow that moved the balance farthest towards the winner; of equals the last, when less was left."""
    best = max(blows, key=lambda blow: (blow.towards(winner), blow.n), default=None)
    return best if best is not None and best.towards(winner) > 0 else None


def _decided(ledger: Ledger, winner: int | None) -> int:
    """Return the first event after which the winner had always lost the smaller part of his army."""
    if winner is None:
        return 0
    found = 0
    for n in range(len(ledger.after) - 1, 0, -1):
        if ledger.share_gone(winner, n) >= ledger.share_gone(1 - winner, n):
            break
        found = n
    return found


def _end(story: Story) -> Event | None:
    """Return the event that ended the battle, in the plainest form that the journal has."""
    if not story.chapters:
        return None
    last = [scene.event for scene in story.chapters[-1].scenes]
    return next((event for name in ENDS for event in last if event["ev"] == name), None)


@dataclass(frozen=True)
class Tale:
    """A story with its plan, its places, and its blows by the number of their event."""

    story: Story
    plan: Plan
    country: Country
    blows: dict[int, Blow]

    def cost(self, n: int) -> int:
        """Return the strength points that both sides lost by the blow of event ``n``."""
        return sum(max(0, points) for points in self.blows[n].cost) if n in self.blows else 0

    def turned(self, n: int) -> bool:
        """Is event ``n`` the blow that turned the battle, where it had a winner?"""
        turning = self.plan.turning
        return turning is not None and turning.n == n and self.plan.winner is not None

    def part_of(self, n: int) -> Chapter | None:
        """Return the part of a day that event ``n`` is in; None in an evening and before the first day."""
        parts = (part for part in self.story.chapters if part.part is not None)
        return next((part for part in parts if any(n in scene.numbers for scene in part.scenes)), None)


def tale_of(report: Report, story: Story) -> Tale:
    """Return the tale of a report with its journal."""
    plan = plan_of(report, story)
    return Tale(story, plan, country_of(report), {blow.n: blow for blow in plan.blows})


MOST_WORDS, MOST_WITH_FIGHTS = 350, 380
"""Words that a day may have before sentences are left out, and before the second fights of its parts are."""
FIXED, SCORE, SECOND, GROUND, WHY, FIRE, ARRIVALS, ACCIDENTS, REST = 10, 10, 9, 7, 6, 4, 3, 2, 1
"""What a sentence is about, the most important first; fixed ones always stay."""
FIRST_WHY = 8
"""The first reason of a day: a day without any does not show why it was fought as it was."""


@dataclass
class Draft:
    """A paragraph whose sentences have a weight each; `events` are the numbers of its events in the journal."""

    day: int
    round: int
    lines: list[tuple[int, str]]
    events: list[int]

    @property
    def words(self) -> int:
        """The words of all sentences."""
        return sum(len(text.split()) for _, text in self.lines)


def within(parts: list[Paragraph | Draft]) -> tuple[list[Paragraph], list[str]]:
    """Return the paragraphs of a dispatch, each day within its words as far as sentences can be left out, and these."""
    before = [text for part in parts if isinstance(part, Draft) for _, text in part.lines]
    for day in {part.day for part in parts}:
        _shorten([part for part in parts if part.day == day])
    kept = {text for part in parts if isinstance(part, Draft) for _, text in part.lines}
    done = [_done(part) if isinstance(part, Draft) else part for part in parts]
    return done, [text for text in before if text not in kept]


def _shorten(day: list[Paragraph | Draft]) -> None:
    drafts = [part for part in day if isinstance(part, Draft)]
    _keep_a_reason(drafts)
    fixed = sum(len(part.text.split()) for part in day if isinstance(part, Paragraph))
    _leave_out(drafts, MOST_WORDS - fixed, SECOND)
    _leave_out(drafts, MOST_WITH_FIGHTS - fixed, FIXED)


def _leave_out(drafts: list[Draft], most: int, below: int) -> None:
    """Leave out sentences of less weight than ``below``, the lightest first and of these the latest, down to ``most``
    words."""
    while sum(draft.words for draft in drafts) > most:
        loose = [(weight, -k, -n) for k, draft in enumerate(drafts) for n, (weight, _) in enumerate(draft.lines)
                 if weight < below and len(draft.lines) > 1]  # fmt: skip
        if not loose:
            return
        _, k, n = min(loose)
        del drafts[-k].lines[-n]


def _keep_a_reason(drafts: list[Draft]) -> None:
    """Give the first reason of a day more weight than all others."""
    found = next(((draft, n) for draft in drafts for n, (weight, _) in enumerate(draft.lines) if weight == WHY), None)
    if found is not None:
        draft, n = found
        draft.lines[n] = (FIRST_WHY, draft.lines[n][1])


def _done(draft: Draft) -> Paragraph:
    return paragraph(draft.day, draft.round, [text for _, text in draft.lines], draft.events)

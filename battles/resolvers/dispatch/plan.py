"""The plan of a story: which blows counted, the one that turned the battle, and from when on it was decided."""

from dataclasses import dataclass

from battles.resolvers.dispatch.ledger import Ledger, ledger_of
from battles.resolvers.dispatch.scenes import Event, Scene, Story, story_of
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

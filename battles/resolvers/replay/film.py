"""A battle as a film: the table before the first event and what each event changes on it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from battles.resolvers.replay.cast import Cast, cast_of
from battles.resolvers.replay.changes import apply
from battles.resolvers.replay.scale import drawn
from battles.resolvers.replay.table import ReplayTable
from battles.resolvers.values.report import Event, Report

_ACTORS = ("unit", "attacker", "firer", "by")
_STRUCK = ("defender", "target")
_HAPPENS_TO = frozenset({"hit", "rout", "eliminated", "check", "morale", "fallback", "turned", "squares"})


@dataclass(frozen=True)
class Step:
    """The change of one event; ``who`` acts, ``on`` whom, as units' numbers; ``ways`` are paths to go along."""

    event: Event
    changes: dict[str, Any]
    who: tuple[int, ...]
    on: tuple[int, ...]
    ways: dict[int, list[list[float]]]

    @property
    def n(self) -> int:
        """The event's number in the journal."""
        number: int = self.event["n"]
        return number


@dataclass(frozen=True)
class Film:
    """The steps of a battle in order; the event number n is step n - 1."""

    cast: Cast
    start: dict[str, Any]
    steps: tuple[Step, ...]

    def at(self, n: int) -> dict[str, Any]:
        """Return the table after event ``n``; before the first one for 0."""
        now = dict(self.start)
        for step in self.steps[: max(0, n)]:
            now.update(step.changes)
        return now

    @cached_property
    def strengths(self) -> tuple[tuple[int, int], ...]:
        """The strength points of both sides that are not lost, before the first event and after each."""
        now = (self.start["s0"], self.start["s1"])
        made = [now]
        for step in self.steps:
            now = (step.changes.get("s0", now[0]), step.changes.get("s1", now[1]))
            made.append(now)
        return tuple(made)


def film_of(report: Report) -> Film | None:
    """Return the film of a report with its journal; None for a battle that was not fought here (EX-5)."""
    return report.drawn.get("film", lambda: _made(report))


def _made(report: Report) -> Film | None:
    cast = cast_of(report)
    if cast is None:
        return None
    table = ReplayTable(cast)
    start = table.take()
    return Film(cast, start, tuple(_step(table, drawn(event, cast.scale)) for event in report.journal))


def _step(table: ReplayTable, event: Event) -> Step:
    apply(table, event)
    who, on = _parts(table.cast, event)
    return Step(event, table.take(), who, on, _ways(table.cast, event))


def _parts(cast: Cast, event: Event) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who acts in an event, and on whom."""
    who = [event[key] for key in _ACTORS if event.get(key) in cast.numbers] + list(event.get("attackers", ()))
    on = [event[key] for key in _STRUCK if event.get(key) in cast.numbers]
    if event["ev"] in _HAPPENS_TO:
        who, on = [], who
    return tuple(cast.numbers[id] for id in who), tuple(cast.numbers[id] for id in on)


def _ways(cast: Cast, event: Event) -> dict[int, list[list[float]]]:
    path = event.get("path") or ()
    known = event.get("unit") in cast.numbers
    return {cast.numbers[event["unit"]]: [list(pose) for pose in path]} if known and len(path) > 1 else {}

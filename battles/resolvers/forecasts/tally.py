"""Counts of the ends of runs: whole numbers that add up, so that parts of a forecast merge exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.contract.registry import phrases
from battles.resolvers.values.report import Report

Histogram = Counter[int]
WHO = ("0", "1", "both")
"""The side that left, as a tally names it."""
ENDS = {"will": "will", "break_off": "choice", "stay_leave": "choice", "last_evening": "night"}
"""An event that ends a battle → how that is counted."""


@dataclass
class SideTally:
    """The effect of the runs on one side.

    ``after`` and ``generals`` count the runs by strength points left and by generals lost. ``before`` and ``lost`` are
    strength points over all runs. ``units`` holds for each id of a known unit what it lost, what it had left and how
    often it had nothing left, over all runs.
    """

    wins: int = 0
    before: int = 0
    lost: int = 0
    after: Histogram = field(default_factory=Counter)
    generals: Histogram = field(default_factory=Counter)
    units: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: SideTally) -> None:
        """Add other runs."""
        self.wins, self.before, self.lost = self.wins + other.wins, self.before + other.before, self.lost + other.lost
        self.after.update(other.after)
        self.generals.update(other.generals)
        for id, sums in other.units.items():
            self.add_unit(id, sums)

    def add_unit(self, id: str, sums: Iterable[int]) -> None:
        """Add what befell a unit: lost, left, gone."""
        mine = self.units.setdefault(id, [0, 0, 0])
        self.units[id] = [one + other for one, other in zip(mine, sums, strict=True)]

    def as_dict(self) -> dict[str, Any]:
        """Return the side as JSON values."""
        counts = {key: _written(getattr(self, key)) for key in ("after", "generals")}
        units = {id: self.units[id] for id in sorted(self.units)}
        return {"wins": self.wins, "before": self.before, "lost": self.lost, **counts, "units": units}


@dataclass
class Tally:
    """The endings of a number of runs of one battle; the sides are in the order of its file.

    ``ends`` counts how runs ended, where the rules have several ways (HR-26): ``will:0`` the first side broke,
    ``choice:1`` the second chose to leave, ``night:both`` neither had left in the last night.
    """

    runs: int = 0
    draws: int = 0
    sides: tuple[SideTally, SideTally] = field(default_factory=lambda: (SideTally(), SideTally()))
    rounds: Histogram = field(default_factory=Counter)
    days: Histogram = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add other runs of the same battle."""
        self.runs, self.draws = self.runs + other.runs, self.draws + other.draws
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.add(theirs)
        self.rounds.update(other.rounds)
        self.days.update(other.days)
        self.ends.update(other.ends)

    def as_dict(self) -> dict[str, Any]:
        """Return the tally as JSON values; `tally_from` reads it back."""
        return {
            "runs": self.runs,
            "draws": self.draws,
            "sides": [side.as_dict() for side in self.sides],
            "rounds": _written(self.rounds),
            "days": _written(self.days),
            "ends": {key: self.ends[key] for key in sorted(self.ends)},
        }


def merged(parts: Iterable[Tally]) -> Tally:
    """Return the sum of all parts, in whatever order they come."""
    whole = Tally()
    for part in parts:
        whole.add(part)
    return whole


def tally_from(data: Mapping[str, Any]) -> Tally:
    """Return the tally in what `as_dict` has written."""
    first, second = (_side_from(side) for side in data["sides"])
    ends = Counter(data.get("ends", {}))
    return Tally(data["runs"], data["draws"], (first, second), _read(data["rounds"]), _read(data["days"]), ends)


def _side_from(data: Mapping[str, Any]) -> SideTally:
    units = {id: list(sums) for id, sums in data["units"].items()}
    return SideTally(
        data["wins"], data["before"], data["lost"], _read(data["after"]), _read(data["generals"]), units
    )  # fmt: skip


def _written(histogram: Histogram) -> dict[str, int]:
    return {str(key): histogram[key] for key in sorted(histogram)}


def _read(data: Mapping[str, int]) -> Histogram:
    return Counter({int(key): count for key, count in data.items()})


def tally_of(report: Report) -> Tally:
    """One run from its report."""
    outcome = report.outcome
    made = Tally(runs=1, draws=int(outcome.winner is None))
    made.rounds[outcome.rounds] += 1
    made.days[outcome.days] += 1
    made.ends.update(_end_in(report))
    for side, fought in zip(made.sides, report.sides, strict=True):
        side.wins = int(outcome.winner == fought.name)
        side.before, side.lost = fought.before, fought.lost
        side.after[fought.after] += 1
        side.generals[sum(leader.fate == "lost" for leader in (fought.commander, *fought.wings))] += 1
        for unit in fought.units:
            side.add_unit(unit.id, (unit.lost, unit.after, int(unit.after == 0)))
    return made


def _end_in(report: Report) -> Iterator[str]:
    """HR-26 Yield how a battle ended, by the last event of its journal that bears on it, where armies have a will."""
    if not hasattr(phrases(report.rules), "will_of") or (report.battle.get("options") or {}).get("sudden_death"):
        return
    found = next((event for event in reversed(report.journal) if event["ev"] in ENDS), None)
    if found is None:
        return
    stays = [side.stayed for side in report.sides]
    how = ENDS[found["ev"]]
    if how == "choice" and all(stays):
        how = "night"
    yield f"{how}:{'both' if stays[0] == stays[1] else stays.index(False)}"

"""Strength of both armies after each event of a journal: what a dispatch counts by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.values.report import Event, Report

Pair = tuple[int, int]


@dataclass(frozen=True)
class Ledger:
    """Strength points of both sides that are neither lost nor broken; ``after[n]`` follows event ``n``, from 0."""

    sides: tuple[str, str]
    after: tuple[Pair, ...]
    sure: bool = True
    """Whether the counts hold: pieces of a unit that are drawn up again on a second day are not known one by one."""

    def at(self, n: int) -> Pair:
        """Return both strengths after event ``n``, bounded by the journal's ends."""
        return self.after[max(0, min(n, len(self.after) - 1))]

    def gone(self, n: int) -> Pair:
        """Return the strength points that both sides are short of after event ``n``."""
        (one, two), (a, b) = self.after[0], self.at(n)
        return one - a, two - b

    def came_back(self, side: int, journal: Sequence[Event]) -> int:
        """Return the strength points that rallied or recovered on side 0 or 1 on the last evening of a journal."""
        last = max((event["day"] for event in journal), default=1)
        return sum(self.at(event["n"])[side] - self.at(event["n"] - 1)[side] for event in journal
                   if event["day"] == last and event["ev"] in _EVENING)  # fmt: skip

    def share_gone(self, side: int, n: int) -> float:
        """Return the part, 0 to 1, of its strength that side 0 or 1 is short of after event ``n``."""
        return self.gone(n)[side] / max(1, self.after[0][side])


class _Count:
    """Walks through the journal; a broken unit counts for nothing until it rallies (COM-06)."""

    def __init__(self, report: Report) -> None:
        self.side = {unit["id"]: k for k, one in enumerate(report.battle["sides"]) for unit in one["units"]}
        self.points = {unit["id"]: unit["strength"] for one in report.battle["sides"] for unit in one["units"]}
        self.unit_of: dict[str, str] = {}
        self.pieces: dict[str, dict[str, int]] = {}
        self.now = [sum(p for unit, p in self.points.items() if self.side[unit] == k) for k in (0, 1)]

    def begin(self, event: Event) -> None:
        """Learn which pieces stand for which unit."""
        for piece in event.get("cast") or ():
            if piece["id"] != piece["unit"]:
                self.unit_of[piece["id"]] = piece["unit"]
                self.pieces.setdefault(piece["unit"], {})[piece["id"]] = piece["strength"]

    def take(self, event: Event) -> None:
        """Count one event."""
        if event["ev"] == "battle_start":
            self.begin(event)
        change = _CHANGES.get(event["ev"])
        if change is not None and (event["ev"] not in _IF_PASSED or event["pass"]):
            change(self, event)

    def put(self, unit: str, points: int) -> None:
        """Set the strength of a unit, or of one of its pieces."""
        whole = self.unit_of.get(unit, unit)
        if whole != unit and unit in self.pieces[whole]:
            self.pieces[whole][unit] = points
            points = sum(self.pieces[whole].values())
        elif whole in self.pieces:
            first = next(iter(self.pieces[whole]))
            self.pieces[whole] = dict.fromkeys(self.pieces[whole], 0) | {first: points}
        if whole in self.points:
            self.now[self.side[whole]] += points - self.points[whole]
            self.points[whole] = points


def _set(count: _Count, event: Event) -> None:
    if "sp" in event:
        count.put(event["unit"], int(event["sp"]))


def _break(count: _Count, event: Event) -> None:
    count.put(event["unit"], 0)


def _merge(count: _Count, event: Event) -> None:
    for group in event["groups"]:
        for member in group["members"]:
            count.put(member, 0)
        for made in group["made"]:
            count.put(made["unit"], int(made["sp"]))


_EVENING = frozenset({"eod_rally", "eod_recover", "amalgamate"})
_IF_PASSED = frozenset({"rally", "eod_rally"})
_CHANGES: dict[str, Callable[[_Count, Any], None]] = {
    "hit": _set, "recover": _set, "rally": _set, "eod_recover": _set, "eod_rally": _set,
    "rout": _break, "eliminated": _break, "amalgamate": _merge,
}  # fmt: skip


def ledger_of(report: Report) -> Ledger:
    """Return the strengths of both sides after each event of a report's journal."""
    count = _Count(report)
    made = [(count.now[0], count.now[1])]
    for event in report.journal:
        count.take(event)
        made.append((count.now[0], count.now[1]))
    one, two = (side["name"] for side in report.battle["sides"])
    return Ledger((one, two), tuple(made), sure=not count.pieces or report.outcome.days == 1)

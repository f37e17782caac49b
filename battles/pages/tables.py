"""Orders of battle, before and after side by side, and the losses of both sides as a small chart."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from battles.resolvers.dispatch.names import spelled
from battles.resolvers.replay.film import Film
from battles.resolvers.values.report import LeaderReport, Report, SideReport, UnitReport
from rosters.rules.catalogue import unit_type

FATES = {
    "kept": "",
    "rallied": "rallied",
    "eliminated": "destroyed",
    "amalgamated": "amalgamated",
    "exited": "left the field",
}
LEADER_FATES = {"unhurt": "unhurt", "lost": "lost"}


@dataclass(frozen=True)
class Strength:
    """A strength as a fraction of full, in strength points; ``boxes`` are filled or empty."""

    points: int
    full: int

    @property
    def boxes(self) -> tuple[bool, ...]:
        """One box a strength point."""
        return tuple(n < self.points for n in range(self.full))


@dataclass(frozen=True)
class General:
    """A general, his skill and what became of him."""

    name: str
    skill: str
    fate: str


@dataclass(frozen=True)
class UnitRow:
    """One unit before and after; ``type`` is empty where the name shows it."""

    name: str
    type: str
    before: Strength
    after: Strength
    lost: int
    fate: str


@dataclass(frozen=True)
class SideTable:
    """One side's order of battle, with its sums in strength points."""

    name: str
    role: str
    verdict: str
    generals: tuple[General, ...]
    units: tuple[UnitRow, ...]
    before: int
    lost: int
    after: int


def side_tables(report: Report) -> tuple[SideTable, ...]:
    """Return both sides of a settled battle, in the order of its file."""
    files = report.battle["sides"]
    meeting = len({file["role"] for file in files}) == 1
    roles = [MEETING if meeting else file["role"] for file in files]
    return tuple(_side(*one, report) for one in zip(report.sides, files, roles, strict=True))


MEETING = "in a meeting engagement"
"""The role of both sides where neither held the field before."""


def _side(side: SideReport, file: dict[str, Any], role: str, report: Report) -> SideTable:
    names = {unit["id"]: unit["name"] for unit in file["units"]}
    own = {unit["id"]: _own_type(report, unit) for unit in file["units"] if unit.get("own")}
    leaders = zip((side.commander, *side.wings), (file["commander"], *file["wings"]), strict=False)
    return SideTable(
        name=side.name,
        role=role,
        verdict=_verdict(side, report),
        generals=tuple(_general(leader, entry) for leader, entry in leaders),
        units=tuple(_unit(unit, names, own.get(unit.id, "")) for unit in side.units),
        before=side.before,
        lost=side.lost,
        after=side.after,
    )


def _verdict(side: SideReport, report: Report) -> str:
    if report.outcome.winner is None:
        return "drawn"
    if report.outcome.winner == side.name:
        return "victorious"
    broke = any(event["ev"] in ("will", "sudden_death") and event["loser"] == side.name for event in report.journal)
    return "destroyed" if side.after == 0 else "broken" if broke else "beaten"


def _general(leader: LeaderReport, entry: dict[str, Any]) -> General:
    return General(leader.name or "an unnamed general", entry["skill"], LEADER_FATES[leader.fate])


def _own_type(report: Report, unit: dict[str, Any]) -> str:
    """HR-30 Return the name of a unit's type in its war."""
    rows = {row["short"]: row for row in report.battle.get("unit_types") or ()}
    return str(rows.get(unit["own"], {}).get("name") or unit["own"])


def _unit(unit: UnitReport, names: dict[str, str], own: str) -> UnitRow:
    kind, after = unit_type(unit.type), unit_type(unit.type_after)
    name = names.get(unit.id, unit.id)
    return UnitRow(
        name=name,
        type="" if (own or kind.name) in name or (not own and _shows(name, kind.key)) else own or kind.name,
        before=Strength(unit.before, kind.full),
        after=Strength(unit.after, after.full),
        lost=unit.lost,
        fate=_fate(unit, names),
    )


def _shows(name: str, type_key: str) -> bool:
    return name.lower().endswith(spelled(type_key))


def _fate(unit: UnitReport, names: dict[str, str]) -> str:
    parts = [FATES[unit.fate]]
    if unit.into:
        parts = [f"amalgamated into {names.get(unit.into, unit.into)}"]
    if unit.moved < 0:
        parts.append(f"took in {-unit.moved}")
    if unit.moved > 0 and not unit.into:
        parts.append(f"gave {unit.moved} away")
    if unit.type_after != unit.type and unit.after:
        parts.append(f"now {unit_type(unit.type_after).name}")
    return "; ".join(part for part in parts if part)


WIDTH, HEIGHT = 600, 110
_TOP, _BOTTOM = 8, 92


@dataclass(frozen=True)
class Curve:
    """One side's strength points from event to event; the path is a staircase."""

    side: int
    name: str
    path: str
    before: int
    after: int


@dataclass(frozen=True)
class LossChart:
    """Both curves, a line where each new day begins, and the place of the moment shown."""

    curves: tuple[Curve, ...]
    days: tuple[float, ...]
    here: float
    most: int
    summary: str


def loss_chart(film: Film, n: int) -> LossChart:
    """Return the chart with its mark at event ``n``."""
    most = max(max(pair) for pair in film.strengths) or 1
    curves = tuple(_curve(film, side, most) for side in (0, 1))
    dawns = [step.n for step in film.steps if step.event["ev"] == "day_start" and step.event["day"] > 1]
    days = tuple(place(film, dawn) for dawn in dawns)
    spans = ", ".join(f"{curve.name} from {curve.before} to {curve.after}" for curve in curves)
    return LossChart(curves, days, place(film, n), most, f"Strength points left: {spans}.")


def place(film: Film, n: int) -> float:
    """Return how far to the right event ``n`` is."""
    return round(WIDTH * n / max(1, len(film.steps)), 1)


def _curve(film: Film, side: int, most: int) -> Curve:
    values = [pair[side] for pair in film.strengths]
    heights = [round(_BOTTOM - (_BOTTOM - _TOP) * value / most, 1) for value in values]
    path = f"M0 {heights[0]:g}"
    for n, (before, after) in enumerate(pairwise(heights), 1):
        if before != after:
            path += f"H{place(film, n):g}V{after:g}"
    return Curve(side, film.cast.sides[side], f"{path}H{WIDTH}", values[0], values[-1])

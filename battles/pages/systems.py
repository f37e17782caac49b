"""The same battle by every rule system, side by side: who wins, what is left, what it costs, one battle to watch."""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles.models import Forecast
from battles.pages.forecast import STATES, Chance, chances_of, per_cent_of
from battles.resolvers import kernel_marks
from battles.resolvers.forecasts.forecast import Share, mean_of
from battles.resolvers.forecasts.tally import SideTally, Tally, tally_from
from battles.resolvers.registry import systems
from rosters.rules.catalogue import ARMS, catalogue

CSV_HEAD = (
    "rules", "name", "runs", "side", "wins", "win_low", "win_high", "draws", "strength_before", "strength_left",
    "strength_lost", "general_lost", "length",
)  # fmt: skip


@dataclass(frozen=True)
class SystemSide:
    """One side under one rule system; strengths are means in strength points, ``arms`` what each arm lost."""

    name: str
    after: str
    lost: str
    share: float
    general: str
    arms: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SystemColumn:
    """One rule system in the comparison."""

    key: str
    slug: str
    name: str
    printed: str
    conversion: str
    sentence: str
    polling: bool
    runs_done: int
    runs: int
    per_cent: int
    chances: tuple[Chance, ...]
    sides: tuple[SystemSide, ...]
    length: str
    sample: bool


def systems_page(rows: Sequence[Forecast]) -> dict[str, Any]:
    """Return the context of ``battles/_systems.html``; the order is that of the registry."""
    order = list(systems())
    known = [row for row in rows if row.question["file"]["rules"] in order]
    columns = [_column(row) for row in sorted(known, key=lambda row: order.index(row.question["file"]["rules"]))]
    names = [side["name"] for side in rows[0].question["file"]["sides"]] if rows else []
    polling = any(column.polling for column in columns)
    compiling = kernel_marks.progress() if polling else None
    return {"columns": columns, "names": names, "polling": polling, "compiling": compiling}


def _column(row: Forecast) -> SystemColumn:
    tally, file = tally_from(row.tally), row.question["file"]
    system = systems()[file["rules"]]
    names = [str(side["name"]) for side in file["sides"]]
    return SystemColumn(
        key=row.key,
        slug=system.slug,
        name=system.name,
        printed=system.printed,
        conversion=system.conversion,
        sentence=row.error or STATES[Forecast.State(row.state)],
        polling=row.state == Forecast.State.RUNNING or (row.wants_sample and row.sample is None and not row.error),
        runs_done=row.runs_done,
        runs=row.runs,
        per_cent=100 * row.runs_done // row.runs,
        chances=chances_of(names, tally) if tally.runs else (),
        sides=tuple(_side(told, side, tally) for told, side in zip(tally.sides, file["sides"], strict=True))
        if tally.runs
        else (),
        length=_length(tally, file["rules"]),
        sample=row.sample is not None,
    )


def _side(told: SideTally, side: Mapping[str, Any], tally: Tally) -> SystemSide:
    lost, before = told.lost / tally.runs, told.before / tally.runs
    return SystemSide(
        name=str(side["name"]),
        after=f"{mean_of(told.after):.1f}",
        lost=f"{lost:.1f}",
        share=round(100 * lost / before, 1) if before else 0.0,
        general=per_cent_of(sum(runs for number, runs in told.generals.items() if number), tally.runs),
        arms=_arms(told, side, tally.runs),
    )


def _arms(told: SideTally, side: Mapping[str, Any], runs: int) -> tuple[tuple[str, str], ...]:
    """Return the average losses of known units by arm; nothing where the units were drawn anew in every run."""
    types = {unit["id"]: catalogue().unit_types[unit["type"]].arm for unit in side["units"]}
    lost: Counter[str] = Counter()
    for unit, sums in told.units.items():
        if unit in types:
            lost[types[unit]] += sums[0]
    here = [arm for arm in ARMS if arm in {types[unit] for unit in told.units if unit in types}]
    return tuple((ARMS[arm], f"{lost[arm] / runs:.1f}") for arm in here)


def _length(tally: Tally, rules: str) -> str:
    """Describe the length of a battle over all its days: in rounds where sides throw for orders, else in turns."""
    if not tally.runs:
        return ""
    word = "rounds" if rules == next(iter(systems())) else "turns"
    longer = sum(runs for days, runs in tally.days.items() if days > 1)
    more = f"; {per_cent_of(longer, tally.runs)} go on for a second day" if 100 * longer >= tally.runs else ""
    return f"{mean_of(tally.rounds):.1f} {word}{more}"


def systems_csv(rows: Sequence[Forecast]) -> bytes:
    """Return the comparison as a table: a line for each system and side."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_HEAD)
    for row in rows:
        tally, file = tally_from(row.tally), row.question["file"]
        for told, side in zip(tally.sides, file["sides"], strict=True):
            writer.writerow(_line(row, tally, told, side))
    return out.getvalue().encode("utf-8-sig")


def _line(row: Forecast, tally: Tally, told: SideTally, side: Mapping[str, Any]) -> tuple[Any, ...]:
    runs, rules = max(1, tally.runs), row.question["file"]["rules"]
    low, high = Share(told.wins, tally.runs).interval
    name = str(side["name"])
    general = sum(count for number, count in told.generals.items() if number)
    return (
        rules, systems()[rules].name if rules in systems() else rules, tally.runs,
        f"'{name}" if name.startswith(("=", "+", "-", "@")) else name,
        round(told.wins / runs, 4), round(low, 4), round(high, 4), round(tally.draws / runs, 4),
        round(told.before / runs, 3), round(mean_of(told.after), 3), round(told.lost / runs, 3),
        round(general / runs, 4), round(mean_of(tally.rounds), 2),
    )  # fmt: skip

"""The same battle by every rule system, side by side: who wins, what is left, what it costs, one battle to watch."""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from base.words import listed
from battles.models import Forecast
from battles.pages.forecast import STATES, Chance, chances_of, per_cent_of
from battles.resolvers.contract.registry import systems
from battles.resolvers.core import kernels
from battles.resolvers.dispatch.sides import side_in_text
from battles.resolvers.forecasts.forecast import Share, mean_of
from battles.resolvers.forecasts.tally import SideTally, Tally, tally_from
from rosters.rules.catalogue import ARMS, catalogue

NEITHER = 2


def verdict_of(rows: Sequence[Forecast], names: Sequence[str]) -> list[str]:
    """Return who wins more often under which rules, and where the battle is bloodiest; nothing before all are done."""
    if len(rows) < 2 or any(row.state != Forecast.State.DONE for row in rows):
        return []
    tallies = {systems()[row.question["file"]["rules"]].name: tally_from(row.tally) for row in rows}
    parties: dict[int, list[str]] = {0: [], 1: [], NEITHER: []}
    for name, tally in tallies.items():
        parties[favourite(tally)].append(name)
    wins = [
        f"Victory goes more often to {side_in_text(names[side])} under {listed(parties[side])}."
        for side in (0, 1)
        if parties[side]
    ]
    even = [f"No side is clearly ahead under {listed(parties[NEITHER])}."] if parties[NEITHER] else []
    return [*wins, *even, _bloodiest(tallies)]


def favourite(tally: Tally) -> int:
    """Return the side that wins more often, beyond the intervals of both shares; NEITHER where most are drawn."""
    if tally.draws > max(side.wins for side in tally.sides):
        return NEITHER
    first, second = (Share(side.wins, tally.runs).interval for side in tally.sides)
    return 0 if first[0] > second[1] else 1 if second[0] > first[1] else NEITHER


def _bloodiest(tallies: dict[str, Tally]) -> str:
    shares = {name: _lost(tally) for name, tally in tallies.items()}
    most, least = max(shares, key=lambda name: shares[name]), min(shares, key=lambda name: shares[name])
    return (
        f"It is bloodiest under {most}, where the armies lose {shares[most]:.0f}\u00a0% of their strength, and costs "
        f"least under {least} ({shares[least]:.0f}\u00a0%)."
    )


def _lost(tally: Tally) -> float:
    before = sum(side.before for side in tally.sides)
    return 100 * sum(side.lost for side in tally.sides) / before if before else 0.0


AT_ONCE, MOMENT = 150, 600
"""Milliseconds until the page asks again: while a system has no figures, and afterwards."""
SAMPLE_COMES = timedelta(minutes=1)


@dataclass(frozen=True)
class SystemSide:
    """One side under one rule system; strengths are means in strength points, ``by_arm`` what each arm lost."""

    name: str
    before: str
    after: str
    lost: str
    share: float
    general: str
    by_arm: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SystemColumn:
    """One rule system in the comparison; ``second_at`` is where the second side's part of its bar begins."""

    key: str
    name: str
    printed: str
    conversion: str
    sentence: str
    polling: bool
    runs_done: int
    runs: int
    chances: tuple[Chance, ...]
    second_at: float
    sides: tuple[SystemSide, ...]
    rounds: str
    longer: str
    sample: bool


def systems_page(rows: Sequence[Forecast]) -> dict[str, Any]:
    """Return the context of ``battles/forecasts/_systems.html``; the order is that of the registry."""
    order = list(systems())
    known = sorted((row for row in rows if _rules(row) in order), key=lambda row: order.index(_rules(row)))
    columns = [_column(row) for row in known]
    names = [str(side["name"]) for side in rows[0].question["file"]["sides"]] if rows else []
    polling = any(column.polling for column in columns)
    return {
        "columns": columns, "names": names, "polling": polling, "verdict": verdict_of(known, names),
        "wait": MOMENT if all(column.runs_done for column in columns) else AT_ONCE,
        "arms": [ARMS[arm] for arm in _arms_of(known)],
        "costs": _costs(columns, names),
        "compiling": kernels.progress() if polling else None,
    }  # fmt: skip


def _rules(row: Forecast) -> str:
    return str(row.question["file"]["rules"])


def _arms_of(rows: Sequence[Forecast]) -> list[str]:
    """List the arms that fight in the battle, as far as its units are known."""
    types = catalogue().unit_types
    here = {types[unit["type"]].arm for row in rows for side in row.question["file"]["sides"] for unit in side["units"]}
    return [arm for arm in ARMS if arm in here]


def _costs(columns: Sequence[SystemColumn], names: Sequence[str]) -> list[dict[str, Any]]:
    """List what the battle costs each side under each rule system that has figures; empty while none has."""
    known = [column for column in columns if column.sides]
    return [
        {"name": name, "rows": [(column.name, column.sides[number]) for column in known]}
        for number, name in enumerate(names if known else ())
    ]


def _column(row: Forecast) -> SystemColumn:
    tally, sides = tally_from(row.tally), row.question["file"]["sides"]
    system, arms = systems()[_rules(row)], _arms_of([row])
    chances = chances_of([str(side["name"]) for side in sides], tally) if tally.runs else ()
    return SystemColumn(
        key=row.key,
        name=system.name,
        printed=system.printed,
        conversion=system.conversion,
        sentence=row.error or STATES[Forecast.State(row.state)],
        polling=row.state == Forecast.State.RUNNING or _sample_comes(row),
        runs_done=row.runs_done,
        runs=row.runs,
        chances=chances,
        second_at=100 - chances[1].width if chances else 0.0,
        sides=tuple(_side(ended, side, tally.runs, arms) for ended, side in zip(tally.sides, sides, strict=True))
        if tally.runs else (),
        rounds=f"{mean_of(tally.rounds):.1f}",
        longer=_longer(tally),
        sample=row.sample is not None,
    )  # fmt: skip


def _sample_comes(row: Forecast) -> bool:
    """Is the battle to watch still to be expected? It is kept just after the last runs, unless its process died."""
    return bool(row.wants_sample and row.sample is None and row.state == Forecast.State.DONE and row.ended_at
                and timezone.now() - row.ended_at < SAMPLE_COMES)  # fmt: skip


def _side(side_tally: SideTally, side: Mapping[str, Any], runs: int, arms: Sequence[str]) -> SystemSide:
    return SystemSide(
        name=str(side["name"]),
        before=f"{side_tally.before / runs:.1f}".removesuffix(".0"),
        after=f"{mean_of(side_tally.after):.1f}",
        lost=f"{side_tally.lost / runs:.1f}",
        share=round(100 * side_tally.lost / side_tally.before, 1) if side_tally.before else 0.0,
        general=per_cent_of(sum(count for number, count in side_tally.generals.items() if number), runs),
        by_arm=tuple(
            (ARMS[arm], "–" if lost is None else f"{lost / runs:.1f}")
            for arm, lost in zip(arms, arms_lost(side_tally, side, arms), strict=True)
        ),
    )


def arms_lost(side_tally: SideTally, side: Mapping[str, Any], arms: Sequence[str]) -> list[int | None]:
    """Return what known units of each arm lost over all runs; None where units were drawn anew in every run."""
    types = {unit["id"]: catalogue().unit_types[unit["type"]].arm for unit in side["units"]}
    lost: Counter[str] = Counter()
    for unit, sums in side_tally.units.items():
        lost[types.get(unit, "")] += sums[0]
    return [lost[arm] if side_tally.units else None for arm in arms]


def _longer(tally: Tally) -> str:
    """Return the share of the battles that go on for a second day; empty where it is below one in a hundred."""
    longer = sum(runs for days, runs in tally.days.items() if days > 1)
    return per_cent_of(longer, tally.runs) if tally.runs and 100 * longer >= tally.runs else ""


ARM_COLUMNS = {"foot": "infantry_lost", "cav": "cavalry_lost", "art": "artillery_lost"}
HEAD = (
    "rules", "name", "runs", "side", "wins", "win_low", "win_high", "draws", "strength_before", "strength_left",
    "strength_lost", *ARM_COLUMNS.values(), "general_lost", "rounds", "second_day",
)  # fmt: skip


def systems_csv(rows: Sequence[Forecast]) -> bytes:
    """Return the comparison as a table: a line for each system and side."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for row in rows:
        tally, file = tally_from(row.tally), row.question["file"]
        for side_tally, side in zip(tally.sides, file["sides"], strict=True):
            writer.writerow(_line(str(file["rules"]), tally, side_tally, side))
    return out.getvalue().encode("utf-8-sig")


def _line(rules: str, tally: Tally, side_tally: SideTally, side: Mapping[str, Any]) -> tuple[Any, ...]:
    runs, name = max(1, tally.runs), str(side["name"])
    low, high = Share(side_tally.wins, tally.runs).interval
    general = sum(count for number, count in side_tally.generals.items() if number)
    longer = sum(count for days, count in tally.days.items() if days > 1)
    arms = ["" if lost is None else round(lost / runs, 3) for lost in arms_lost(side_tally, side, list(ARM_COLUMNS))]
    return (
        rules, systems()[rules].name if rules in systems() else rules, tally.runs,
        f"'{name}" if name.startswith(("=", "+", "-", "@")) else name,
        round(side_tally.wins / runs, 4), round(low, 4), round(high, 4), round(tally.draws / runs, 4),
        round(side_tally.before / runs, 3), round(mean_of(side_tally.after), 3), round(side_tally.lost / runs, 3),
        *arms, round(general / runs, 4), round(mean_of(tally.rounds), 2), round(longer / runs, 4),
    )  # fmt: skip

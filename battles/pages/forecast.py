"""The content of a forecast's page: who wins how often, what is left of either side, and the cost unit by unit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from base.words import counted, sentence
from battles.models import Forecast
from battles.resolvers.core import kernels
from battles.resolvers.dispatch.sides import side_in_text
from battles.resolvers.forecasts.forecast import Share, mean_of
from battles.resolvers.forecasts.tally import Histogram, SideTally, Tally, tally_from
from battles.resolvers.replay.cast import Will, will_in
from battles.resolvers.replay.table import FIGHTING
from rosters.rules.catalogue import catalogue

WIDTH, HEIGHT, FOOT = 320.0, 96.0, 16.0
MOST_BARS = 32
STATES = {
    Forecast.State.RUNNING: "The battles are being fought.",
    Forecast.State.DONE: "",
    Forecast.State.CANCELLED: "Stopped; the battles fought until then are shown.",
    Forecast.State.FAILED: "The battle could not be forecast.",
}


@dataclass(frozen=True)
class Chance:
    """A share of the runs in per cent, with its interval of 95 % confidence."""

    label: str
    count: int
    per_cent: str
    low: str
    high: str
    width: float


@dataclass(frozen=True)
class Bar:
    """One bar of a histogram, in the units of its drawing; ``label`` shows which strength points, ``runs`` how many."""

    x: float
    y: float
    width: float
    height: float
    label: str
    runs: int
    per_cent: str


@dataclass(frozen=True)
class UnitLoss:
    """The average loss of a unit, in strength points, and how often nothing of it is left, in per cent."""

    name: str
    before: int
    lost: str
    gone: str


@dataclass(frozen=True)
class SideForecast:
    """One side over all runs; strengths are means in strength points."""

    name: str
    before: str
    lost: str
    after: str
    bars: tuple[Bar, ...]
    least: str
    most: str
    general: str
    units: tuple[UnitLoss, ...]
    will: str = ""


@dataclass(frozen=True)
class ForecastView:
    """One forecast as its readers see it."""

    key: str
    name: str
    note: str
    sentence: str
    problem: str
    polling: bool
    runs: int
    runs_done: int
    per_cent: int
    chances: tuple[Chance, ...]
    sides: tuple[SideForecast, ...]
    rounds: str
    longer: str
    seed: str
    ends: tuple[Chance, ...] = ()

    @property
    def title(self) -> str:
        """The name of the plan, or of the battle."""
        return self.note or self.name


@dataclass(frozen=True)
class KeptForecast:
    """A forecast asked before, in one line: ``ends`` has the shares of the endings."""

    key: str
    title: str
    asked_at: datetime
    runs: int
    ends: str


def forecast_view(row: Forecast, question: Mapping[str, Any]) -> ForecastView:
    """Return a forecast; ``question`` is what was asked, which names sides and units."""
    tally, sides = tally_from(row.tally), question["file"]["sides"]
    wills = wills_of(question)
    names = [str(side["name"]) for side in sides]
    return ForecastView(
        key=row.key,
        name=row.name,
        note=row.note,
        sentence=STATES[Forecast.State(row.state)],
        problem=row.error if row.state == Forecast.State.FAILED else "",
        polling=row.state == Forecast.State.RUNNING,
        runs=row.runs,
        runs_done=row.runs_done,
        per_cent=100 * row.runs_done // row.runs,
        chances=chances_of(names, tally) if tally.runs else (),
        sides=tuple(_side(*one, tally.runs) for one in zip(tally.sides, sides, wills, strict=True))
        if tally.runs else (),
        ends=ends_of(names, tally),
        rounds=f"{mean_of(tally.rounds):.1f}",
        longer=per_cent_of(sum(count for days, count in tally.days.items() if days > 1), tally.runs),
        seed=row.seed,
    )  # fmt: skip


def chances_of(names: Sequence[str], tally: Tally) -> tuple[Chance, ...]:
    """Return how often each side won, and how often neither did."""
    wins = [
        (f"Victory of {side_in_text(name)}", side_tally.wins)
        for name, side_tally in zip(names, tally.sides, strict=True)
    ]
    return tuple(_chance(label, count, tally.runs) for label, count in [*wins, ("Drawn", tally.draws)])


ENDS = (
    ("will", "0", "{0} broke"), ("will", "1", "{1} broke"), ("will", "both", "Both armies broke at once"),
    ("choice", "0", "{0} left by choice"), ("choice", "1", "{1} left by choice"),
    ("choice", "both", "Both armies left by choice"),
    ("night", "0", "{0} left, worn down by the last night"), ("night", "1", "{1} left, worn down by the last night"),
    ("night", "both", "Neither army had left by the last night"),
)  # fmt: skip
"""HR-26 How a battle ended and who left, in the words of the page."""


def ends_of(names: Sequence[str], tally: Tally) -> tuple[Chance, ...]:
    """HR-26 Return how often the battle ended in which way; nothing by rules that have one way."""
    opening = [sentence(side_in_text(name)) for name in names]
    counts = [(text.format(*opening), tally.ends[f"{how}:{who}"]) for how, who, text in ENDS]
    return tuple(_chance(label, count, tally.runs) for label, count in counts if count)


def wills_of(question: Mapping[str, Any]) -> tuple[str, str]:
    """HR-26 Return for each side with how many broken units its army leaves; empty where nobody must."""
    file, supposed = question["file"], question["supposed"]
    will = will_in(file["rules"], file)
    known = catalogue().unit_types
    first, second = (
        [unit for unit in side["units"] if unit["type"] in known and known[unit["type"]].arm in FIGHTING]
        for side in file["sides"]
    )
    return (_will(will, first, supposed[0]), _will(will, second, supposed[1]))


def _will(will: Will | None, army: Sequence[Any], supposed: Sequence[Any]) -> str:
    if will is None:
        return ""
    if supposed:
        return f"Its army breaks with more than {will.parts} of {will.of} of its units broken."
    return f"Its army breaks with {will.enough(len(army))} of {counted(len(army), 'unit')} broken."


def forecasts_page(rows: Sequence[Forecast]) -> dict[str, Any]:
    """Return the context of ``battles/forecasts/_forecasts.html``."""
    views = [forecast_view(row, row.question) for row in rows]
    polling = any(view.polling for view in views)
    return {"forecasts": views, "polling": polling, "compiling": kernels.progress() if polling else None}


def kept_page(rows: Sequence[Forecast]) -> list[KeptForecast]:
    """Return the lines of ``battles/forecasts/_forecasts_kept.html``."""
    views = [(row, forecast_view(row, row.question)) for row in rows]
    return [KeptForecast(row.key, view.title, row.asked_at, row.runs_done, _ends(view)) for row, view in views]


def _ends(view: ForecastView) -> str:
    return ", ".join(f"{chance.label} {chance.per_cent}" for chance in view.chances)


def _chance(label: str, count: int, runs: int) -> Chance:
    share = Share(count, runs)
    low, high = (f"{100 * bound:.1f}" for bound in share.interval)
    return Chance(label, count, f"{100 * share.value:.1f} %", low, high, round(100 * share.value, 1))


def per_cent_of(count: int, runs: int) -> str:
    """Return a share of the runs in whole per cent; a dash without runs."""
    return f"{100 * count / runs:.0f} %" if runs else "–"


def _side(side_tally: SideTally, side: Mapping[str, Any], will: str, runs: int) -> SideForecast:
    units = {unit["id"]: unit for unit in side["units"]}
    bars = _bars(side_tally.after, runs)
    return SideForecast(
        name=str(side["name"]),
        before=f"{side_tally.before / runs:.1f}".removesuffix(".0"),
        lost=f"{side_tally.lost / runs:.1f}",
        after=f"{mean_of(side_tally.after):.1f}",
        bars=tuple(bars),
        least=str(min(side_tally.after)),
        most=str(max(side_tally.after)),
        general=per_cent_of(sum(count for lost, count in side_tally.generals.items() if lost), runs),
        units=tuple(_unit(units[id], sums, runs) for id, sums in side_tally.units.items() if id in units),
        will=will,
    )


def _unit(unit: Mapping[str, Any], sums: Sequence[int], runs: int) -> UnitLoss:
    lost, _, gone = sums
    return UnitLoss(str(unit["name"]), unit["strength"], f"{lost / runs:.1f}", per_cent_of(gone, runs))


def _bars(histogram: Histogram, runs: int) -> list[Bar]:
    """Return a histogram drawn with at most 32 bars, each as wide as the others."""
    least, most = min(histogram), max(histogram)
    step = -(-(most - least + 1) // MOST_BARS)
    bins = [(n, min(n + step - 1, most)) for n in range(least, most + 1, step)]
    counts = [sum(histogram[value] for value in range(low, high + 1)) for low, high in bins]
    wide, tall = WIDTH / len(bins), (HEIGHT - FOOT) / max(counts)
    return [
        Bar(round(n * wide, 2), round(HEIGHT - FOOT - count * tall, 2), round(wide * 0.9, 2), round(count * tall, 2),
            str(low) if low == high else f"{low} to {high}", count, per_cent_of(count, runs))
        for n, ((low, high), count) in enumerate(zip(bins, counts, strict=True))
    ]  # fmt: skip

"""A forecast: one battle fought many times. Run k is the battle with the seed ``<seed>/<k>``, k from 0.

A `Question` shows what is asked: a battle file, and for either side perhaps armies of which only the size is known.
Parts of a forecast are tallies that add up to the same whole however the runs were shared out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from json import dumps
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any

from battles.resolvers.contract.registry import resolver
from battles.resolvers.core.dice import SETUP_STREAM, face_of, key_of
from battles.resolvers.core.kernels import U64
from battles.resolvers.files import battle_file
from battles.resolvers.files.fighting import field_seed_of
from battles.resolvers.forecasts.tally import Histogram, Tally, merged, tally_of
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from battles.resolvers.values.sides import BattleUnit
from rosters.rules.catalogue import UnitType

DATA = Path(__file__).parent / "supposed.toml"
FIGHTING = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav")


@dataclass(frozen=True)
class Supposed:
    """An army by the bounds of its size in units."""

    name: str
    low: int
    high: int

    def as_dict(self) -> dict[str, Any]:
        """Return the army as JSON values."""
        return {"name": self.name, "low": self.low, "high": self.high}


def supposed_from(data: Mapping[str, Any]) -> Supposed:
    """Return the army in what `as_dict` has written."""
    return Supposed(str(data["name"]), int(data["low"]), int(data["high"]))


@cache
def deck() -> tuple[str, ...]:
    """AI-31, REC-10 The unit types of the reference army, one entry a unit."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))["deck"]
    return tuple(kind for kind, entry in table.items() for _ in range(entry["value"]))


@cache
def skill() -> str:
    """REC-3 The skill of a general of whom nothing is known."""
    return str(tomllib.loads(DATA.read_text(encoding="utf-8"))["skill"]["value"])


class Draw:
    """Even draws from a seed text."""

    def __init__(self, seed: str) -> None:
        self.key, self.k = U64(key_of(seed)), 0

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1."""
        face = int(face_of(self.key, SETUP_STREAM, self.k, count))
        self.k += 1
        return face - 1


def drawn_types(armies: Sequence[Supposed], seed: str) -> list[list[str]]:
    """Return the unit types of each army in the run of this seed text; each has infantry or cavalry."""
    draw = Draw(f"{seed}|supposed")
    return [_types(army, draw) for army in armies]


def _types(army: Supposed, draw: Draw) -> list[str]:
    wanted, cards, made = army.low + draw.below(army.high - army.low + 1), list[str](), list[str]()
    for _ in range(max(1, wanted)):
        cards = cards or list(deck())
        made.append(cards.pop(draw.below(len(cards))))
    if not any(kind in FIGHTING for kind in made):
        made[0] = "line_inf"
    return made


FORMAT = "bivouac.forecast/1"
DEFAULT_RUNS = 1000
MOST_RUNS = 1_000_000
NORMAL_95 = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""


Runs = Callable[[BattleFile, str, int, int], Tally]
"""How a rule system that can fights many runs at once: file, seed, first run, how many."""


@dataclass(frozen=True)
class Question:
    """A battle file to be fought many times; ``supposed`` holds the unknown armies of each side.

    A side with unknown armies has a stand-in in the file, whose units are replaced in every run.
    """

    file: BattleFile
    supposed: tuple[tuple[Supposed, ...], tuple[Supposed, ...]] = ((), ())

    def as_dict(self) -> dict[str, Any]:
        """Return the question as JSON values."""
        return {"file": self.file.as_dict(), "supposed": [[army.as_dict() for army in side] for side in self.supposed]}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the question: equal for readers who know the same."""
        text = dumps(self.as_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(text.encode()).hexdigest()

    @property
    def seed(self) -> str:
        """Return a public seed made from the question: it reveals nothing more, and no battle has it."""
        return f"forecast {self.digest[:32]}"

    @cached_property
    def kinds(self) -> Mapping[str, UnitType]:
        """The unit types by the numbers of the file, read once for all runs."""
        return resolver(self.file.rules).tables(self.file.profile or {}).unit_types

    def frozen(self, seed: str) -> Question:
        """Return the question with its field laid out, the same for all runs of a seed."""
        return replace(self, file=resolver(self.file.rules).freeze(self.file, field_seed_of(seed)))

    def run(self, seed: str) -> BattleFile:
        """Return the file of the run with this seed text."""
        sides = tuple(
            replace(side, units=_supposed_units(n, armies, seed, self.kinds)) if armies else side
            for n, (side, armies) in enumerate(zip(self.file.sides, self.supposed, strict=True))
        )
        return replace(self.file, sides=(sides[0], sides[1]))


def question_from(data: Mapping[str, Any]) -> Question:
    """Return the question in what `as_dict` has written."""
    first, second = (tuple(supposed_from(army) for army in side) for side in data["supposed"])
    return Question(battle_file.parse(data["file"]), (first, second))


def _supposed_units(
    side: int, armies: tuple[Supposed, ...], seed: str, kinds: Mapping[str, UnitType]
) -> tuple[BattleUnit, ...]:
    return tuple(
        BattleUnit(f"supposed {side}.{a}.{n}", f"{kinds[kind].name} {n}", kind, kinds[kind].full, army=army.name)
        for a, (army, types) in enumerate(zip(armies, drawn_types(armies, f"{seed}/{side}"), strict=True), 1)
        for n, kind in enumerate(types, 1)
    )


def sample_of(question: Question, seed: str) -> Report:
    """Run 0 of a frozen question with its journal: one battle of the many, to be watched."""
    file = question.run(f"{seed}/0") if any(question.supposed) else question.file
    return resolver(file.rules).fight(file, f"{seed}/0")


def tally_runs(question: Question, seed: str, start: int, count: int) -> Tally:
    """Runs ``start`` to ``start + count - 1`` of a frozen question, as a tally."""
    if any(question.supposed):
        return merged(_supposed_run(question, seed, run) for run in range(start, start + count))
    return _fought(question.file, seed, start, count)


def _fought(file: BattleFile, seed: str, start: int, count: int) -> Tally:
    """Known armies: at once where the rule system can, else battle by battle."""
    system = resolver(file.rules)
    at_once: Runs | None = getattr(system, "tally_runs", None)
    if at_once is not None:
        return at_once(file, seed, start, count)
    return merged(tally_of(system.fight(file, f"{seed}/{run}")) for run in range(start, start + count))


def _supposed_run(question: Question, seed: str, run: int) -> Tally:
    """One run with its supposed armies; what befalls their units is counted for the side alone."""
    made = _fought(question.run(f"{seed}/{run}"), seed, run, 1)
    for side, armies in zip(made.sides, question.supposed, strict=True):
        if armies:
            side.units.clear()
    return made


def tally_for(question: Question, seed: str, start: int, count: int, seconds: float) -> Tally:
    """As many of these runs, from the first one on and at least one, as fit into about so many seconds."""
    made, batch, end = Tally(), 1, monotonic() + seconds
    while made.runs < count and (made.runs == 0 or monotonic() < end):
        began = monotonic()
        made.add(tally_runs(question, seed, start + made.runs, min(batch, count - made.runs)))
        batch = _next_batch(batch, monotonic() - began, end - monotonic())
    return made


def _next_batch(batch: int, took: float, left: float) -> int:
    """Four times as many, as far as they should fit."""
    return max(1, min(4 * batch, int(0.8 * left * batch / max(took, 1e-6))))


@dataclass(frozen=True)
class Share:
    """A share of the runs, with the interval that holds the true chance with 95 % confidence (Wilson)."""

    count: int
    runs: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.count / self.runs if self.runs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lowest and highest chance; 0 to 1 without runs."""
        if not self.runs:
            return 0.0, 1.0
        z2 = NORMAL_95 * NORMAL_95
        middle = self.value + z2 / (2 * self.runs)
        half = NORMAL_95 * sqrt(self.value * (1 - self.value) / self.runs + z2 / (4 * self.runs * self.runs))
        scale = 1 + z2 / self.runs
        return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def mean_of(histogram: Histogram) -> float:
    """Return the mean of what a histogram counts; 0 without runs."""
    runs = sum(histogram.values())
    return sum(value * count for value, count in histogram.items()) / runs if runs else 0.0


def forecast_dict(question: Question, seed: str, tally: Tally, seconds: float) -> dict[str, Any]:
    """Return the forecast in the format `bivouac.forecast/1`; ``seconds`` is how long the runs took."""
    names = [side.name for side in question.file.sides]
    sides = list(zip(names, tally.sides, strict=True))
    return {
        "format": FORMAT, "rules": question.file.rules, "runs": tally.runs, "seed": seed,
        "engine": resolver(question.file.rules).ENGINE,
        "wins": {name: side.wins for name, side in sides},
        "draws": tally.draws,
        "strength_after": {name: _histogram(side.after) for name, side in sides},
        "strength_lost": {name: {"mean": _rounded(side.lost, tally.runs)} for name, side in sides},
        "generals_lost": {name: _histogram(side.generals) for name, side in sides},
        "units": {name: _units(side.units, tally.runs) for name, side in sides},
        "rounds": _histogram(tally.rounds),
        "days": _histogram(tally.days),
        "ends": {key: tally.ends[key] for key in sorted(tally.ends)},
        "seconds": round(seconds, 3),
        "battles_per_second": round(tally.runs / seconds, 1) if seconds > 0 else None,
    }  # fmt: skip


def _histogram(histogram: Histogram) -> dict[str, Any]:
    counts = {str(key): histogram[key] for key in sorted(histogram)}
    return {"mean": round(mean_of(histogram), 4), "histogram": counts}


def _rounded(total: int, runs: int) -> float:
    return round(total / runs, 4) if runs else 0.0


def _units(units: Mapping[str, list[int]], runs: int) -> dict[str, Any]:
    return {
        id: {"lost": _rounded(lost, runs), "after": _rounded(after, runs), "gone": gone}
        for id, (lost, after, gone) in units.items()
    }

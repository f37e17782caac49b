"""Many runs of one battle, for forecasts: how each of them ended, in whole numbers and without a journal.

Run k of ``fight_many(file, seed, ...)`` is the battle that ``fight(file, f"{seed}/{k}")`` tells in full.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Annotated, Any, cast

import numpy as np
import numpy.typing as npt

from battles.resolvers.core.dice import key_of
from battles.resolvers.core.kernels import COMPILED, Row, kernel
from battles.resolvers.core.records import fields_of, listed
from battles.resolvers.forecasts.tally import WHO, Histogram, SideTally, Tally
from battles.resolvers.lgg.day.will import WORN_DOWN
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.machine.machine import one_step
from battles.resolvers.lgg.record.codes import LEADERS, ROLL, SIDE_ROLL, SIDES
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.record.profile import make_profile, shipped_profile
from battles.resolvers.lgg.record.state import FIELD_BYTES, LIVE_BYTES, Battle
from battles.resolvers.values.battle import BattleFile
from compiler.annotations import Numbers, Table, i8, u8

Counts = npt.NDArray[np.int64]
BATCH = 64
"""Runs between two looks of Python at them."""
HEAD = 6
"""Numbers of a run before those of its units."""


class RunFields:
    """The key of each run, and a row of numbers for how it ends (see ``write_ending``); their field's age when they
    begin; the fault of any, of several the one with the highest number."""

    key: Annotated[Numbers[u8], BATCH]
    row: Annotated[Table[i8], BATCH, HEAD + 2 * ROLL]
    field_age: i8
    fault: i8


class Runs(RunFields, np.record):  # type: ignore[misc]
    """Runs in hand."""

    RECORD: Any


Runs.RECORD = np.dtype((Runs, np.dtype(fields_of(RunFields))))

BY_WILL, BY_CHOICE, BY_NIGHT = 0, 1, 2
"""How a battle ends: an army broke, a side chose to leave, or the last night came."""
BOTH = 2
"""Both sides, or in the last night neither."""


@kernel
def end_of_run(battle: Battle) -> int:
    """HR-26 How a battle ended and which side left, as three times the one and the other; -1 of a tournament."""
    if battle.sudden_death == 1:
        return -1
    how, leaves, other = BY_CHOICE, int(battle.stays[0] == 0), int(battle.stays[1] == 0)
    if battle.army_broken[0] == 1 or battle.army_broken[1] == 1:
        how = BY_WILL
    elif battle.army_broken[0] == WORN_DOWN or battle.army_broken[1] == WORN_DOWN or leaves + other == 0:
        how = BY_NIGHT
    return 3 * how + (BOTH if leaves == other else other)


@kernel
def write_ending(battle: Battle, runs: Runs, run: int) -> None:
    """Write how a run ended: winner, days, rounds, generals lost, how; then by unit what is left and what was lost."""
    row = runs.row[run]
    row[0], row[1], row[2], row[3], row[4] = battle.winner, battle.day, battle.rounds, 0, 0
    row[5] = end_of_run(battle)
    units = battle.roll_count[0] + battle.roll_count[1]
    n = HEAD
    for side in range(SIDES):
        for leader in range(side * LEADERS, side * LEADERS + LEADERS):
            row[3 + side] += battle.lead_lost[leader]
        for unit in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
            row[n] = battle.roll_after[unit]
            row[n + units] = battle.roll_before[unit] - battle.roll_after[unit] - battle.roll_moved[unit]
            n += 1


@kernel
def fight_run(battle: Battle, runs: Runs, run: int) -> None:
    """ENG-15 Fight one run in a record that is ready for it, without a journal: nobody reads it."""
    battle.key, battle.quiet = runs.key[run], 1
    play(battle)
    runs.fault = max(runs.fault, battle.fault)
    write_ending(battle, runs, run)


@kernel
def renew(work: Battle, live: Row, template: Row, field_age: int) -> None:
    """ENG-15 Make a record as the template again: what every battle changes, and the field where works have."""
    for n in range(LIVE_BYTES // 8 if work.field_age == field_age else FIELD_BYTES // 8):
        live[n] = template[n]


@kernel
def fight_runs(work: Battle, live: Row, template: Row, runs: Runs, size: int) -> None:
    """ENG-15 Fight the runs in hand; ``live`` is the memory of ``work``, as long as ``template``."""
    for run in range(size):
        renew(work, live, template, runs.field_age)
        fight_run(work, runs, run)


@dataclass(frozen=True)
class Endings:
    """The ends of runs: one row a run, in the order of their numbers.

    ``winner`` is 0 or 1 by the sides of the file, 2 a draw. ``days`` and ``rounds`` (of all days) are one number a run,
    ``generals`` how many each side lost, ``ends`` how it ended (see ``end_of_run``).
    ``after`` and ``lost`` hold one table a side: strength points by unit, in the
    order of the file. ``lost`` is without what amalgamation moved and may be below 0 for a unit that recovered more
    than it lost itself (LGG-15.5-d); a side's total is exact.
    """

    winner: Counts
    days: Counts
    rounds: Counts
    generals: Counts
    after: tuple[Counts, Counts]
    lost: tuple[Counts, Counts]
    ends: Counts

    @property
    def strength(self) -> Counts:
        """Strength points left, one column a side."""
        return np.stack([table.sum(axis=1) for table in self.after], axis=1)


def fight_many(file: BattleFile, seed: str, start: int, count: int) -> Endings:
    """Runs ``start`` to ``start + count - 1`` of a frozen file."""
    template = deployed(file, seed)
    units = tuple(len(side.units) for side in file.sides)
    rows, runs = np.zeros((count, HEAD + 2 * sum(units)), dtype=np.int64), _blank_runs()
    fight = _compiled(template, runs) if COMPILED and count > 1 else _one_by_one(template, runs, count)
    for first in range(0, count, BATCH):
        size = min(BATCH, count - first)
        for run in range(size):
            runs.key[run] = key_of(f"{seed}/{start + first + run}")
        fight(size)
        sound(runs.fault)
        rows[first : first + size] = np.array(runs.row[:size])[:, : rows.shape[1]]
    return _endings(rows, units)


def deployed(file: BattleFile, seed: str) -> Battle:
    """Return a record with both sides deployed, if that takes no dice: then it is the same in all runs; else one to
    deploy."""
    profile = make_profile(file.profile) if file.profile else shipped_profile()
    battle = fill(file, seed, profile)
    one_step(battle)
    return fill(file, seed, profile) if any(battle.dice) else battle


def _compiled(template: Battle, runs: Runs) -> Callable[[int], None]:
    """Fights the runs in hand one after the other in one record, which begins each as the template."""
    (_, source), (work, live) = _held(template), _held(template)
    runs.field_age = template.field_age

    def fight(size: int) -> None:
        fight_runs(work, live, source, runs, size)

    return fight


def _held(template: Battle) -> tuple[Battle, Row]:
    """Return a copy of a record, and its memory up to the numbers of the profile as a row of numbers."""
    store = np.zeros(1, Battle.RECORD)
    store[0] = template
    return store[0], cast(Row, store.view(np.uint8)[:FIELD_BYTES].view(np.float64))


def _one_by_one(template: Battle, runs: Runs, count: int) -> Callable[[int], None]:
    """Fights the runs in hand each in a copy of the template, a single one in the template itself."""

    def fight(size: int) -> None:
        for run in range(size):
            fight_run(template if count == 1 else template.copy(), runs, run)

    return fight


def _blank_runs() -> Runs:
    record = np.zeros(1, Runs.RECORD)[0]
    plain = {"key": [0] * BATCH, "row": listed(record["row"]), "field_age": 0, "fault": 0}
    return cast(Runs, record if COMPILED else SimpleNamespace(**plain))


def _endings(rows: Counts, units: tuple[int, ...]) -> Endings:
    one, two = HEAD + units[0], HEAD + sum(units)
    return Endings(
        winner=rows[:, 0],
        days=rows[:, 1],
        rounds=rows[:, 2],
        generals=rows[:, 3:5],
        ends=rows[:, 5],
        after=(rows[:, HEAD:one], rows[:, one:two]),
        lost=(rows[:, two : two + units[0]], rows[:, two + units[0] :]),
    )


DRAWN = 2
HOW = ("will", "choice", "night")


def tally_runs(file: BattleFile, seed: str, start: int, count: int) -> Tally:
    """Runs ``start`` to ``start + count - 1`` of a frozen file; run k has the seed ``<seed>/<k>``."""
    endings = fight_many(file, seed, start, count)
    sides = (_side(endings, 0, file), _side(endings, 1, file))
    draws = int((endings.winner == DRAWN).sum())
    rounds, days = _histogram(endings.rounds), _histogram(endings.days)
    return Tally(count, draws, sides, rounds, days, _ends(endings.ends))


def _ends(codes: Counts) -> Counter[str]:
    """Return how many runs ended how."""
    found = Counter(code for code in codes.tolist() if code >= 0)
    return Counter({f"{HOW[code // 3]}:{WHO[code % 3]}": count for code, count in found.items()})


def _side(endings: Endings, number: int, file: BattleFile) -> SideTally:
    units = file.sides[number].units
    after, lost = endings.after[number], endings.lost[number]
    sums = zip(lost.sum(axis=0).tolist(), after.sum(axis=0).tolist(), (after == 0).sum(axis=0).tolist(), strict=True)
    return SideTally(
        wins=int((endings.winner == number).sum()),
        before=sum(unit.strength for unit in units) * len(after),
        lost=int(lost.sum()),
        after=_histogram(endings.strength[:, number]),
        generals=_histogram(endings.generals[:, number]),
        units={unit.id: list(row) for unit, row in zip(units, sums, strict=True)},
    )


def _histogram(values: Counts) -> Histogram:
    return Counter(values.tolist())

"""The time of one battle from a worker's claim until its result is in the database."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from uuid import uuid4

from django.db import transaction
from django.utils.timezone import now

from battles.models import Battle, BattleResult
from battles.resolvers import kernels
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.what_if import by_rules
from battles.resolvers.registry import DEFAULT, name_of, slugs, systems
from battles.services.life import claim_battle, fight_battle, settle_battle
from battles.services.opening import create_battle, new_seed
from lab.bench.figure import AT_MOST, Figure
from lab.bench.plan import Plan
from lab.bench.programs.armies import battle_of
from lab.bench.spare import spare_database
from lab.bench.timing import cost, median_cost, memory_mb, milliseconds

LIMIT_MS = 100
LIMIT_TIMES = 6
"""Of a bare transaction that writes the same result."""


def figures(plan: Plan) -> list[Figure]:
    """Claimed, fought, settled, with report and journal written; by each rule system against a bare transaction."""
    own = [slug for slug in slugs() if systems()[slug].resolver.startswith("battles.")]
    with spare_database() as spare:
        return [_default(plan, spare.words), *(_system(plan, slug) for slug in own)]


def _default(plan: Plan, words: str) -> Figure:
    first, *times = milliseconds(Battles(plan.settled + 1, plan.units).settle, plan.settled + 1)
    note = f"{plan.units} a side, {words}; the first one {first} ms"
    note += "" if kernels.COMPILED else "; the rules were not compiled in this process"
    return Figure("settled", "one battle, claimed to settled", statistics.median(times), "ms", LIMIT_MS, AT_MOST,
                  memory_mb=memory_mb(), note=note)  # fmt: skip


def _system(plan: Plan, slug: str) -> Figure:
    """Return one system's figure: settled and written again by turns, so that both meet the same neighbours."""
    battles = Battles(plan.settled + 1, plan.units, slug)
    battles.settle()
    settled, bare = zip(
        *((cost(battles.settle), cost(battles.writing_again())) for _ in range(plan.settled)), strict=True
    )
    (wall, processor), (bare_wall, bare_processor) = median_cost(settled), median_cost(bare)
    note = (
        f"{wall:.1f} ms against {bare_wall:.1f} ms; by the processor's time {processor / bare_processor:.1f} times, "
        f"{processor:.1f} ms against {bare_processor:.1f} ms, {battles.fighting():.1f} ms for the fight alone; "
        f"{battles.size / 1000:.0f} kB of report and journal"
    )
    return Figure(f"settled_{slug}", f"claimed to settled by {name_of(slug)}", round(wall / bare_wall, 1),
                  "bare transactions", LIMIT_TIMES, AT_MOST, note=note, binding=False)  # fmt: skip


class Battles:
    """Battles opened beforehand, to be settled one by one."""

    def __init__(self, count: int, units: int, slug: str = DEFAULT) -> None:
        file = by_rules(battle_of(units), slug)
        opened = [create_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={})
                  for _ in range(count)]  # fmt: skip
        self._file = file
        self._waiting = [battle.pk for battle in opened]
        self._done: list[int] = []

    def settle(self) -> None:
        """Settle the next battle as a worker does."""
        claim = claim_battle(battle_id=self._waiting.pop())
        if claim is None or not settle_battle(claim=claim, report=fight_battle(claim)):
            raise RuntimeError("a battle of the benchmark could not be settled")
        self._done.append(claim.battle_id)

    def writing_again(self) -> Callable[[], None]:
        """Return what writes the result of the battle settled last once more; what that needs is read before.

        A bare transaction writes what a settlement writes and nothing else: the battle's row is claimed and committed,
        then locked, its state and its result with the same report and journal are written, and committed.
        """
        row = BattleResult.objects.get(battle=self._done[-1])
        self.size = len(bytes(row.journal)) + len(json.dumps(row.report))
        row.delete()
        row.pk = None

        def write() -> None:
            Battle.objects.filter(pk=row.battle_id).update(state=Battle.State.RUNNING, claim=uuid4(), lease_until=now())
            with transaction.atomic():
                held = Battle.objects.select_for_update().get(pk=row.battle_id)
                Battle.objects.filter(pk=held.pk).update(state=Battle.State.DONE, progress=100, lease_until=None)
                row.save(force_insert=True)

        return write

    def fighting(self) -> float:
        """Return the processor's milliseconds of one such fight that keeps nothing, as a forecast fights it."""
        question = Question(self._file)
        tally_runs(question, "bench", 0, 2)
        return cost(lambda: tally_runs(question, "bench", 0, 10))[1] / 10

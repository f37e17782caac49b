"""The time of one battle from a worker's claim until its result is in the database."""

from __future__ import annotations

import statistics

from django.db import transaction

from battles.models import Battle, BattleResult
from battles.resolvers import kernels
from battles.resolvers.forecasts.what_if import under
from battles.resolvers.registry import DEFAULT, name_of, slugs, systems
from battles.services.life import claim_battle, fight_battle, settle_battle
from battles.services.opening import new_seed, open_battle
from bench.figure import AT_MOST, Figure
from bench.plan import Plan
from bench.programs.armies import battle_of
from bench.spare import spare_database
from bench.timing import memory_mb, milliseconds

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
    told = f"{plan.units} a side, {words}; the first one {first} ms"
    told += "" if kernels.COMPILED else "; the rules were not compiled in this process"
    return Figure("settled", "one battle, claimed to settled", statistics.median(times), "ms", LIMIT_MS, AT_MOST,
                  memory_mb=memory_mb(), note=told)  # fmt: skip


def _system(plan: Plan, slug: str) -> Figure:
    battles = Battles(plan.settled + 1, plan.units, slug)
    settled = statistics.median(milliseconds(battles.settle, plan.settled + 1)[1:])
    bare = statistics.median(milliseconds(battles.write_again, plan.settled + 1)[1:])
    told = f"{settled:.1f} ms against {bare:.1f} ms, {battles.size / 1000:.0f} kB of report and journal"
    return Figure(f"settled_{slug}", f"claimed to settled by {name_of(slug)}", round(settled / bare, 1),
                  "bare transactions", LIMIT_TIMES, AT_MOST, note=told, binding=False)  # fmt: skip


class Battles:
    """Battles opened beforehand, to be settled one by one."""

    def __init__(self, count: int, units: int, slug: str = DEFAULT) -> None:
        file = under(battle_of(units), slug)
        opened = [open_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={})
                  for _ in range(count)]  # fmt: skip
        self._waiting = [battle.pk for battle in opened]
        self._done: list[int] = []

    def settle(self) -> None:
        """Settle the next battle as a worker does."""
        claim = claim_battle(battle_id=self._waiting.pop())
        if claim is None or not settle_battle(claim=claim, report=fight_battle(claim)):
            raise RuntimeError("a battle of the benchmark could not be settled")
        self._done.append(claim.battle_id)

    def write_again(self) -> None:
        """Write the result of a settled battle once more in a bare transaction: claim, state, report and journal."""
        row = BattleResult.objects.get(battle=self._done.pop())
        Battle.objects.filter(pk=row.battle_id).update(progress=0)
        with transaction.atomic():
            held = Battle.objects.select_for_update().get(pk=row.battle_id)
            row.delete()
            Battle.objects.filter(pk=held.pk).update(state=Battle.State.DONE, progress=100)
            row.pk = None
            row.save(force_insert=True)
        self.size = len(bytes(row.journal)) + len(str(row.report))

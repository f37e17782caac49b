"""The time of one battle from a worker's claim until its result is in the database."""

from __future__ import annotations

import statistics

from battles.resolvers import kernels
from battles.services.life import claim_battle, fight_battle, settle_battle
from battles.services.opening import new_seed, open_battle
from bench.figure import AT_MOST, Figure
from bench.plan import Plan
from bench.programs.armies import battle_of
from bench.spare import spare_database
from bench.timing import memory_mb, milliseconds

LIMIT_MS = 100


def figures(plan: Plan) -> list[Figure]:
    """Claimed, fought, settled, with report and journal written."""
    with spare_database() as spare:
        first, *times = milliseconds(Battles(plan.settled + 1, plan.units).settle, plan.settled + 1)
    told = f"{plan.units} a side, {spare.words}; the first one {first} ms"
    told += "" if kernels.COMPILED else "; the rules were not compiled in this process"
    return [Figure("settled", "one battle, claimed to settled", statistics.median(times), "ms", LIMIT_MS, AT_MOST,
                   memory_mb=memory_mb(), note=told)]  # fmt: skip


class Battles:
    """Battles opened beforehand, to be settled one by one."""

    def __init__(self, count: int, units: int) -> None:
        file = battle_of(units)
        opened = [open_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={})
                  for _ in range(count)]  # fmt: skip
        self._waiting = [battle.pk for battle in opened]

    def settle(self) -> None:
        """Settle the next battle as a worker does."""
        claim = claim_battle(battle_id=self._waiting.pop())
        if claim is None or not settle_battle(claim=claim, report=fight_battle(claim)):
            raise RuntimeError("a battle of the benchmark could not be settled")

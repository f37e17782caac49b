"""The time of one battle from a worker's claim until its result is in the database."""

import statistics

from battles.resolvers.core import kernels
from battles.services.life import claim_battle, fight_battle, settle_battle
from battles.services.opening import create_battle, new_seed
from lab.bench.maps import memory_mb, milliseconds
from lab.bench.plan import Plan
from lab.bench.programs.answering import battle_of
from lab.bench.spare import spare_database
from lab.bench.table import AT_MOST, Figure

LIMIT_MS = 100


def figures(plan: Plan) -> list[Figure]:
    """Claimed, fought, settled, with report and journal written."""
    with spare_database() as spare:
        waiting = _opened(plan.settled + 1, plan.units)
        first, *times = milliseconds(lambda: _settle(waiting.pop()), len(waiting))
    note = f"{plan.units} a side, {spare.words}; the first one {first} ms"
    note += "" if kernels.COMPILED else "; the rules were not compiled in this process"
    return [Figure("settled", "one battle, claimed to settled", statistics.median(times), "ms", LIMIT_MS, AT_MOST,
                   memory_mb=memory_mb(), note=note)]  # fmt: skip


def _opened(count: int, units: int) -> list[int]:
    """Return battles opened beforehand, to be settled one by one."""
    file = battle_of(units)
    return [
        create_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={}).pk
        for _ in range(count)
    ]


def _settle(battle_id: int) -> None:
    """Settle a battle as a worker does."""
    claim = claim_battle(battle_id=battle_id)
    if claim is None or not settle_battle(claim=claim, report=fight_battle(claim)):
        raise RuntimeError("a battle of the benchmark could not be settled")

"""The speed of battles: on one core, on two, against the same rules uncompiled, and as armies grow."""

import math
from dataclasses import dataclass
from functools import cache

from lab.bench.children import run, run_together
from lab.bench.plan import Plan
from lab.bench.table import AT_MOST, Figure

ONE_CORE, TWO_CORES, COMPILED_GAIN, GROWTH = 1800, 1.9, 50, 1.5
SIZES = (8, 16, 24, 40)
Rates = dict[int, float]


@dataclass(frozen=True)
class OneCore:
    """The figures of one process with nothing else of ours running, by units a side."""

    rates: Rates
    processor_ms: Rates
    memory_mb: int


def figures(plan: Plan) -> list[Figure]:
    """Rates of whole battles, the journal in the record included."""
    return [_one_core(plan), _two_cores(plan), _compiled_gain(plan), _growth(plan)]


@cache
def one_core(plan: Plan) -> OneCore:
    """Return battles a second in one process."""
    asked = [f"{size}:{max(1, plan.battles * 16 // size)}" for size in SIZES]
    measured = run("battles", plan.batches, *asked)
    rates, processor = (
        {int(size): seen for size, seen in measured[name].items()} for name in ("per_second", "processor_ms")
    )
    return OneCore(rates, processor, measured["memory_mb"])


def _one_core(plan: Plan) -> Figure:
    alone = one_core(plan)
    rate, processor = alone.rates[16], alone.processor_ms[16]
    return Figure("battles_one_core", "16-a-side battles, one core", round(rate, 1), "a second", ONE_CORE,
                  binding=False, memory_mb=alone.memory_mb,
                  note=f"{1000 / rate:.2f} ms a battle; {processor:.2f} ms of the processor on average")  # fmt: skip


def _two_cores(plan: Plan) -> Figure:
    """Return two processes that fight at the same time against one alone."""
    both = run_together("battles", plan.batches, f"16:{plan.battles}", processes=2)
    rate = sum(answer["per_second"]["16"] for answer in both)
    return Figure("battles_two_cores", "two cores against one", round(rate / one_core(plan).rates[16], 2), "times",
                  TWO_CORES, memory_mb=sum(answer["memory_mb"] for answer in both),
                  note=f"{rate:.0f} a second; the memory is that of both")  # fmt: skip


def _compiled_gain(plan: Plan) -> Figure:
    """Return the same rules as plain Python, with armies of eight because it takes so long."""
    measured = run("battles", 1, f"8:{plan.plain_battles}", compiled=False)
    plain = measured["per_second"]["8"]
    gain = round(one_core(plan).rates[8] / plain, 1)
    return Figure("compiled_gain", "compiled against the same rules plain", gain, "times", COMPILED_GAIN,
                  memory_mb=measured["memory_mb"], note=f"8 a side; plain {plain:.2f} a second")  # fmt: skip


def _growth(plan: Plan) -> Figure:
    alone = one_core(plan)
    times = {size: 1000 / rate for size, rate in alone.rates.items()}
    note = ", ".join(f"{size}: {time:.2f} ms" for size, time in times.items())
    return Figure("growth", "growth of a battle's time from 8 to 40 a side", round(exponent(times), 2), "exponent",
                  GROWTH, AT_MOST, memory_mb=alone.memory_mb, note=note)  # fmt: skip


def exponent(times: dict[int, float]) -> float:
    """Return the power of its size by which a time grows: the least-squares line through the logarithms."""
    x, y = [math.log(size) for size in times], [math.log(time) for time in times.values()]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    across = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return across / sum((a - mean_x) ** 2 for a in x)

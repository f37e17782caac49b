"""Times of acts in this process."""

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable, Iterable
from time import perf_counter, process_time


def milliseconds(act: Callable[[], object], runs: int) -> list[float]:
    """Measure each run in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(round((perf_counter() - start) * 1000, 1))
    return times


def cost(act: Callable[[], object]) -> tuple[float, float]:
    """Measure one run in milliseconds: by the clock, and by the processor."""
    start, busy = perf_counter(), process_time()
    act()
    return (perf_counter() - start) * 1000, (process_time() - busy) * 1000


def median_cost(costs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the medians of such measurements."""
    walls, processors = zip(*costs, strict=True)
    return statistics.median(walls), statistics.median(processors)


def memory_mb() -> int:
    """Return the most memory this process has had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

"""Times of acts in this process."""

import resource
from collections.abc import Callable
from time import perf_counter


def milliseconds(act: Callable[[], object], runs: int) -> list[float]:
    """Measure each run in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(round((perf_counter() - start) * 1000, 1))
    return times


def memory_mb() -> int:
    """Return the most memory this process has had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

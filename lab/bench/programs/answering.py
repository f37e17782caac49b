"""The manners of a program: ready, wait, measure, answer with its memory."""

import json
import resource
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any


def wait_for_start() -> None:
    """Say that everything is loaded, and wait until all are."""
    print("ready", flush=True)
    sys.stdin.readline()


def answer(**values: Any) -> None:
    """Print the figures, with the most memory this process has had."""
    values["memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(json.dumps(values), flush=True)


def best_seconds(act: Callable[[], object], batches: int, clock: Callable[[], float] = perf_counter) -> float:
    """Return the time of the fastest of some batches: what the machine does when nobody disturbs it.

    With ``process_time`` as ``clock`` it is the processor's time, for what is compared with its like.
    """
    times = []
    for _ in range(batches):
        start = clock()
        act()
        times.append(clock() - start)
    return min(times)

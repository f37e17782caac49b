"""The manners of a program: ready, wait, measure, answer with its memory."""

import json
import resource
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile


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


EIGHT = {"Elite inf": 1, "Line inf": 3, "Militia inf": 1, "Heavy cav": 1, "Light cav": 1, "Heavy art": 1}
#: A field with as many combats as the mean of twenty generated alike; a battle takes a little longer than on these.
TYPICAL = "bench 0"


def roster_of(units: int) -> str:
    """Return an army of this many units, a multiple of eight, always in the same proportions."""
    return ", ".join(f"{number * units // 8} {kind}" for kind, number in EIGHT.items())


def battle_of(units: int, field_seed: str = TYPICAL) -> BattleFile:
    """Return a battle of this many units a side, with its field."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": roster_of(units)}
        for name, role in (("North", "attacker"), ("South", "defender"))
    ]
    file = parse({"format": "bivouac.battle/1", "name": f"{units} a side", "season": "spring", "weather": "normal",
                  "ground": "hard", "terrain": "rolling", "field": None, "sides": sides})  # fmt: skip
    return freeze(file, field_seed)

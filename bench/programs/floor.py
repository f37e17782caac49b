"""The distance of a battle's time from the least it could be: arguments battles, batches.

The least is what nobody can leave out (``floor_counts``): it is counted in battles played step by step, each kind of
step is timed in a tight loop (``unit_costs``), and the products are added up. All times are the processor's.
"""

import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from battles.resolvers.kernels import COMPILED
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import OVER
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.sums.many import fight_many
from bench.programs import unit_costs
from bench.programs.answering import answer, best_seconds, wait_for_start
from bench.programs.armies import battle_of
from bench.programs.floor_counts import mean_counts

STEPS = 200_000 if COMPILED else 500
ROUNDS = 2
COUNTED = 20


def main() -> None:
    """Measure and answer."""
    battles, batches = map(int, sys.argv[1:3])
    file = battle_of(16)
    template = fill(file, "bench", shipped_profile())
    fight_many(file, "warm", 0, 1)
    advance(template)
    timers = list(costs(after_some_rounds(template)))
    wait_for_start()
    seconds = best_seconds(lambda: fight_many(file, "bench", 0, battles), batches, process_time)
    counts = mean_counts(fill(file, "bench", shipped_profile()), min(battles, COUNTED))
    nanoseconds = {name: 1e9 * best_seconds(act, batches + 1, process_time) / steps for name, steps, act in timers}
    answer(battle_us=1e6 * seconds / battles, counts=counts, nanoseconds=nanoseconds)


def after_some_rounds(template: Battle) -> Battle:
    """Return a battle after its first rounds, with the units where they come to be."""
    battle = template.copy()
    while battle.phase != OVER and battle.rounds < ROUNDS:
        act(battle)
    return battle


def costs(battle: Battle) -> Iterator[tuple[str, int, Callable[[], Any]]]:
    """Yield each step by name, how many of them one call makes, and the call."""
    pairs, pieces = int(battle.slots[0]) * int(battle.slots[1]), max(1, int(battle.pieces))
    times, again = max(1, STEPS // pairs), max(1, STEPS // pieces // 10)
    yield "look", times * pairs, lambda: unit_costs.measure_looks(battle, times)
    yield "distance", times * pairs, lambda: unit_costs.measure_distances(battle, times)
    yield "weighing", times * pairs, lambda: unit_costs.measure_weighings(battle, times)
    yield "room", times * pairs, lambda: unit_costs.measure_rooms(battle, times)
    yield "box", again * pieces * 10, lambda: unit_costs.measure_boxes(battle, again * 10)
    yield "share", STEPS // 10, lambda: unit_costs.measure_shares(battle, STEPS // 10)
    yield "die", STEPS, lambda: unit_costs.measure_dice(battle, STEPS)
    yield "throw", STEPS, lambda: unit_costs.measure_throws(battle, STEPS)
    yield "row", 3 * (STEPS // 3), lambda: unit_costs.measure_rows(battle, STEPS // 3)


if __name__ == "__main__":
    main()

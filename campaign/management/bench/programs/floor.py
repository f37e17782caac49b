"""How near a battle's time comes to the least it could be: arguments battles, batches.

The least is what nobody can leave out: the dice, the journal's rows, the distances of whoever moved from his enemies,
and a look at every pair of enemies each turn and at every enemy of a unit that acted. These are counted in battles
played step by step, each kind is timed in a tight loop, and the products are added up. All times are the processor's.
"""

import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import numpy as np

from battles.resolvers.dice import key_of
from battles.resolvers.kernels import COMPILED
from battles.resolvers.lgg.codes import BOARD, OVER
from battles.resolvers.lgg.engine import act
from battles.resolvers.lgg.filling import fill
from battles.resolvers.lgg.machine import advance
from battles.resolvers.lgg.many import fight_many
from battles.resolvers.lgg.odds import combat_chances
from battles.resolvers.lgg.profile import shipped_profile
from battles.resolvers.lgg.state import Battle
from campaign.management.bench.programs import unit_costs
from campaign.management.bench.programs.answering import answer, best_seconds, wait_for_start
from campaign.management.bench.programs.armies import battle_of

Counts = dict[str, float]
STEPS = 200_000 if COMPILED else 500
ROUNDS = 2
SIDE = 64


def main() -> None:
    """Measure and answer."""
    battles, batches = map(int, sys.argv[1:3])
    file = battle_of(16)
    template = fill(file, "bench", shipped_profile())
    fight_many(file, "warm", 0, 1)
    advance(template)
    timers = list(costs(deployed(template)))
    wait_for_start()
    seconds = best_seconds(lambda: fight_many(file, "bench", 0, battles), batches, process_time)
    counts = mean_counts(fill(file, "bench", shipped_profile()), min(battles, 20))
    nanoseconds = {name: 1e9 * best_seconds(act, batches + 1, process_time) / steps for name, steps, act in timers}
    answer(battle_us=1e6 * seconds / battles, counts=counts, nanoseconds=nanoseconds)


def deployed(template: Battle) -> Battle:
    """A battle after its first rounds, with the units where they come to be."""
    battle = template.copy()
    while battle.phase != OVER and battle.rounds < ROUNDS:
        act(battle)
    return battle


def costs(battle: Battle) -> Iterator[tuple[str, int, Callable[[], Any]]]:
    """Each step by name, how many of them one call makes, and the call."""
    pairs = int(battle.slots[0]) * int(battle.slots[1])
    times, values = max(1, STEPS // pairs), worths()
    yield "distance", times * pairs, lambda: unit_costs.measure_distances(battle, times)
    yield "weighing", times * pairs, lambda: unit_costs.measure_weighings(battle, values, times)
    yield "die", STEPS, lambda: unit_costs.measure_dice(battle, STEPS)
    yield "throw", STEPS, lambda: unit_costs.measure_throws(battle, STEPS)
    yield "row", 3 * (STEPS // 3), lambda: unit_costs.measure_rows(battle, STEPS // 3)


def worths() -> Any:
    """AI-2 The worth of a blow for every pair of totals, per point of the defender's price."""
    size = 2 * unit_costs.MIDDLE
    table = np.zeros((size, size))
    for attack in range(size):
        for defence in range(size):
            rout, hit, doubled = combat_chances(attack - unit_costs.MIDDLE, defence - unit_costs.MIDDLE)
            table[attack, defence] = (2.6 * rout + hit - 2 * doubled - (100 - rout - hit - doubled)) / 100
    return table


def mean_counts(template: Battle, battles: int) -> Counts:
    """What a battle has on average of each step, over some battles."""
    total: Counts = dict.fromkeys(("distance", "weighing", "die", "row", "command"), 0.0)
    for number in range(battles):
        battle = template.copy()
        battle.key = key_of(f"bench/{number}")
        for name, count in count_steps(battle).items():
            total[name] += count / battles
    return total


def count_steps(battle: Battle) -> Counts:
    """Play a battle command by command and count."""
    counts: Counts = dict.fromkeys(("distance", "weighing"), 0.0)
    turn: tuple[int, int] | None = None
    before = places(battle)
    advance(battle)
    while battle.phase != OVER:
        now = (int(battle.rounds), int(battle.on_turn))
        own, foes = on_board(battle, int(battle.on_turn) % 2), on_board(battle, 1 - int(battle.on_turn) % 2)
        counts["weighing"] += own * foes if now != turn else 0
        turn = now
        act(battle)
        after = places(battle)
        moved = np.flatnonzero((after != before).any(axis=0))
        counts["distance"] += sum(on_board(battle, 0 if slot >= SIDE else 1) for slot in moved)
        counts["weighing"] += foes
        before = after
    counts |= {"die": float(sum(battle.dice)), "row": float(battle.entries), "command": float(battle.commands)}
    return counts


def places(battle: Battle) -> Any:
    """Where all units stand and look, one column a slot."""
    return np.array([battle.x, battle.y, battle.fx, battle.fy])


def on_board(battle: Battle, side: int) -> int:
    """The units of a side on the table."""
    return int(np.count_nonzero(np.array(battle.status)[side * SIDE : side * SIDE + SIDE] == BOARD))


if __name__ == "__main__":
    main()

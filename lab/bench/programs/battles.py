"""Battles a second in this process: arguments batches, then ``units:battles`` for each size of army."""

import sys
from time import process_time

from battles.resolvers.lgg.sums.many import fight_many
from lab.bench.programs.answering import answer, battle_of, best_seconds, wait_for_start


def main() -> None:
    """Measure and answer."""
    batches = int(sys.argv[1])
    sizes = {int(units): int(battles) for units, battles in (text.split(":") for text in sys.argv[2:])}
    fight_many(battle_of(8), "warm", 0, 1)
    wait_for_start()
    rates = {units: rate(units, battles, batches) for units, battles in sizes.items()}
    answer(per_second={units: wall for units, (wall, _) in rates.items()},
           processor_ms={units: processor for units, (_, processor) in rates.items()})  # fmt: skip


def rate(units: int, battles: int, batches: int) -> tuple[float, float]:
    """Return battles a second with so many units a side, and the milliseconds of processor that one takes."""
    file, before = battle_of(units), process_time()
    seconds = best_seconds(lambda: fight_many(file, "bench", 0, battles), batches)
    return battles / seconds, 1000 * (process_time() - before) / (batches * battles)


if __name__ == "__main__":
    main()

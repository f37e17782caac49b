"""Battles a second in this process: arguments batches, then ``units:battles`` for each size of army."""

import sys

from battles.resolvers.lgg.many import fight_many
from campaign.management.bench.programs.answering import answer, best_seconds, wait_for_start
from campaign.management.bench.programs.armies import battle_of


def main() -> None:
    """Measure and answer."""
    batches = int(sys.argv[1])
    sizes = {int(units): int(battles) for units, battles in (text.split(":") for text in sys.argv[2:])}
    fight_many(battle_of(8), "warm", 0, 1)
    wait_for_start()
    answer(per_second={units: rate(units, battles, batches) for units, battles in sizes.items()})


def rate(units: int, battles: int, batches: int) -> float:
    """Battles a second with so many units a side."""
    file = battle_of(units)
    return battles / best_seconds(lambda: fight_many(file, "bench", 0, battles), batches)


if __name__ == "__main__":
    main()

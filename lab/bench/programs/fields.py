"""The cost of a battle on other fields of the same ground: arguments units, fields, battles on each."""

import sys
from time import process_time

from battles.resolvers.battle import BattleFile
from battles.resolvers.lgg.sums.many import fight_many
from lab.bench.programs.answering import answer, best_seconds, wait_for_start
from lab.bench.programs.armies import battle_of


def main() -> None:
    """Measure and answer: milliseconds of processor a battle, field by field."""
    units, fields, battles = map(int, sys.argv[1:4])
    files = [battle_of(units, f"bench {number}") for number in range(fields)]
    fight_many(files[0], "warm", 0, 1)
    wait_for_start()
    answer(processor_ms=[milliseconds(file, battles) for file in files])


def milliseconds(file: BattleFile, battles: int) -> float:
    """Measure one battle on a field, in milliseconds: the better of two batches."""
    return 1000 * best_seconds(lambda: fight_many(file, "bench", 0, battles), 2, process_time) / battles


if __name__ == "__main__":
    main()

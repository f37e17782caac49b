"""diplomacy: phases of random orders a second on the standard map; argument seconds."""

import sys
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from bench.programs.answering import answer, wait_for_start


def main() -> None:
    """Measure and answer."""
    package = import_module("diplomacy")
    dice = Random(7)
    game = package.Game()
    wait_for_start()
    start, seconds, phases = perf_counter(), float(sys.argv[1]), 0
    while perf_counter() - start < seconds:
        game = package.Game() if game.is_game_done else game
        one_phase(game, dice)
        phases += 1
    answer(per_second=phases / (perf_counter() - start))


def one_phase(game: Any, dice: Random) -> None:
    """Every power gives random orders; then they are carried out."""
    possible = game.get_all_possible_orders()
    for power in game.powers:
        places = [place for place in game.get_orderable_locations(power) if possible[place]]
        game.set_orders(power, [dice.choice(possible[place]) for place in places])
    game.process()


if __name__ == "__main__":
    main()

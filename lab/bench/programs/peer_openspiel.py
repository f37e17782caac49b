"""OpenSpiel: random games of chess a second, played by its own C++ core; argument seconds."""

import sys
from importlib import import_module
from time import perf_counter

from lab.bench.programs.answering import answer, wait_for_start


def main() -> None:
    """Measure and answer."""
    spiel = import_module("pyspiel")
    game = spiel.load_game("chess")
    bots = [spiel.make_uniform_random_bot(player, 7 + player) for player in (0, 1)]
    wait_for_start()
    start, seconds, games = perf_counter(), float(sys.argv[1]), 0
    while perf_counter() - start < seconds:
        spiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    answer(per_second=games / (perf_counter() - start))


if __name__ == "__main__":
    main()

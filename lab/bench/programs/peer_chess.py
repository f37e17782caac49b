"""python-chess: random games a second; argument seconds."""

import sys
from importlib import import_module
from random import Random
from time import perf_counter

from lab.bench.programs.answering import answer, wait_for_start


def main() -> None:
    """Measure and answer."""
    chess = import_module("chess")
    dice = Random(7)
    wait_for_start()
    start, seconds, games = perf_counter(), float(sys.argv[1]), 0
    while perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        games += 1
    answer(per_second=games / (perf_counter() - start))


if __name__ == "__main__":
    main()

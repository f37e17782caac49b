"""`forecast FILE`: fight a battle file many times; the forecast as JSON on stdout, progress on stderr."""

import json
import multiprocessing
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise
from time import monotonic
from typing import Any

from battles.management.answers import AnswerCommand
from battles.management.commands.fight import read_battle, read_seed
from battles.management.kernels import make_ready
from battles.resolvers.forecasts.forecast import DEFAULT_RUNS, MOST_RUNS, Question, forecast_dict, tally_for
from battles.resolvers.forecasts.tally import Tally
from battles.resolvers.registry import resolver, slugs
from rosters.rules.refusal import Refusal

SECONDS = 0.5
MOST_PROCESSES = 64


class Command(AnswerCommand):
    """Forecast a battle."""

    help = "Fights a battle file (bivouac.battle/1) many times and prints a forecast (bivouac.forecast/1) as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the battle file, or - for standard input")
        parser.add_argument("--rules", metavar="SLUG", help=f"rule system: {', '.join(slugs())}")
        parser.add_argument("--runs", metavar="N", default=str(DEFAULT_RUNS), help=f"how many battles ({DEFAULT_RUNS})")
        parser.add_argument("--seed", metavar="TEXT", help="run k has the seed TEXT/k, k from 0; otherwise random")
        parser.add_argument("--processes", metavar="N", help="how many at once (default: one a core)")

    def answer(self, **options: Any) -> None:
        runs = whole("--runs", options["runs"], MOST_RUNS)
        processes = whole("--processes", options["processes"] or str(os.cpu_count() or 1), MOST_PROCESSES)
        file, seed = read_battle(options["file"], options["rules"]), read_seed(options["seed"])
        make_ready(self.stderr)
        question, made, began = Question(file).frozen(seed), Tally(), monotonic()
        for part in parts(question, seed, runs, min(processes, runs)):
            made.add(part)
            self.stderr.write(f"{made.runs} of {runs} battles", lambda text: text)
        told = forecast_dict(question, seed, made, monotonic() - began)
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))


def parts(question: Question, seed: str, runs: int, processes: int) -> Iterator[Tally]:
    """All runs in parts, as they get done: one block of runs a process."""
    if processes == 1:
        yield from _block(question, seed, 0, runs)
        return
    resolver(question.file.rules).warm()
    how = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(how)  # forked processes share what is compiled
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        edges = [runs * n // processes for n in range(processes + 1)]
        working: dict[Future[Tally], tuple[int, int]] = {}
        for start, end in pairwise(edges):
            working[pool.submit(tally_for, question, seed, start, end - start, SECONDS)] = (start, end)
        while working:
            for done in wait(working, return_when=FIRST_COMPLETED).done:
                (start, end), part = working.pop(done), done.result()
                if start + part.runs < end:
                    start += part.runs
                    working[pool.submit(tally_for, question, seed, start, end - start, SECONDS)] = (start, end)
                yield part


def _block(question: Question, seed: str, start: int, end: int) -> Iterator[Tally]:
    while start < end:
        part = tally_for(question, seed, start, end - start, SECONDS)
        start += part.runs
        yield part


def whole(name: str, text: str, most: int) -> int:
    """A whole number from 1 to ``most`` given on the command line; raises Refusal."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= most):
        raise Refusal(f'{name}: "{text[:20]}" is no whole number from 1 to {most}.')
    return int(text)

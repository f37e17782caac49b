"""`forecast FILE`: fight a battle file many times; the forecast as JSON on stdout, progress on stderr."""

import json
import multiprocessing
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise
from multiprocessing.context import BaseContext
from time import monotonic
from typing import Any

from base.refusal import Refusal
from battles.management.answers import AnswerCommand, are_awaited, are_compiled_since, compiling, make_ready
from battles.management.commands.fight import read_battle, read_seed
from battles.resolvers.contract.registry import resolver, slugs
from battles.resolvers.forecasts.forecast import DEFAULT_RUNS, MOST_RUNS, Question, forecast_dict, tally_for
from battles.resolvers.forecasts.tally import Tally

SECONDS = 0.5
MOST_PROCESSES = 64
MEANWHILE = (
    "The rules are being compiled, once on this machine: until then the battles are fought in plain Python, only more "
    "slowly."
)


class Command(AnswerCommand):
    """Forecast a battle."""

    help = "Fight a battle file (bivouac.battle/1) many times and print a forecast (bivouac.forecast/1) as JSON."

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
        question, made, began = Question(file).frozen(seed), Tally(), monotonic()
        for part in self._parts(question, seed, runs, min(processes, runs)):
            made.add(part)
            self.stderr.write(f"{made.runs} of {runs} battles", lambda text: text)
        printed = forecast_dict(question, seed, made, monotonic() - began)
        self.stdout.write(json.dumps(printed, ensure_ascii=False, indent=1))

    def _parts(self, question: Question, seed: str, runs: int, processes: int) -> Iterator[Tally]:
        """Yield all runs in parts: in plain Python for as long as the rules are compiled meanwhile, then by all
        processes."""
        start = 0
        if are_awaited():
            self.stderr.write(MEANWHILE, lambda text: text)
            for part in _while_compiling(question, seed, runs):
                start += part.runs
                yield part
        else:
            make_ready(self.stderr)
        if start < runs:
            yield from parts(question, seed, runs, min(processes, runs - start), start)


def _while_compiling(question: Question, seed: str, runs: int) -> Iterator[Tally]:
    """Runs from the first on, until the compilation ends; with the last run it is ended, and keeps what it has made."""
    start = 0
    with compiling(output=2) as is_over:
        while start < runs and not is_over():
            part = tally_for(question, seed, start, runs - start, SECONDS)
            start += part.runs
            yield part


def parts(question: Question, seed: str, runs: int, processes: int, start: int = 0) -> Iterator[Tally]:
    """Yield the runs from ``start`` on in parts, as they get done: one block of runs a process."""
    anew = are_compiled_since()
    if processes == 1 and not anew:
        yield from _block(question, seed, start, runs)
        return
    with ProcessPoolExecutor(processes, mp_context=_context(question, anew=anew)) as pool:
        edges = [start + (runs - start) * n // processes for n in range(processes + 1)]
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


def _context(question: Question, *, anew: bool) -> BaseContext:
    """Forked processes share what is compiled; where that was done since we began, only new ones have it."""
    if anew:
        os.environ["BIVOUAC_KERNELS"] = "1"
        return multiprocessing.get_context("spawn")
    resolver(question.file.rules).warm()
    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")


def _block(question: Question, seed: str, start: int, end: int) -> Iterator[Tally]:
    while start < end:
        part = tally_for(question, seed, start, end - start, SECONDS)
        start += part.runs
        yield part


def whole(name: str, text: str, most: int) -> int:
    """Return a whole number from 1 to ``most`` given on the command line; raises Refusal."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= most):
        raise Refusal(f'{name}: "{text[:20]}" is no whole number from 1 to {most}.')
    return int(text)

"""The pages of this checkout beside those of another, in one run: processor time, queries and bytes, then the load.

    python -m tests.prove.page_ratios --beside ../older
    python -m tests.prove.page_ratios --beside ../older --load 10

Both play the same turn of Saxony in a database of their own and measure in turns, so that a busy machine disturbs both
alike. With ``--load`` each is then started by its own launcher, one after the other, and read for so many seconds by 8
readers who pause for 0.3 s, and by 8 and 32 who do not. Each checkout needs its own ``.venv``. Prints tables; exit code
1 where a page misses its share of the other's time, or takes more than 20 queries.
"""

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.prove.page_cost import PASSWORD, SLUG
from tests.prove.visitor import Visitor

HERE = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(__file__).resolve().parent / "page_cost.py"
LIMITS = {"map": 1 / 3, "army": 1 / 3, "army, swapped": 1 / 3, "treasury": 1 / 3, "rosters": 1 / 2, "desk": 1 / 2}
MOST_QUERIES = 20
FORMS = ("order", "ready", "order, swapped")
READ = ("", "rosters/", "turn/", "chronicle/", "battles/", "treasury/")
CROWDS = ((8, 0.3), (8, 0.0), (32, 0.0))
OWN = ("DATABASE_URL", "REDIS_URL", "DEBUG")

Costs = dict[str, dict[str, float]]


def environment_of(checkout: Path, state: Path) -> dict[str, str]:
    """What a checkout is given: a state folder of its own, and rules in plain Python."""
    kept = {name: value for name, value in os.environ.items() if name not in OWN}
    return kept | {
        "PYTHONPATH": str(checkout), "BIVOUAC_STATE": str(state), "BIVOUAC_KERNELS": "0", "BIVOUAC_PLAIN_HTTP": "1",
        "ALLOWED_HOSTS": "localhost,127.0.0.1", "SECRET_KEY": "for-this-proof-alone", "BIVOUAC_LAUNCHER_INSIDE": "1",
    }  # fmt: skip


class Side:
    """One checkout that has played its turn and waits for questions."""

    def __init__(self, checkout: Path, state: Path, seed: int) -> None:
        self.python = str(checkout / ".venv" / "bin" / "python")
        self.checkout, self.environment = checkout, environment_of(checkout, state)
        state.mkdir()
        self._log = (state / "log").open("w")
        self._process = subprocess.Popen(
            [self.python, str(PROGRAM), str(seed)], cwd=checkout, env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log,
        )  # fmt: skip

    def line(self) -> str:
        """What it answers; RuntimeError where it ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(Path(self._log.name).read_text()[-2000:])
        return line

    def measure(self) -> Costs:
        """Every page once."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        found: Costs = json.loads(self.line())
        return found

    def close(self) -> None:
        """End it; its database stays for the load."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._log.close()


def best(rounds: list[Costs]) -> Costs:
    """Each page's least processor time, with the queries and bytes of the last round."""
    return {name: cost | {"ms": min(found[name]["ms"] for found in rounds)} for name, cost in rounds[-1].items()}


def compare(ours: Costs, theirs: Costs) -> tuple[list[str], list[str]]:
    """The table, and what is missed."""
    lines = [f"{'page':<18}{'ms':>8}{'before':>8}{'ratio':>7}{'queries':>9}{'before':>8}{'kB':>7}{'before':>8}"]
    missed = []
    for name, cost in ours.items():
        before = theirs[name]
        ratio = cost["ms"] / before["ms"]
        lines.append(
            f"{name:<18}{cost['ms']:>8.1f}{before['ms']:>8.1f}{ratio:>7.2f}{cost['queries']:>9}{before['queries']:>8}"
            f"{cost['bytes'] / 1000:>7.0f}{before['bytes'] / 1000:>8.0f}"
        )
        if ratio > LIMITS.get(name, 9.9):
            missed.append(f"{name}: {ratio:.2f} of the other's time instead of {LIMITS[name]:.2f}")
        if name not in FORMS and cost["queries"] > MOST_QUERIES:
            missed.append(f"{name}: {cost['queries']} queries")
    return lines, missed


@contextlib.contextmanager
def launched(side: Side, port: int) -> Iterator[None]:
    """The site of a checkout, as ``bin/up`` starts it, with the campaign that it has played."""
    command = [side.python, str(side.checkout / "config" / "launcher.py"), "--port", str(port)]
    words = Path(side.environment["BIVOUAC_STATE"]) / "words"
    with words.open("w") as out:
        site = subprocess.Popen(command, cwd=side.checkout, env=side.environment, stdout=out, stderr=out)
        try:
            end = time.monotonic() + 120
            while "is ready" not in words.read_text():
                if site.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(words.read_text()[-2000:])
                time.sleep(0.2)
            yield
        finally:
            site.terminate()
            site.wait()


def crowd(port: int, readers: int, pause: float, seconds: float) -> str:
    """So many readers for so long: requests a second, times, answers."""
    visitors = [Visitor([port], random.Random(n)) for n in range(readers)]
    for n, visitor in enumerate(visitors):
        visitor.log_in(f"reader{n + 1}", PASSWORD)
        visitor.times.clear()
        visitor.answers.clear()
    begun = time.monotonic()
    threads = [threading.Thread(target=_stroll, args=(v, pause, begun + seconds)) for v in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took, times = time.monotonic() - begun, [1000 * each for visitor in visitors for each in visitor.times]
    answers = sum((visitor.answers for visitor in visitors), Counter[str]())
    cuts = statistics.quantiles(times, n=20)
    return (
        f"{readers:>2} readers, {pause:g} s between pages: {len(times) / took:>6.1f} requests a second, p50 "
        f"{cuts[9]:.0f} ms, p95 {cuts[-1]:.0f} ms, answers {dict(answers)}"
    )


def _stroll(visitor: Visitor, pause: float, end: float) -> None:
    while time.monotonic() < end:
        visitor.get(f"/c/{SLUG}/{visitor.chance.choice(READ)}")
        time.sleep(pause)


def load(name: str, side: Side, seconds: float) -> None:
    """Print what one site carries."""
    from tests.prove.larger_site import free_port

    port = free_port()
    with launched(side, port):
        for readers, pause in CROWDS:
            print(f"{name}: {crowd(port, readers, pause, seconds)}", flush=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="page_ratios", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--beside", required=True, type=Path, metavar="CHECKOUT", help="the other checkout")
    parser.add_argument(
        "--rounds", type=int, default=4, help="how often each page is measured; the best counts, 0: only the load"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", type=float, default=0, metavar="SECONDS", help="how long each crowd reads; 0: none")
    return parser.parse_args()


def main() -> int:
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        places = {"this": HERE, "other": options.beside.resolve()}
        sides = {name: Side(place, Path(folder) / name, options.seed) for name, place in places.items()}
        for side in sides.values():
            side.line()
        rounds: dict[str, list[Costs]] = {name: [] for name in sides}
        for _ in range(options.rounds):
            for name, side in sides.items():
                rounds[name].append(side.measure())
        for side in sides.values():
            side.close()
        lines, missed = compare(best(rounds["this"]), best(rounds["other"])) if options.rounds else ([], [])
        print("\n".join(lines), flush=True)
        if options.load:
            for name, side in sides.items():
                load(name, side, options.load)
    print("\n".join(f"Missed: {line}." for line in missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

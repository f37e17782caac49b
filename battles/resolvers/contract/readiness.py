"""Are the rules compiled? Run as a program with BIVOUAC_KERNELS=1 it compiles them, with a line of progress.

They are compiled part by part (``kernels.parts``), in as many processes as there are cores but one, at least in one,
which give way to everybody else. Each part is kept as soon as it is made: interrupted, the work goes on where it was.
"""

import fcntl
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from threading import Thread
from time import monotonic, sleep

from battles.resolvers.core import kernels
from battles.resolvers.core.kernels import is_ready, sources_digest
from battles.resolvers.values.battle import UNNAMED_RULES
from compiler import folders

__all__ = ["compile_all", "is_ready", "progress_line", "sources_digest"]

FEW_LINES = 6
GENTLY = 10
"""By how much the compilation gives way to others."""
LOOKS_EVERY = 0.5


def compile_all(processes: int) -> Iterator[tuple[int, int, str]]:
    """Make every part that the cache does not hold; number, of how many, name."""
    parts = kernels.parts(UNNAMED_RULES)
    kernels.note_progress(0, len(parts))
    for n, name in enumerate(_made(parts, processes), 1):
        kernels.note_progress(n, len(parts))
        yield n, len(parts), name.rpartition(".")[2]
    kernels.mark().touch()
    kernels.progress_file().unlink(missing_ok=True)


def _made(parts: list[str], processes: int) -> Iterator[str]:
    """Yield the parts as they are made, several at a time."""
    if processes == 1:
        for part in parts:
            kernels.build(part)
            yield part
        return
    context = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
    with ProcessPoolExecutor(processes, context, _end_with, (os.getpid(),)) as pool:
        waiting = {pool.submit(kernels.build, part): part for part in parts}
        for done in as_completed(waiting):
            done.result()
            yield waiting[done]


def _end_with(parent: int) -> None:
    """End this process when its parent dies: it shares the lock of the cache, and would keep it for ever."""

    def look() -> None:
        while os.getppid() == parent:
            sleep(LOOKS_EVERY)
        os._exit(1)

    Thread(target=look, daemon=True).start()


def main() -> int:
    """Compile with a line of progress on stdout; with ``--if-needed`` unless it is done, with ``--all`` on all cores.

    0 done, 2 when compiling is off or the cache cannot be written.
    """
    if not kernels.COMPILED:
        print("Compiling is switched off here; set BIVOUAC_KERNELS=1.", file=sys.stderr)
        return 2
    if "--if-needed" in sys.argv[1:] and is_ready():
        return 0
    cores = os.cpu_count() or 1
    if "--all" not in sys.argv[1:]:
        os.nice(GENTLY)
        cores = max(1, cores - 1)
    try:
        with _alone():
            _compile_with_progress(cores, again="--again" in sys.argv[1:])
    except (folders.CacheFolderError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _compile_with_progress(processes: int, *, again: bool) -> None:
    begin = monotonic()
    if is_ready() and not again:
        print("the rules are compiled", flush=True)
        return
    for n, count, name in compile_all(processes):
        line = progress_line(n, count, f"({name}), {monotonic() - begin:.0f} s", terminal=sys.stdout.isatty())
        print(line, end="", flush=True)


def progress_line(n: int, count: int, more: str, *, terminal: bool) -> str:
    """Write the line after the n-th part: one that a terminal rewrites; elsewhere a few lines in all."""
    line = f"compiling the rules: {n} of {count} {more}"
    if terminal:
        return f"\r\x1b[K{line}" + ("\n" if n == count else "")
    return f"{line}\n" if n * FEW_LINES // count > (n - 1) * FEW_LINES // count else ""


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for others who compile into the same cache, so that it is done once."""
    folders.cache_root().mkdir(parents=True, exist_ok=True)
    with (folders.cache_root() / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())

"""Is every kernel in the cache? Run as a program with BIVOUAC_KERNELS=1 it compiles them, with a line of progress."""

from __future__ import annotations

import fcntl
import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from time import monotonic

from battles.resolvers import kernel_folders, kernels

FEW_LINES = 6
_PACKAGE = Path(__file__).parent


@cache
def sources_digest() -> str:
    """A hash of every module of the resolvers and of what compiles them."""
    text = hashlib.sha256(repr((sys.version, metadata.version("numba"), metadata.version("numpy"))).encode())
    text.update(repr(sorted(kernel_folders.OPTIONS.items())).encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        text.update(str(path.relative_to(_PACKAGE)).encode() + path.read_bytes())
    return text.hexdigest()[:24]


def _mark() -> Path:
    return kernel_folders.cache_root() / f"ready-{sources_digest()}"


def is_ready() -> bool:
    """Has this very source been compiled into the cache?"""
    return _mark().is_file()


def kernel_modules() -> list[str]:
    """The modules that hold kernels, by their names."""
    found = []
    for path in sorted(_PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\n@rule" in text or "\n@kernel" in text:
            found.append(".".join((__package__, *path.relative_to(_PACKAGE).with_suffix("").parts)))
    return found


def compile_all() -> Iterator[tuple[int, int, str]]:
    """Build every module with kernels, which compiles what is not in the cache; number, of how many, name."""
    modules, mark = kernel_modules(), _mark()
    for n, name in enumerate(modules, 1):
        import_module(name)
        kernels.build(name)
        yield n, len(modules), name.rpartition(".")[2]
    mark.touch()


def main() -> int:
    """Compile with a line of progress on stdout; with ``--if-needed`` unless it is done.

    0 done, 2 when compiling is off or the cache cannot be written.
    """
    if not kernels.COMPILED:
        print("Compiling is switched off here; set BIVOUAC_KERNELS=1.", file=sys.stderr)
        return 2
    if "--if-needed" in sys.argv[1:] and is_ready():
        return 0
    try:
        with _alone():
            _compile_with_progress(again="--again" in sys.argv[1:])
    except (kernel_folders.CacheFolderError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _compile_with_progress(*, again: bool) -> None:
    begin = monotonic()
    if is_ready() and not again:
        print("the rules are compiled", flush=True)
        return
    for n, count, name in compile_all():
        told = progress_line(n, count, f"({name}), {monotonic() - begin:.0f} s", terminal=sys.stdout.isatty())
        print(told, end="", flush=True)


def progress_line(n: int, count: int, more: str, *, terminal: bool) -> str:
    """What is written after the n-th part: one line that a terminal rewrites; elsewhere a few lines in all."""
    line = f"compiling the rules: {n} of {count} {more}"
    if terminal:
        return f"\r\x1b[K{line}" + ("\n" if n == count else "")
    return f"{line}\n" if n * FEW_LINES // count > (n - 1) * FEW_LINES // count else ""


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for others who compile into the same cache, so that it is done once."""
    kernel_folders.cache_root().mkdir(parents=True, exist_ok=True)
    with (kernel_folders.cache_root() / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())

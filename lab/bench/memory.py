"""The memory of a process and of everything it has started."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

PROC = Path("/proc")
EVERY_SECONDS = 0.5


@contextmanager
def watched(root: int) -> Iterator[list[int]]:
    """Megabytes of a process and its descendants, looked at again and again; empty where the system has no /proc."""
    seen, over = list[int](), Event()

    def look() -> None:
        while not over.wait(EVERY_SECONDS) and (PROC / str(root)).is_dir():
            seen.append(tree_mb(root))

    watcher = Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


def tree_mb(root: int) -> int:
    """Megabytes of a process and its descendants now; pages that several share are counted once."""
    parents = dict(_parent(path) for path in PROC.iterdir() if path.name.isdigit())
    members = {root}
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    return round(sum(map(_kilobytes, members)) / 1024)


def _parent(path: Path) -> tuple[int, int]:
    with suppress(OSError):
        return int(path.name), int((path / "stat").read_text().rpartition(")")[2].split()[1])
    return int(path.name), 0


def _kilobytes(pid: int) -> int:
    with suppress(OSError):
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return 0

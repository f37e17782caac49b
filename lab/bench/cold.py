"""A site that starts on a machine that has nothing of it yet: its first page, its first battle, its rules compiled."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from django.conf import settings

from lab.bench.children import PROGRAMS, ChildError
from lab.bench.plan import Plan
from lab.bench.table import AT_MOST, Figure, skipped
from lab.prove.own_database import free_port

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


LIMIT_BATTLE, LIMIT_SHARE, LIMIT_MEMORY_MB = 15.0, 0.5, 2000
PATIENCE = 900.0
READY = "Bivouac is ready"
NAMES = {
    "cold_page": "an empty machine: from the start to the first page",
    "cold_battle": "from there to the first battle settled",
    "cold_compiled": "from there until the rules are compiled",
    "cold_wait": "the first battle's wait as a share of the compilation",
    "cold_memory": "memory of all processes of the site meanwhile",
}
FOUND_BY_ITSELF = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "BIVOUAC_KERNELS", "DEBUG")


def figures(plan: Plan) -> list[Figure]:
    """Return the launcher with an empty state folder and an empty cache; the packages are installed already."""
    if not plan.cold:
        return [skipped(key, name, "it takes minutes, however roughly") for key, name in NAMES.items()]
    with tempfile.TemporaryDirectory() as folder:
        page, battle, rules, memory = _measured(Path(folder))
    return [
        Figure("cold_page", NAMES["cold_page"], round(page, 1), "s", note="with tables and sample campaigns"),
        Figure("cold_battle", NAMES["cold_battle"], round(battle, 1), "s", LIMIT_BATTLE, AT_MOST, note="16 a side"),
        Figure("cold_compiled", NAMES["cold_compiled"], round(rules, 1), "s"),
        Figure("cold_wait", NAMES["cold_wait"], round(battle / rules, 3), "times", LIMIT_SHARE, AT_MOST),
        Figure("cold_memory", NAMES["cold_memory"], memory or None, "MB", LIMIT_MEMORY_MB, AT_MOST,
               note="shared pages counted once" if memory else "this system does not tell it"),
    ]  # fmt: skip


def _measured(folder: Path) -> tuple[float, float, float, int]:
    """Return seconds to the first page, from there to the first battle and to compiled rules; the most memory."""
    environment, began = environment_of(folder), monotonic()
    with _site(folder, environment) as site, watched(site.pid) as memory:
        _wait(site, folder, lambda: READY in _words(folder))
        ready = monotonic()
        _settle_one(environment)
        settled = monotonic()
        _wait(site, folder, lambda: any((folder / "cache").glob("ready-*")))
        return ready - began, settled - ready, monotonic() - ready, max(memory, default=0)


def environment_of(folder: Path) -> dict[str, str]:
    """Return a machine without anything: what the site can find out by itself is not told."""
    kept = {name: value for name, value in os.environ.items() if name not in FOUND_BY_ITSELF}
    return {**kept, "BIVOUAC_STATE": str(folder / "state"), "BIVOUAC_KERNEL_CACHE": str(folder / "cache"),
            "BIVOUAC_LAUNCHER_INSIDE": "1", "PYTHONUNBUFFERED": "1"}  # fmt: skip


@contextmanager
def _site(folder: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, str(settings.BASE_DIR / "config" / "launcher.py"), "--port", str(free_port())]
    with (folder / "words").open("wb") as words:
        site = subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stdout=words, stderr=words)
        try:
            yield site
        finally:
            site.terminate()
            site.wait()


def _words(folder: Path) -> str:
    return (folder / "words").read_text(errors="replace")


def _wait(site: subprocess.Popen[bytes], folder: Path, ready: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not ready():
        if site.poll() is not None or monotonic() > end:
            raise ChildError(_words(folder)[-2000:])
        sleep(0.05)


def _settle_one(environment: dict[str, str]) -> None:
    """Open a battle in a process of its own, as the page does, and wait until it is settled."""
    ended = subprocess.run(
        [sys.executable, "-m", f"{PROGRAMS}.first_battle"], cwd=settings.BASE_DIR, text=True, capture_output=True,
        env={**environment, "BIVOUAC_KERNELS": "0", "ALLOWED_HOSTS": "localhost",
             "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip
    if ended.returncode:
        raise ChildError(ended.stderr[-2000:])

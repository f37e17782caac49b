"""Wars that are rehearsed in processes of their own, each with a database in its memory."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import IO, Any

from django.conf import settings

from base.refusal import Refusal
from campaign.rules.rehearsed.played import WarPlayed, war_from
from compiler import folders

CHILD = "campaign.services.rehearsal.child"
LEFT_OUT = ("REDIS_URL", "CELERY_BROKER_URL", "EMAIL_URL")


@dataclass(frozen=True)
class Task:
    """One war to play: which of the seed's wars, who leads each faction, and whether it is filmed."""

    data: Mapping[str, Any]
    seed: str
    number: int
    players: Mapping[str, str]
    filmed: bool = False

    def written(self) -> str:
        """Return it as the line that a child reads."""
        row = {"data": self.data, "seed": self.seed, "number": self.number, "players": self.players,
               "filmed": self.filmed}  # fmt: skip
        return json.dumps(row) + "\n"


def play_apart(tasks: Sequence[Task], processes: int) -> Iterator[WarPlayed]:
    """Yield the notes of wars as they get done; Refusal with the trouble of one that could not be played.

    Children end with the iterator.
    """
    waiting: SimpleQueue[Task] = SimpleQueue()
    for task in tasks:
        waiting.put(task)
    with ExitStack() as stack:
        children = [stack.enter_context(_Child()) for _ in range(max(1, min(processes, len(tasks))))]
        pool = stack.enter_context(ThreadPoolExecutor(len(children)))
        yield from _as_done(children, pool, waiting)


def _as_done(
    children: Sequence["_Child"], pool: ThreadPoolExecutor, waiting: "SimpleQueue[Task]"
) -> Iterator[WarPlayed]:  # fmt: skip
    """Give each child the next war when its last one is done."""
    busy = {pool.submit(child.play, task): child for child in children if (task := _next(waiting))}
    while busy:
        done = next(as_completed(busy))
        child = busy.pop(done)
        if task := _next(waiting):
            busy[pool.submit(child.play, task)] = child
        yield done.result()


def _next(waiting: "SimpleQueue[Task]") -> Task | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None


class _Child:
    """A process that plays the wars that it is handed, one after another."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "_Child":
        self._process = subprocess.Popen(
            [sys.executable, "-m", CHILD], env=_environment(), cwd=settings.BASE_DIR, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def play(self, task: Task) -> WarPlayed:
        """Return the notes of one war; Refusal when the child has died, or could not play it."""
        try:
            stream = self._stream("stdin")
            stream.write(task.written())
            stream.flush()
            row = json.loads(self._stream("stdout").readline() or "{}")
        except OSError:
            row = {}
        if "turns" not in row:
            trouble = row.get("trouble", "its process has ended")
            raise Refusal(f"Rehearsal: war {task.number} could not be played ({trouble}).")
        return war_from(row)

    def _stream(self, name: str) -> IO[str]:
        stream: IO[str] | None = getattr(self._process, name)
        if stream is None:
            raise OSError("the process is not running")
        return stream


def _environment() -> dict[str, str]:
    """Return our environment, but for the database and everything that would reach beyond the child."""
    kept = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    own = {"DATABASE_URL": "sqlite://:memory:", "BIVOUAC_STATE": str(settings.STATE_DIR),
           "SECRET_KEY": settings.SECRET_KEY, "DJANGO_SETTINGS_MODULE": "config.settings",
           "ALLOWED_HOSTS": "localhost", "BIVOUAC_KERNELS": os.environ.get("BIVOUAC_KERNELS", "1"),
           "BIVOUAC_KERNEL_CACHE": str(folders.cache_root().resolve())}  # fmt: skip
    return kept | own

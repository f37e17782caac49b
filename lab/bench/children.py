"""Programs of the benchmark in processes of their own: compiled or not, alone or several at once."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from compiler import folders

PROGRAMS = "lab.bench.programs"
Answer = dict[str, Any]
Child = subprocess.Popen[str]


class ChildError(RuntimeError):
    """A program of the benchmark failed; its last words."""


def environment(*, compiled: bool, address: str) -> dict[str, str]:
    """Return the environment of a program: its rules compiled or plain, from the same cache as ours; perhaps a
    database."""
    cache = str(folders.cache_root().resolve())
    database = {"DATABASE_URL": address, "ALLOWED_HOSTS": "localhost"} if address else {}
    return {**os.environ, "BIVOUAC_KERNELS": "1" if compiled else "0", "BIVOUAC_KERNEL_CACHE": cache,
            "BIVOUAC_STATE": str(settings.STATE_DIR), **database}  # fmt: skip


def run(program: str, *arguments: object, compiled: bool = True, python: str = sys.executable) -> Answer:
    """Return the answer of one program, run by ours or another Python."""
    with started(program, *arguments, compiled=compiled, python=python) as children:
        return go(children)[0]


def run_together(program: str, *arguments: object, processes: int) -> list[Answer]:
    """Return the answers of several processes of a program that begin to measure at the same moment."""
    with started(program, *arguments, processes=processes) as children:
        return go(children)


@contextmanager
def started(
    program: str, *arguments: object, compiled: bool = True, python: str = sys.executable, processes: int = 1,
    address: str = "",
) -> Iterator[list[Child]]:  # fmt: skip
    """Processes of a program that have loaded everything and wait for ``go`` or ``release``."""
    command = [python, "-m", f"{PROGRAMS}.{program}", *map(str, arguments)]
    children = [_start(command, environment(compiled=compiled, address=address)) for _ in range(processes)]
    try:
        for child in children:
            _wait_until_ready(child)
        yield children
    finally:
        for child in children:
            child.kill()
            child.communicate()


def go(children: list[Child]) -> list[Answer]:
    """Let all begin, and wait for their answers."""
    release(children)
    return [answer_of(child) for child in children]


def release(children: list[Child]) -> None:
    """Let all begin."""
    for child in children:
        _stream(child.stdin).write("go\n")
        _stream(child.stdin).flush()


def answer_of(child: Child) -> Answer:
    """Wait for the answer of a program."""
    line = _stream(child.stdout).readline()
    if not line:
        raise ChildError(_stream(child.stderr).read()[-2000:])
    answer: Answer = json.loads(line)
    return answer


def _start(command: list[str], environment: dict[str, str]) -> Child:
    return subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip


def _wait_until_ready(child: Child) -> None:
    if _stream(child.stdout).readline().strip() != "ready":
        raise ChildError(_stream(child.stderr).read()[-2000:])


def _stream(stream: Any) -> Any:
    if stream is None:
        raise ChildError("A program of the benchmark has no pipe.")
    return stream

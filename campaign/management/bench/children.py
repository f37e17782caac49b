"""Programs of the benchmark in processes of their own: compiled or not, alone or several at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from django.conf import settings

from battles.resolvers import kernels

PROGRAMS = "campaign.management.bench.programs"
Answer = dict[str, Any]


class ChildError(RuntimeError):
    """A program of the benchmark failed; its last words."""


def environment(*, compiled: bool) -> dict[str, str]:
    """The environment of a program: its rules compiled or plain, from the same cache as ours."""
    cache = str(kernels.cache_root().resolve())
    return {**os.environ, "BIVOUAC_KERNELS": "1" if compiled else "0", "BIVOUAC_KERNEL_CACHE": cache,
            "BIVOUAC_STATE": str(settings.STATE_DIR)}  # fmt: skip


def run(program: str, *arguments: object, compiled: bool = True, python: str = sys.executable) -> Answer:
    """The answer of one program, run by ours or another Python."""
    return run_together(program, *arguments, compiled=compiled, python=python, processes=1)[0]


def run_together(
    program: str, *arguments: object, compiled: bool = True, python: str = sys.executable, processes: int
) -> list[Answer]:
    """The answers of several processes of a program that begin to measure at the same moment."""
    command = [python, "-m", f"{PROGRAMS}.{program}", *map(str, arguments)]
    children = [_start(command, compiled) for _ in range(processes)]
    try:
        for child in children:
            _wait_until_ready(child)
        for child in children:
            _stream(child.stdin).write("go\n")
            _stream(child.stdin).flush()
        return [_answer(child) for child in children]
    finally:
        for child in children:
            child.kill()
            child.communicate()


def _start(command: list[str], compiled: bool) -> subprocess.Popen[str]:
    return subprocess.Popen(command, env=environment(compiled=compiled), cwd=settings.BASE_DIR, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip


def _wait_until_ready(child: subprocess.Popen[str]) -> None:
    if _stream(child.stdout).readline().strip() != "ready":
        raise ChildError(_stream(child.stderr).read()[-2000:])


def _answer(child: subprocess.Popen[str]) -> Answer:
    line = _stream(child.stdout).readline()
    if not line:
        raise ChildError(_stream(child.stderr).read()[-2000:])
    answer: Answer = json.loads(line)
    return answer


def _stream(stream: Any) -> Any:
    if stream is None:
        raise ChildError("A program of the benchmark has no pipe.")
    return stream

"""Common parts of the commands that users script against: exit codes, sentences, reading a file.

0 done, 1 the answer is no, 2 the input is wrong; a sentence on stderr, never a traceback.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from base.refusal import Refusal
from battles.resolvers.contract import readiness
from battles.resolvers.core import kernels
from compiler import folders


class Refused(CommandError):
    """The input is wrong: exit code 2."""

    def __init__(self, sentence: object) -> None:
        super().__init__(str(sentence), returncode=2)


class No(CommandError):
    """The question was understood and the answer is no: exit code 1."""

    def __init__(self, sentence: object) -> None:
        super().__init__(str(sentence), returncode=1)


class AnswerCommand(BaseCommand):
    """A command whose refusals come out as one sentence and exit code 2."""

    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Run for a shell: names keep their accents whatever the terminal's language."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="replace")
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.answer(**options)
        except Refusal as refusal:
            raise Refused(refusal) from refusal

    def answer(self, **options: Any) -> None:
        """Run the command; a Refusal becomes exit code 2."""
        raise NotImplementedError


def read_input(name: str, limit: int) -> bytes:
    """Return the first `limit` + 1 bytes of a file, or of standard input for `-`; raises Refusal with the reason."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(limit + 1)
        with Path(name).open("rb") as stream:
            return stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(f"{name[:200]}: it cannot be read ({reason.lower()}).") from error


def are_awaited() -> bool:
    """Are compiled rules wanted where they are there, and not there yet?"""
    return os.environ.get("BIVOUAC_KERNELS") == "auto" and not kernels.COMPILED and not readiness.is_ready()


def are_compiled_since() -> bool:
    """Were the rules compiled after this process had begun without them?"""
    return os.environ.get("BIVOUAC_KERNELS") == "auto" and not kernels.COMPILED and readiness.is_ready()


def make_ready(stderr: OutputWrapper) -> None:
    """Say so on stderr when the rules have to be compiled first, and note it when they are."""
    if not kernels.COMPILED or readiness.is_ready():
        return
    stderr.write("The rules are compiled once on this machine; this takes some minutes.", lambda text: text)
    if compile_in_another_process("--all", output=2):
        raise Refusal("The rules could not be compiled; the reason is shown above.")


def compile_in_another_process(*arguments: str, output: int = 1) -> int:
    """Compile every rule in a process of its own, whose memory is given back; its exit code.

    Its progress goes to the file descriptor `output`: 1 stdout, 2 stderr.
    """
    return _started(*arguments, output=output).wait()


@contextmanager
def compiling(*, output: int) -> Iterator[Callable[[], bool]]:
    """Compile every rule beside our own work; whether that is over. At the end what is not done is left for later."""
    process = _started("--all", output=output)
    try:
        yield lambda: process.poll() is not None
    finally:
        process.terminate()
        process.wait()


def _started(*arguments: str, output: int) -> "subprocess.Popen[bytes]":
    cache = str(folders.cache_root().resolve())
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": cache}
    command = [sys.executable, "-m", "battles.resolvers.contract.readiness", *arguments]
    return subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stdout=output)

"""Common parts of the commands that users script against: exit codes, sentences, reading a file.

0 done, 1 the answer is no, 2 the input is wrong; a sentence on stderr, never a traceback.
"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from base.refusal import Refusal


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

"""The parts of a running site: what dies is started again, with growing pauses; nothing takes the others down."""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from base.processes import Child
from config import bootstrap

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds before a part is started again, after its first death, its second …"""
STEADY = 60.0
"""Seconds of life after which earlier deaths are forgotten."""
NOTES_KEPT = 20


@dataclass
class Part:
    """A part of the site, and how to start it. One that works ``once`` may end by itself, with code 0."""

    name: str
    begin: Callable[[], Child]
    stops_in: float
    once: bool = False
    child: Child | None = None
    deaths: int = 0
    all_deaths: int = 0
    how: str = ""
    began: float = 0.0
    again_at: float | None = None
    done: bool = field(default=False)

    def alive(self) -> bool:
        return self.child is not None and self.child.alive()


class Supervisor:
    """Starts parts, looks after them, stops them; reports to the terminal, and to the desk by a file of notes."""

    def __init__(self, notes: Path, show: Callable[[str], None] = bootstrap.show) -> None:
        self.parts: list[Part] = []
        self._leaving: list[Part] = []
        self._next: list[tuple[Part, Callable[[], None]]] = []
        self._notes, self._show = notes, show
        self._recent: list[dict[str, object]] = []
        self._write_notes()

    def add(self, part: Part) -> Part:
        """Start a part and look after it from now on."""
        self.parts.append(part)
        self._begin(part)
        return part

    def look(self) -> None:
        """Start again what is dead and has waited long enough."""
        now = time.monotonic()
        for part in self.parts:
            if part.done:
                continue
            if part.again_at is not None:
                if now >= part.again_at:
                    self._begin(part)
                    self.report(f"The {part.name} was started again.")
            elif not part.alive():
                self._bury(part, now)

        self._let_go()

    def _let_go(self) -> None:
        """Clear away those who have left, and do what waits for the work of a part."""
        for part in [part for part in self._leaving if not part.alive()]:
            self._leaving.remove(part)
            if part.child:
                part.child.end()
        for waiting in [waiting for waiting in self._next if waiting[0].done]:
            self._next.remove(waiting)
            waiting[1]()

    def when_done(self, part: Part, then: Callable[[], None]) -> None:
        """Do something when a part that works once has done its work."""
        self._next.append((part, then))

    def retire(self, part: Part) -> None:
        """Ask a part to end when it has done what it has in hand, and do not start it again."""
        self.parts.remove(part)
        self._leaving.append(part)
        if part.child:
            part.child.ask_to_end()

    def restart(self, part: Part, why: str) -> None:
        """End a part that lives but does not do its work, and start it again."""
        self.report(f"The {part.name} {why}: it is ended and started again.")
        if part.child:
            part.child.stop(0)
        self._begin(part)

    def _begin(self, part: Part) -> None:
        part.again_at, part.began = None, time.monotonic()
        part.child = part.begin()

    def _bury(self, part: Part, now: float) -> None:
        """Clear away what a dead part has left, and set the time of its next start."""
        child = part.child
        code = child.end() if child else 0
        if part.once and code == 0:
            part.done = True
            return
        part.all_deaths, part.how = part.all_deaths + 1, _how(code)
        part.deaths = 1 if now - part.began > STEADY else part.deaths + 1
        pause = PAUSES[min(part.deaths, len(PAUSES)) - 1]
        part.again_at = now + pause
        self.report(f"The {part.name} ended unexpectedly ({part.how}); it is started again in {pause:g} s.")

    def report(self, sentence: str) -> None:
        """Show a sentence in the terminal and on the desk."""
        self._show(sentence)
        self._recent = [*self._recent, {"at": time.time(), "sentence": sentence}][-NOTES_KEPT:]
        self._write_notes()

    def _write_notes(self) -> None:
        """The whole file at once, so that nobody reads half of it."""
        draft = self._notes.with_suffix(".draft")
        try:
            draft.write_text(json.dumps(self._recent))
            os.replace(draft, self._notes)
        except OSError as error:
            self._show(f"{self._notes} cannot be written: {error.strerror}.")

    def stop(self, order: Sequence[str]) -> None:
        """End the parts whose names begin so, one kind after the other, and all of a kind together."""
        for kind in order:
            stopped = [part for part in (*self.parts, *self._leaving) if part.name.startswith(kind) and part.child]
            for part in stopped:
                part.child.ask_to_end()  # type: ignore[union-attr]
            until = time.monotonic() + max((part.stops_in for part in stopped), default=0)
            for part in stopped:
                part.child.stop(max(0.0, until - time.monotonic()))  # type: ignore[union-attr]


def _how(code: int) -> str:
    return f"killed by signal {-code}" if code < 0 else f"code {code}"

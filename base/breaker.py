"""A broker that does not answer is left alone for a moment: a page waits for it once, not once for each message."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

PAUSE = 3.0
"""Seconds; shorter than the clock's step, so that the clock tries each time."""
PATIENCE = 0.4
"""Seconds that a page waits for one answer of the broker: it is on this machine, or on one beside it."""
LONGEST = 0.8
"""Seconds that a page waits for the broker in all, however many questions it has, however slowly each is answered."""
Answer = TypeVar("Answer")


class BrokerWait:
    """Seconds that one page has waited for the broker."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @property
    def left(self) -> float:
        """Seconds that it may still wait."""
        return max(0.0, LONGEST - self.seconds)


_waited: ContextVar[BrokerWait | None] = ContextVar("waited", default=None)


@contextmanager
def one_page() -> Iterator[BrokerWait]:
    """Count what everything within waits for the broker, and end the wait when it is too long."""
    waited = BrokerWait()
    token = _waited.set(waited)
    try:
        yield waited
    finally:
        _waited.reset(token)


class Breaker:
    """Open for a moment after a failure, and to a page that has waited too long; counts by a clock that nobody sets."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether nothing should be tried: the last failure is fresh, or the page has waited too long already."""
        waited = _waited.get()
        return time.monotonic() < self._until or (waited is not None and not waited.left)

    def ask(self, question: Callable[[], Answer]) -> Answer:
        """Return the broker's answer; TimeoutError where the page has waited for it too long.

        Where there is no page, as in a worker, the question takes its time.
        """
        waited = _waited.get()
        if waited is None:
            return question()
        begun = time.monotonic()
        try:
            return _within(waited.left, question)
        finally:
            waited.seconds += time.monotonic() - begun

    def trip(self) -> None:
        """It has failed."""
        self._until = time.monotonic() + PAUSE

    def close(self) -> None:
        """It has answered."""
        self._until = 0.0


def _within(seconds: float, question: Callable[[], Answer]) -> Answer:
    """Return the answer to a question that may take so long. One that takes longer ends by itself, unheard."""
    found: list[Any] = []
    thread = threading.Thread(target=_noted, args=(question, found), daemon=True)
    thread.start()
    thread.join(seconds)
    if not found:
        raise TimeoutError(f"the broker has not answered within {LONGEST} s")
    if isinstance(found[0], BaseException):
        raise found[0]
    answer: Answer = found[0]
    return answer


def _noted(question: Callable[[], Any], found: list[Any]) -> None:
    try:
        found.append(question())
    except Exception as error:
        found.append(error)


BROKER = Breaker()
"""Of this process; broker and cache are one server."""

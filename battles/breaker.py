"""A broker that does not answer is left alone for a moment: a page waits for it once, not once for each message."""

import time

PAUSE = 3.0
"""Seconds; shorter than the clock's step, so that the clock tries each time."""
PATIENCE = 0.4
"""Seconds that a page waits for the broker's answer: it is on this machine, or on one beside it."""


class Breaker:
    """Open for a moment after a failure; counts by a clock that nobody sets."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the last failure is so fresh that nothing should be tried."""
        return time.monotonic() < self._until

    def trip(self) -> None:
        """It has failed."""
        self._until = time.monotonic() + PAUSE

    def close(self) -> None:
        """It has answered."""
        self._until = 0.0


BROKER = Breaker()
"""Of this process; broker and cache are one server."""

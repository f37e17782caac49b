"""Seconds of a tick for each kind of the clock's work, so that no war's deadline waits for others."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Row = TypeVar("Row")
HERE_FOR = 2.0
"""Seconds of a tick for each kind of work that many wars may need at once."""


def while_time_lasts(rows: Iterable[Row], seconds: float = HERE_FOR) -> Iterator[Row]:
    """Yield the first row in any case, and others until the time is over; the next tick goes on."""
    until = time.monotonic() + seconds
    for row in rows:
        yield row
        if time.monotonic() > until:
            return

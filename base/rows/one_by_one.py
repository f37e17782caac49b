"""Work of the clock for many rows, each separately."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

log = logging.getLogger(__name__)
Row = TypeVar("Row")


def each_by_itself(rows: Iterable[Row], deed: Callable[[Row], int]) -> int:
    """Do a deed for each row; one that goes wrong is logged and keeps none of the others waiting. How much was done."""
    done = 0
    for row in rows:
        try:
            done += deed(row)
        except Exception:
            log.exception("%s went wrong for %s; it is tried again at the next tick", deed.__name__, row)
    return done

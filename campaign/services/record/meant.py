"""The turn that a form was drawn for: what is entered by it counts in that turn, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from campaign.models import Turn

_meant: ContextVar[str] = ContextVar("meant", default="")


class TurnIsOver(Exception):
    """A form was drawn for another turn than the one that takes orders; nothing of it is entered."""


@contextmanager
def meant_for(number: str) -> Iterator[None]:
    """Within, orders are for the turn of this number alone; empty where the form names none."""
    token = _meant.set(number)
    try:
        yield
    finally:
        _meant.reset(token)


def check_meant(turn: Turn) -> None:
    """Raise TurnIsOver where a form was drawn for another turn than this one, of which the caller holds the lock."""
    if _meant.get() not in ("", str(turn.number)):
        raise TurnIsOver

"""One deed for two clicks, and the turn that a form was drawn for."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.crypto import salted_hmac

from campaign.models import Turn


def digest_of_form(form: str, content: Sequence[object]) -> bytes:
    """Return 32 bytes that stand for a form with this content; nobody computes them who lacks the site's secret."""
    return salted_hmac("form", json.dumps([form, content]), algorithm="sha256").digest()


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

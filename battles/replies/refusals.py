"""Refusals of what has no form of its own: a button that was pressed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from rosters.rules.refusal import Refusal


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """What is refused within is told at the top of the next page, and what follows within is left out."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, str(refusal))

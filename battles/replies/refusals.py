"""Refusals of what has no form of its own: a button that was pressed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from base.refusal import Refusal


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Show a refusal from within at the top of the next page, and leave out what follows it."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, str(refusal))

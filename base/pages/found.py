"""The thing that an address asks for, or 404."""

from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def found(value: T | None) -> T:
    """Return the value; raises Http404 if there is none."""
    if value is None:
        raise Http404
    return value

"""Drawings of the land, kept: in the memory of this process, and in the cache that all processes share.

A name is a digest of everything that the value was made of, and only public land is kept here. One name therefore
means one value for every reader, in every campaign.
"""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from base.at_hand import AtHand

SHARED_FOR = 7 * 24 * 3600
AT_HAND = 96
T = TypeVar("T")

_near = AtHand(AT_HAND)


def kept(name: str, make: Callable[[], T]) -> T:
    """Return the value of a name, made once."""
    return _near.get(name, lambda: _shared(name, make))


def keep(name: str, value: object) -> None:
    """Keep a value that has been made already."""
    cache.set(name, value, SHARED_FOR)
    _near.put(name, value)


def _shared(name: str, make: Callable[[], T]) -> T:
    found: T | None = cache.get(name)
    if found is None:
        found = make()
        cache.set(name, found, SHARED_FOR)
    return found

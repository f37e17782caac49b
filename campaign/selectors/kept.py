"""Drawings of the land, kept: in the memory of this process, and in the cache that all processes share.

A name is a digest of everything that the value was made of, and only public land is kept here. One name therefore
means one value for every reader, in every campaign.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import cache

SHARED_FOR = 7 * 24 * 3600
AT_HAND = 96
T = TypeVar("T")

_near: OrderedDict[str, Any] = OrderedDict()
_lock = Lock()


def kept(name: str, make: Callable[[], T]) -> T:
    """Return the value of a name, made once."""
    with _lock:
        if name in _near:
            _near.move_to_end(name)
            value: T = _near[name]
            return value
    found: T | None = cache.get(name)
    if found is None:
        found = make()
        cache.set(name, found, SHARED_FOR)
    _remember(name, found)
    return found


def keep(name: str, value: object) -> None:
    """Keep a value that has been made already."""
    cache.set(name, value, SHARED_FOR)
    _remember(name, value)


def _remember(name: str, value: object) -> None:
    """Keep a value at hand; the one that was not wanted for longest goes."""
    with _lock:
        _near[name] = value
        while len(_near) > AT_HAND:
            _near.popitem(last=False)

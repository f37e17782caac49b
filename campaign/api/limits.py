"""Calls of a token in a minute, counted in the cache that all processes of a site share."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

WINDOW = 60


@dataclass(frozen=True)
class Allowance:
    """The calls that a token has in this minute, those left, and the seconds until the next minute."""

    most: int
    left: int
    seconds: int

    @property
    def spent(self) -> bool:
        """Return whether this call is one too many."""
        return self.left < 0

    @property
    def headers(self) -> dict[str, str]:
        """Return what every answer shows of it."""
        shown = {"Limit": self.most, "Remaining": max(self.left, 0), "Reset": self.seconds}
        return {f"RateLimit-{name}": str(value) for name, value in shown.items()}


def count_call(caller: str) -> Allowance:
    """Count a call of a token or of an address; a cache that is away counts nothing."""
    now = int(time.time())
    most, key = settings.BIVOUAC_API_LIMIT, f"api:{caller}:{now // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        calls = cache.incr(key)
    except ValueError:
        calls = 1
    return Allowance(most, most - calls, WINDOW - now % WINDOW)

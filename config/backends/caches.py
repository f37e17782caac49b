"""The cache keeps drawings that can be made anew; a page must not fail because it is away."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from base.breaker import BROKER

log = logging.getLogger(__name__)
AWAY = (RedisError, OSError)


class ForgetfulRedisCache(RedisCache):
    """Redis, or nothing: while the server does not answer, everything is a miss and nothing is kept.

    A page waits for it once: after that it is left alone for a moment.
    """

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._patiently(lambda: super(ForgetfulRedisCache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._patiently(lambda: super(ForgetfulRedisCache, self).set(*args, **kwargs), None)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._patiently(lambda: super(ForgetfulRedisCache, self).add(*args, **kwargs), False))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._patiently(lambda: super(ForgetfulRedisCache, self).incr(key, delta, version), 0))

    def _patiently(self, act: Callable[[], Any], otherwise: Any) -> Any:
        if BROKER.is_open:
            return otherwise
        try:
            return BROKER.ask(act)
        except AWAY as error:
            BROKER.trip()
            log.warning("the cache does not answer: %s", error)
            return otherwise

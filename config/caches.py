"""The cache keeps drawings that can be made anew; a page must not fail because it is away."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
AWAY = (RedisError, OSError)


class ForgetfulRedisCache(RedisCache):
    """Redis, or nothing: while the server does not answer, everything is a miss and nothing is kept."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY as error:
            log.warning("the cache does not answer: %s", error)
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except AWAY as error:
            log.warning("the cache does not answer: %s", error)

"""Counting requests in Django's cache, for throttles. A cache that does not answer counts nothing: they fail open."""

import time

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)

SECONDS_OF_SILENCE = 5.0  # between two tries of a cache that does not answer, so that nobody waits for each
_silent_until = 0.0


def count(key: str, length: int) -> int:
    """One more under this key, which is forgotten after `length` seconds; how many that makes.

    0 where the cache does not answer: whoever throttles lets everybody pass.
    """
    global _silent_until
    if time.monotonic() < _silent_until:
        return 0
    try:
        return _count(key, length)
    except (RedisError, OSError):
        _silent_until = time.monotonic() + SECONDS_OF_SILENCE
        logger.warning("cache_unavailable", consequence="nobody is throttled")
        return 0


def _count(key: str, length: int) -> int:
    if cache.add(key, 1, timeout=length + 1):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # it ran out between the two
        cache.set(key, 1, timeout=length + 1)
        return 1

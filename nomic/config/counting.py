"""Counting requests in Django's cache, for throttles. A cache that does not answer counts nothing: they fail open."""

from contextlib import suppress

from django.core.cache import cache

from nomic.config.open_cache import answer_or


def count(key: str, length: int) -> int:
    """Count one more under this key; returns the count, which expires after `length` seconds.

    0 where the cache does not answer: whoever throttles lets everybody pass.
    """
    return answer_or(0, lambda: _count(key, length))


def _count(key: str, length: int) -> int:
    with suppress(ValueError):  # where there is none yet: mostly there is
        return int(cache.incr(key))
    if cache.add(key, 1, timeout=length + 1):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # it ran out between the two
        cache.set(key, 1, timeout=length + 1)
        return 1

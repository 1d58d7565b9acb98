"""Counting requests in Django's cache, for throttles. A cache that does not answer counts nothing: they fail open."""

from collections.abc import Sequence
from contextlib import suppress
from math import ceil

from django.core.cache import cache

from nomic.ratelimit.fail_open_cache import answer_or


def count(key: str, length: float) -> int:
    """Count one more under this key; returns the count, which expires after `length` seconds.

    0 where the cache does not answer: whoever throttles lets everybody pass.
    """
    return answer_or(0, lambda: _count(key, ceil(length)))


def counts(keys: Sequence[str]) -> list[int]:
    """The counts under these keys; 0 where there is none, and all 0 where the cache does not answer."""
    found: dict[str, int] = answer_or({}, lambda: cache.get_many(keys))
    return [int(found.get(key, 0)) for key in keys]


def uncount(key: str) -> None:
    """Count one less under this key, where it is still there."""
    answer_or(0, lambda: _uncount(key))


def _uncount(key: str) -> int:
    with suppress(ValueError):
        return int(cache.decr(key))
    return 0


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

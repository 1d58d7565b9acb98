"""Request counters in Django's cache, for throttles. They fail open: a cache outage counts nothing."""

from collections.abc import Sequence
from contextlib import suppress
from math import ceil

from django.core.cache import cache

from nomic.outage_tolerant_cache import answer_or


def count_request(key: str, length: float) -> int:
    """Increment the counter under this key and return it. It expires after `length` seconds.

    Returns 0 if the cache does not answer, so throttles then allow every request.
    """
    return answer_or(0, lambda: _count(key, ceil(length)))


def counts(keys: Sequence[str]) -> list[int]:
    """Return the counts under these keys: 0 for a missing key, and all 0 if the cache does not answer."""
    found: dict[str, int] = answer_or({}, lambda: cache.get_many(keys))
    return [int(found.get(key, 0)) for key in keys]


def uncount_request(key: str) -> None:
    """Decrement the counter under this key, if it still exists."""
    answer_or(0, lambda: _uncount(key))


def _uncount(key: str) -> int:
    with suppress(ValueError):
        return int(cache.decr(key))
    return 0


def _count(key: str, length: int) -> int:
    with suppress(ValueError):  # Raised if the counter does not exist yet, which is rare.
        return int(cache.incr(key))
    if cache.add(key, 1, timeout=length + 1):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # The counter expired between the two calls.
        cache.set(key, 1, timeout=length + 1)
        return 1

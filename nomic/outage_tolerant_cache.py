"""Access to Django's caches that tolerates outages: callers neither wait long nor fail."""

import hashlib
import json
import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from django.core.cache import caches
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)
Answer = TypeVar("Answer")

SECONDS_OF_SILENCE = 5.0  # Pause after a cache failed to answer, so that not every caller waits for it.
A_DAY = 86_400
_silent_until = 0.0


def answer_or(otherwise: Answer, ask: Callable[[], Answer]) -> Answer:
    """Return the result of `ask`, or `otherwise` if the cache is not available."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return otherwise
    try:
        return ask()
    except (RedisError, OSError):
        _silent_until = time.monotonic() + SECONDS_OF_SILENCE
        logger.warning("cache_unavailable", consequence="nobody is throttled, and nothing that was made is kept")
        return otherwise


def cached_for_a_day(kind: str, made_of: object, make: Callable[[], Answer]) -> Answer:
    """Return the result of `make`, cached for a day.

    `made_of` is everything that the result depends on, as JSON data. If `make` changes, it needs a new `kind`. Must not
    be called on data that may still be rolled back, nor under the lock of a cycle.
    """
    digest = hashlib.sha256(json.dumps(made_of, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()
    key = f"{kind}:{digest}"
    found: tuple[Answer] | None = answer_or(None, lambda: caches["made"].get(key))
    if found is not None:
        return found[0]
    made = make()
    answer_or(None, lambda: caches["made"].set(key, (made,), timeout=A_DAY))
    return made

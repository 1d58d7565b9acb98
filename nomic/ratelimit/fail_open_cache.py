"""Asking Django's caches, which may be down: nobody waits long for one, and nothing fails because of it."""

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

SECONDS_OF_SILENCE = 5.0  # between two tries of a cache that does not answer, so that nobody waits for each
A_DAY = 86_400
_silent_until = 0.0


def answer_or(otherwise: Answer, ask: Callable[[], Answer]) -> Answer:
    """What the cache answers to `ask`, or otherwise where it does not answer."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return otherwise
    try:
        return ask()
    except (RedisError, OSError):
        _silent_until = time.monotonic() + SECONDS_OF_SILENCE
        logger.warning("cache_unavailable", consequence="nobody is throttled, and nothing that was made is kept")
        return otherwise


def kept(kind: str, made_of: object, make: Callable[[], Answer]) -> Answer:
    """The result of `make`, cached for a day.

    `made_of` is everything that it follows from, as data for JSON; a new way of making it takes a new `kind`.
    Must not be called where what it is made of may still be rolled back, nor under the lock of a cycle.
    """
    digest = hashlib.sha256(json.dumps(made_of, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()
    key = f"{kind}:{digest}"
    found: tuple[Answer] | None = answer_or(None, lambda: caches["made"].get(key))
    if found is not None:
        return found[0]
    made = make()
    answer_or(None, lambda: caches["made"].set(key, (made,), timeout=A_DAY))
    return made

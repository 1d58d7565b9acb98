"""Short-lived cache of valid tokens, so that a busy bot's token is not queried for every request.

Revoking a token or deactivating its person takes effect at once in this process, and within a second in others.
"""

import threading
import time
from dataclasses import dataclass
from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import find_token, hash_secret, note_use
from nomic.db import clone

SECONDS = 1.0
MAX_COUNT = 1_000  # tokens cached at once


@dataclass(frozen=True, slots=True)
class _Known:
    token: ApiToken
    until: float  # on the monotonic clock


_known: dict[str, _Known] = {}  # by the hash of the secret
_lock = threading.Lock()
_forgotten = 0  # Generation of the cache. A result read before an invalidation is not stored after it.


def known_token(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, or None. Like `find_token`, but results are cached for SECONDS.

    The returned token and person are copies that the caller may modify.
    """
    if len(secret) > 100:  # Longer than any token. `find_token` checks the exact shape.
        return None
    key, now = hash_secret(secret), time.monotonic()
    known = _known.get(key)
    if known is None or known.until <= now:
        times = _forgotten
        token = find_token(secret)
        if token is not None:
            _remember(key, _Known(token, now + SECONDS), times)
    else:
        token = known.token
        note_use(token)
    return None if token is None else _copied(token)


def _remember(key: str, known: _Known, times: int) -> None:
    with _lock:
        if times != _forgotten:
            return
        if len(_known) >= MAX_COUNT:
            _known.clear()
        _known[key] = known


def _copied(token: ApiToken) -> ApiToken:
    mine = clone(token)
    mine.person = clone(token.person)
    return mine


@receiver([post_save, post_delete], sender=ApiToken)
@receiver([post_save, post_delete], sender=Person)
def forget_tokens(**signal: Any) -> None:
    """Invalidate all cached tokens."""
    global _forgotten
    with _lock:
        _forgotten += 1
        _known.clear()

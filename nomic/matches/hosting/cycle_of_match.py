"""Cache from match codes to the slugs of their cycles."""

import threading
import time

from nomic.db import Prepared
from nomic.matches.models import Match

SECONDS = 10.0
MAX_COUNT = 1_000  # codes that are cached at once

_slug_of = Prepared(
    lambda code: Match.objects.filter(code=code, cycle__fork_of=None).order_by().values_list("cycle__slug", flat=True),
    str,
)
_known: dict[str, tuple[str, float]] = {}  # slug and expiry, on the monotonic clock
_lock = threading.Lock()


def slug_of_match(code: str) -> str | None:
    """Return the slug of the cycle of the match with this code, or None if there is no such match."""
    return _slug_of.first(code)


def slug_for_move(code: str) -> str | None:
    """Return the slug as `slug_of_match` does, cached in this process for SECONDS.

    The match may have been deleted since; the move itself checks that it exists.
    """
    known, now = _known.get(code), time.monotonic()
    if known is not None and now < known[1]:
        return known[0]
    slug = slug_of_match(code)
    if slug is not None:
        with _lock:
            if len(_known) >= MAX_COUNT:
                _known.clear()
            _known[code] = slug, now + SECONDS
    return slug


def clear_cache() -> None:
    """Clear the cache of slugs in this process."""
    with _lock:
        _known.clear()

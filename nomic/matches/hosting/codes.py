"""Which cycle a match belongs to, by its code."""

import threading
import time

from nomic.db.prepared_query import Prepared
from nomic.matches.models import Match

SECONDS = 10.0
MAX_COUNT = 1_000  # codes that are known at once

_slug_of = Prepared(
    lambda code: Match.objects.filter(code=code, cycle__fork_of=None).order_by().values_list("cycle__slug", flat=True),
    str,
)
_known: dict[str, tuple[str, float]] = {}  # and until when, of the clock that nobody sets
_order = threading.Lock()


def slug_of_match(code: str) -> str | None:
    """The slug of the cycle that the match of this code belongs to, or None where there is no such match."""
    return _slug_of.first(code)


def slug_for_move(code: str) -> str | None:
    """As `slug_of_match`, asked once in SECONDS by this process: whoever moves finds out whether the match is there."""
    known, now = _known.get(code), time.monotonic()
    if known is not None and now < known[1]:
        return known[0]
    slug = slug_of_match(code)
    if slug is not None:
        with _order:
            if len(_known) >= MAX_COUNT:
                _known.clear()
            _known[code] = slug, now + SECONDS
    return slug


def forget_all() -> None:
    """Have each be asked for again."""
    with _order:
        _known.clear()

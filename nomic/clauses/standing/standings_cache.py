"""Per-process cache of standings until the next entry, because every page of a cycle shows one."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from nomic.clauses.standing.ranking import Standing, standings
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.caching.read_cache import SECONDS, Sign, sign_of

MAX_CYCLES = 100


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: Sign
    until: float  # on the monotonic clock
    found: Sequence[Standing]


_kept: dict[int, _Kept] = {}  # by the cycle's primary key, the oldest first
_lock = threading.Lock()


def standings_now(ctx: ReadContext) -> Sequence[Standing]:
    """Return a cycle's standings, which are public and the same for every viewer.

    They are cached until the next entry, for at most `SECONDS` seconds, because they may depend on time. Inside a
    caller's transaction nothing is cached, because it may be rolled back.
    """
    return ctx.recall("standings", lambda: _standings(ctx))


def _standings(ctx: ReadContext) -> Sequence[Standing]:
    if connection.in_atomic_block:
        return standings(ctx)
    sign, now = sign_of(ctx.cycle), time.monotonic()
    with _lock:
        kept = _kept.get(ctx.cycle.pk)
    if kept is not None and kept.sign == sign and kept.until >= now:
        return kept.found
    found = standings(ctx)
    with _lock:
        _kept.pop(ctx.cycle.pk, None)
        _kept[ctx.cycle.pk] = _Kept(sign, now + SECONDS, found)
        while len(_kept) > MAX_CYCLES:
            del _kept[next(iter(_kept))]
    return found

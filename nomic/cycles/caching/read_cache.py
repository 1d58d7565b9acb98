"""Per-process cache of query results for pages. An entry is valid until an act writes the data that it was read from.

Validity. A page first loads the cycle's row, and with it the head of the journal. Data that only acts change is
unchanged as long as the head is the same. After an act of this process, the rows that it did not write are also valid
under the next head. This requires that they were valid under the head found when the cycle was locked, so that nobody
else has acted in between. Writes by other processes and due actions are not announced to this process. After them,
everything is read again.

Races. A page that reads while an act commits may store rows of the next head under the current head. Only pages that
also loaded the older row of the cycle get them, and those would have read the same rows. This also holds for rows
carried over to the next head, because rows written by the act itself are left out. If others have acted since, their
rows are stored under a head that no later act can find. A page that is still reading then adds to the old rows only.

Rows are keyed by the query and all its parameters, including the owner of the rows. Values derived from rows are not
cached.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

from nomic.cycles.models import Cycle
from nomic.db import QueryCache, WriteSet, use_cache

MAX_CYCLES = 100
MAX_ROWS = 4_000  # per cycle
SECONDS = 10.0  # Maximum age. A restored backup has the head of an earlier time.

# Version of the cached data: the newest entry, and the next due instant, since a due action may leave no entry.
Sign = tuple[int, str, object]


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: Sign
    until: float  # on the monotonic clock
    rows: QueryCache


_kept: dict[int, _Kept] = {}  # by the cycle's primary key, the oldest first
_lock = threading.Lock()


@contextmanager
def use_read_cache(cycle: Cycle) -> Iterator[None]:
    """Cache query results for this version of the cycle during read-only work.

    Inside the block, a cacheable query runs once for this page and later ones. Inside a caller's transaction nothing is
    cached, because it may be rolled back.
    """
    with use_cache(_rows_of(cycle) if _is_committed() else QueryCache(MAX_ROWS)):
        yield


def _is_committed() -> bool:
    return not connection.in_atomic_block


def _rows_of(cycle: Cycle) -> QueryCache:
    sign, now = sign_of(cycle), time.monotonic()
    with _lock:
        kept = _kept.get(cycle.pk)
        if kept is None or kept.sign != sign or kept.until < now:
            _kept.pop(cycle.pk, None)
            kept = _kept[cycle.pk] = _Kept(sign, now + SECONDS, QueryCache(MAX_ROWS))
            while len(_kept) > MAX_CYCLES:
                del _kept[next(iter(_kept))]
        return kept.rows


def sign_of(cycle: Cycle) -> Sign:
    """Return the version of a cycle. Cached data is valid as long as the version is equal."""
    return cycle.seq, cycle.head, cycle.due_at


def invalidate_after_act(before: Sign, cycle: Cycle, written: WriteSet) -> None:
    """Keep the cached rows that the acts on this cycle did not write, and drop all others.

    `before` is the version at which the cycle was locked, `written` the acts' write set. Inside a caller's transaction
    nothing is kept, because it may be rolled back.
    """
    if not _is_committed():
        return
    kept = _kept.get(cycle.pk)
    if kept is None or kept.sign != before:
        return
    left = _Kept(sign_of(cycle), kept.until, kept.rows.after_write(written))
    with _lock:
        if _kept.get(cycle.pk) is kept:
            _kept[cycle.pk] = left


def clear_cache() -> None:
    """Clear the cache, so that the next page of each cycle reads everything from the database."""
    with _lock:
        _kept.clear()

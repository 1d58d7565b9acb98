"""What pages know of a cycle: rows that were read since an act last wrote them are not read again, whoever looks.

A page begins with the cycle's row, and so with the head of its journal. What only acts change is as it was for as long
as the head is the same. What acts of this process have not written stands under the next head as well, if it stood
under the one that they came upon when they locked the cycle: then nobody else has acted between. What others have
written nobody here hears, nor what was due: then everything is read again.

A page that reads while an act is committed may remember rows of the next head under this one: only who has read the
older row of the cycle as well is told them, and would have read the same. Of what is taken along to the next head that
holds, too: what the act itself has written is left out, and where others have acted since, rows of theirs come to stand
under a head that no act can come upon any more. A page that still reads then adds to the old rows only.

Rows stand under the query and all its values, among them whose rows they are; what is drawn from them is kept nowhere.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

from nomic.cycles.models import Cycle
from nomic.db.query_cache import QueryCache, use_cache
from nomic.db.write_set import WriteSet

MAX_CYCLES = 100
MAX_ROWS = 4_000  # of one cycle
SECONDS = 10.0  # what is older is read again: a backup that was put back has the head of an earlier time

# What has been told so far: the newest entry, and what is due first, which may be done without an entry.
Sign = tuple[int, str, object]


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: Sign
    until: float  # of the clock that nobody sets
    rows: QueryCache


_kept: dict[int, _Kept] = {}  # by the cycle's primary key, the oldest first
_order = threading.Lock()


@contextmanager
def use_read_cache(cycle: Cycle) -> Iterator[None]:
    """Only look, at the cycle as this row has it: what lasts is read once, for this page and those after it.

    Nothing stays within a transaction of the caller's: it may still be undone.
    """
    with use_cache(_rows_of(cycle) if _is_committed() else QueryCache(MAX_ROWS)):
        yield


def _is_committed() -> bool:
    return not connection.in_atomic_block


def _rows_of(cycle: Cycle) -> QueryCache:
    sign, now = sign_of(cycle), time.monotonic()
    with _order:
        kept = _kept.get(cycle.pk)
        if kept is None or kept.sign != sign or kept.until < now:
            _kept.pop(cycle.pk, None)
            kept = _kept[cycle.pk] = _Kept(sign, now + SECONDS, QueryCache(MAX_ROWS))
            while len(_kept) > MAX_CYCLES:
                del _kept[next(iter(_kept))]
        return kept.rows


def sign_of(cycle: Cycle) -> Sign:
    """Alike where nothing has happened that would change what is kept."""
    return cycle.seq, cycle.head, cycle.due_at


def invalidate_after_act(before: Sign, cycle: Cycle, written: WriteSet) -> None:
    """Keep what acts on this cycle have left as it was: they locked it as `before` says, and this has been written.

    Nothing is kept within a transaction of the caller's: it may still be undone.
    """
    if not _is_committed():
        return
    kept = _kept.get(cycle.pk)
    if kept is None or kept.sign != before:
        return
    left = _Kept(sign_of(cycle), kept.until, kept.rows.after_write(written))
    with _order:
        if _kept.get(cycle.pk) is kept:
            _kept[cycle.pk] = left


def forget_all() -> None:
    """Have the next page of each cycle read everything itself."""
    with _order:
        _kept.clear()

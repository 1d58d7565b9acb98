"""What pages know of a cycle: rows that were read since the newest entry are not read again, whoever looks.

A page begins with the cycle's row, and so with the head of its journal. What only acts change is as it was for as long
as the head is the same. A page that reads while an act is committed may remember rows of the next head under this one:
only who has read the older row as well is told them, and would have read the same. Rows stand under the query and all
its values, among them whose rows they are; what is drawn from them is kept nowhere.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

from nomic.config.reading import Remembered, remembering
from nomic.cycles.models import Cycle

MOST_CYCLES = 100
MOST_ROWS = 4_000  # of one cycle
SECONDS = 10.0  # what is older is read again: a backup that was put back has the head of an earlier time

# What has been told so far: the newest entry, and what is due first, which may be done without an entry.
Sign = tuple[int, str, object]


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: Sign
    until: float  # of the clock that nobody sets
    rows: Remembered


_kept: dict[int, _Kept] = {}  # by the cycle's primary key, the oldest first
_order = threading.Lock()


@contextmanager
def looking_at(cycle: Cycle) -> Iterator[None]:
    """Only look, at the cycle as this row has it: what lasts is read once, for this page and those after it.

    Nothing stays within a transaction of the caller's: it may still be undone.
    """
    with remembering(_rows_of(cycle) if _is_committed() else Remembered(MOST_ROWS)):
        yield


def _is_committed() -> bool:
    return not connection.in_atomic_block


def _rows_of(cycle: Cycle) -> Remembered:
    sign, now = (cycle.seq, cycle.head, cycle.due_at), time.monotonic()
    with _order:
        kept = _kept.get(cycle.pk)
        if kept is None or kept.sign != sign or kept.until < now:
            _kept.pop(cycle.pk, None)
            kept = _kept[cycle.pk] = _Kept(sign, now + SECONDS, Remembered(MOST_ROWS))
            while len(_kept) > MOST_CYCLES:
                del _kept[next(iter(_kept))]
        return kept.rows


def forget_all() -> None:
    """Have the next page of each cycle read everything itself."""
    with _order:
        _kept.clear()

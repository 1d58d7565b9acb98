"""What an act needs to know of a cycle is known already where this process performed the act before it.

After a burst that was committed the rows which it read or wrote, and which only acts change, are kept with the head of
the journal. The next burst locks the cycle, and is told them where the head is still the same: then nothing has
happened between. Which pages are marked already acts change as well, and who claims a page to publish it: the cycle's
row counts that. What is told is given away: it comes back only after the next commit, so that whatever a failed burst
did to it in memory is gone with the burst.
"""

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import BinaryField, Model

from nomic.config.swiftly import Haste, Known
from nomic.cycles.models import Cycle

MOST_CYCLES = 100
MOST_ROWS = 1_000  # of one cycle
MOST_BYTES = 4_000_000  # of what engines wrote in them: a match may be long
SECONDS = 10.0  # what is older is read again: a backup that was put back has the head of an earlier time


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: tuple[str, int]
    until: float  # of the clock that nobody sets
    known: Mapping[Any, Known]


_kept: dict[int, _Kept] = {}  # by the cycle's primary key, the oldest first
_order = threading.Lock()


def bring(cycle: Cycle, hasty: Haste) -> None:
    """Have all be known that is kept of this cycle, whose row is locked; nothing where others acted since."""
    with _order:
        kept = _kept.pop(cycle.pk, None)
    if kept is not None and kept.sign == _sign(cycle) and time.monotonic() < kept.until:
        hasty.remember(kept.known)


def keep(cycle: Cycle, hasty: Haste) -> None:
    """Keep what is known for the next act on this cycle, which has just been written as it is here.

    Nothing is kept within a transaction of the caller's: it may still be undone.
    """
    if not _is_committed():
        return
    known = hasty.lasting()
    if sum(len(each.value) for each in known.values()) > MOST_ROWS or _bytes_in(known.values()) > MOST_BYTES:
        return
    with _order:
        _kept.pop(cycle.pk, None)
        _kept[cycle.pk] = _Kept(_sign(cycle), time.monotonic() + SECONDS, known)
        while len(_kept) > MOST_CYCLES:
            del _kept[next(iter(_kept))]


def _sign(cycle: Cycle) -> tuple[str, int]:
    """Alike where nothing has happened that would change what is kept."""
    return cycle.head, cycle.pages_claimed


def _bytes_in(known: Iterable[Known]) -> int:
    """How much engines wrote in these rows."""
    of_engines = ((each, _binary_columns(each.reads.model)) for each in known if each.reads.model is not None)
    return sum(
        len(row.__dict__.get(name) or b"") for each, columns in of_engines for name in columns for row in each.value
    )


@cache
def _binary_columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields if isinstance(field, BinaryField))


def _is_committed() -> bool:
    return not connection.in_atomic_block


def forget_all() -> None:
    """Have the next act on each cycle read everything itself."""
    with _order:
        _kept.clear()

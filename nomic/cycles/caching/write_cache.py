"""What an act needs to know of a cycle is known already where this process performed the act before it.

After a burst that was committed the rows which it read or wrote, and which only acts change, are kept with the head of
the journal. The next burst locks the cycle, and is told them where the head is still the same: then nothing has
happened between. Which pages are marked already acts change as well, and who claims a page to publish it: the cycle's
row counts that. What is told is given away: it comes back only after the next commit, so that whatever a failed burst
did to it in memory is gone with the burst.

Where nobody else has acted for a while, the row itself is kept as well, with its version
(`nomic/db/optimistic_lock.py`). An act alone then asks for nothing at all: what it writes finds out whether it was
right.
"""

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import BinaryField, Model
from django.db.models.base import ModelState

from nomic.cycles.models import Cycle
from nomic.db.optimistic_lock import VersionedRow
from nomic.db.unit_of_work import CachedRows, UnitOfWork

MAX_CYCLES = 100
MAX_ROWS = 1_000  # of one cycle
MAX_BYTES = 4_000_000  # of what engines wrote in them, for a match may be long, and of texts of rules' own
SECONDS = 10.0  # what is older is read again: a backup that was put back has the head of an earlier time
IN_A_ROW = 3  # acts of this process, with none of another's between, after which it may be believed to be alone


@dataclass(frozen=True, slots=True)
class _Kept:
    sign: tuple[str, int]
    until: float  # of the clock that nobody sets
    known: Mapping[Any, CachedRows]
    in_a_row: int  # bursts of this process, up to this one
    row: Cycle | None
    version: str


_kept: dict[str, _Kept] = {}  # by slug, the oldest first
_order = threading.Lock()


def cached_cycle(slug: str, uow: UnitOfWork) -> Cycle | None:
    """The cycle as this process left it, not locked, with all that is kept of it; None where it may well be another.

    The transaction is the outermost one, and has done nothing yet.
    """
    with _order:
        kept = _kept.get(slug)
        if kept is None or kept.row is None or kept.in_a_row < IN_A_ROW or time.monotonic() >= kept.until:
            return None
        del _kept[slug]
    uow.restore(kept.known)
    uow.root = VersionedRow(Cycle, kept.row.pk, kept.version, is_locked=False)
    uow.consecutive = kept.in_a_row + 1
    return kept.row


def load_cache(cycle: Cycle, uow: UnitOfWork) -> None:
    """Have all be known that is kept of this cycle, whose row is locked; nothing where others acted since."""
    version = cycle.__dict__.pop("version", "")
    if version and len(connection.savepoint_ids) == 0:
        uow.root = VersionedRow(Cycle, cycle.pk, version, is_locked=True)
    with _order:
        kept = _kept.pop(cycle.slug, None)
    if kept is not None and kept.sign == _sign(cycle) and time.monotonic() < kept.until:
        uow.restore(kept.known)
        uow.consecutive = kept.in_a_row + 1


def store_cache(cycle: Cycle, uow: UnitOfWork) -> None:
    """Keep what is known for the next act on this cycle, which has just been written as it is here.

    Nothing is kept within a transaction of the caller's: it may still be undone.
    """
    if not _is_committed():
        return
    known = uow.cacheable()
    if sum(len(each.value) for each in known.values()) > MAX_ROWS or _bytes_in(known.values()) > MAX_BYTES:
        return
    version = "" if uow.root is None else uow.root.new_version
    row = _row_as_left(cycle) if version else None
    with _order:
        _kept.pop(cycle.slug, None)
        _kept[cycle.slug] = _Kept(_sign(cycle), time.monotonic() + SECONDS, known, uow.consecutive, row, version)
        while len(_kept) > MAX_CYCLES:
            del _kept[next(iter(_kept))]


def _row_as_left(cycle: Cycle) -> Cycle:
    """A copy of the cycle as it was written, with what its lock would tell; whoever had it may still look at theirs."""
    row = object.__new__(Cycle)
    row.__dict__.update({name: _own(cycle.__dict__[name]) for name in _columns()})
    row._state = ModelState()
    row._state.adding, row._state.db = False, cycle._state.db
    row.keep_law(cycle.law)
    row.__dict__["answered"] = None
    return row


def _own(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


@cache
def _columns() -> tuple[str, ...]:
    return tuple(field.attname for field in Cycle._meta.concrete_fields)


def _sign(cycle: Cycle) -> tuple[str, int]:
    """Alike where nothing has happened that would change what is kept."""
    return cycle.head, cycle.pages_claimed


def _bytes_in(known: Iterable[CachedRows]) -> int:
    """How much engines wrote in these rows, and how long the texts are where rows are plain values."""
    return sum(_of_values(each.value) if each.reads.model is None else _of_engines(each) for each in known)


def _of_engines(known: CachedRows) -> int:
    columns = _binary_columns(known.reads.model)
    return sum(len(row.__dict__.get(name) or b"") for name in columns for row in known.value)


def _of_values(rows: Iterable[Any]) -> int:
    plain = (row for row in rows if type(row) is tuple)
    return sum([len(value) for row in plain for value in row if type(value) is str])


@cache
def _binary_columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields if isinstance(field, BinaryField))


def _is_committed() -> bool:
    return not connection.in_atomic_block


def forget_all() -> None:
    """Have the next act on each cycle read everything itself."""
    with _order:
        _kept.clear()

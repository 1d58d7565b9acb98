"""Write-through cache of the rows that acts on a cycle need, used if this process performed the previous act.

After a committed batch, the rows that it read or wrote and that only acts change are stored with the head of the
journal. The next batch locks the cycle. If the head is unchanged, nothing has happened since and it takes these rows.
One exception is the set of dirty pages, which workers also change when they claim a page to publish it. The cycle's row
counts these claims.

Cached rows are removed when taken, and stored again only after the next commit. If a batch fails, its changes in memory
are dropped with the rows.

If nobody else has acted for a while, the cycle's row itself is cached as well, with its version
(`nomic/db/optimistic_lock.py`). A single act then needs no query at all: its write checks the version.
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
from nomic.db import CachedRows, UnitOfWork, VersionedRow

MAX_CYCLES = 100
MAX_ROWS = 1_000  # per cycle
MAX_BYTES = 4_000_000  # maximum total size of engine states and of texts of rules in these rows
SECONDS = 10.0  # Maximum age. A restored backup has the head of an earlier time.
MIN_CONSECUTIVE = 3  # Consecutive batches of this process after which its cached row of the cycle is trusted.


@dataclass(frozen=True, slots=True)
class CachedCycle:
    """The rows of a cycle as the last batch of this process left them, valid for one version of the cycle.

    `row` is the cycle's own row, which is not locked. Its `version` in the database is "" if it is unknown.
    """

    sign: tuple[str, int]
    until: float  # on the monotonic clock
    known: Mapping[Any, CachedRows]
    consecutive: int  # consecutive batches of this process, including the last
    row: Cycle
    version: str


_kept: dict[str, CachedCycle] = {}  # by slug, the oldest first
_lock = threading.Lock()


def take_cycle(slug: str) -> CachedCycle | None:
    """Remove the cycle with this slug from the cache and return it. None if it is not cached, or may have changed.

    Must be called outside of transactions, which may still see an older version of the row.
    """
    with _lock:
        kept = _kept.get(slug)
        if kept is None or not kept.version or kept.consecutive < MIN_CONSECUTIVE or time.monotonic() >= kept.until:
            return None
        return _kept.pop(slug)


def use_cycle(cached: CachedCycle, uow: UnitOfWork) -> Cycle:
    """Return the cached cycle for this unit of work, and load its other cached rows.

    The unit's first write checks that the cycle's row still has the cached version.
    """
    uow.restore(cached.known)
    uow.root = VersionedRow(Cycle, cached.row.pk, cached.version, is_locked=False)
    uow.consecutive = cached.consecutive + 1
    return cached.row


def load_cache(cycle: Cycle, uow: UnitOfWork) -> None:
    """Load the cached rows of this locked cycle, unless others have acted since."""
    if cycle.version and len(connection.savepoint_ids) == 0:
        uow.root = VersionedRow(Cycle, cycle.pk, cycle.version, is_locked=True)
    with _lock:
        kept = _kept.pop(cycle.slug, None)
    if kept is not None and kept.sign == _sign(cycle) and time.monotonic() < kept.until:
        uow.restore(kept.known)
        uow.consecutive = kept.consecutive + 1


def store_cache(cycle: Cycle, uow: UnitOfWork) -> None:
    """Cache the loaded rows of a cycle that was just saved, for the next act.

    Inside a caller's transaction nothing is cached, because it may be rolled back.
    """
    if not _is_committed():
        return
    known = uow.cacheable()
    results = known.values()
    if sum([len(each.value) for each in results]) > MAX_ROWS or sum([_bytes_in(each) for each in results]) > MAX_BYTES:
        return
    version = "" if uow.root is None else uow.root.new_version
    row = _row_as_left(cycle) if version else cycle  # A row of unknown version is never used.
    with _lock:
        _kept.pop(cycle.slug, None)
        until = time.monotonic() + SECONDS
        _kept[cycle.slug] = CachedCycle(_sign(cycle), until, known, uow.consecutive, row, version)
        while len(_kept) > MAX_CYCLES:
            del _kept[next(iter(_kept))]


def _row_as_left(cycle: Cycle) -> Cycle:
    """Return a copy of the saved cycle for the cache, so that the caller may continue to use the original."""
    row = object.__new__(Cycle)
    row.__dict__.update({name: _own(cycle.__dict__[name]) for name in _columns()})
    row._state = ModelState()
    row._state.adding, row._state.db = False, cycle._state.db
    row.keep_law(cycle.law)
    return row


def _own(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


@cache
def _columns() -> tuple[str, ...]:
    return tuple(field.attname for field in Cycle._meta.concrete_fields)


def _sign(cycle: Cycle) -> tuple[str, int]:
    """Return the version of a cycle. Cached data is valid as long as the version is equal."""
    return cycle.head, cycle.pages_claimed


def _bytes_in(known: CachedRows) -> int:
    """Return the approximate size of cached rows: the engines' states, and the texts in plain values.

    Most results of an act were cached by the act before, so they are measured only once.
    """
    if known.size is None:
        known.size = _of_values(known.value) if known.reads.model is None else _of_engines(known)
    return known.size


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


def clear_cache() -> None:
    """Clear the cache, so that the next act on each cycle reads everything from the database."""
    with _lock:
        _kept.clear()

"""Unit of work: batches the writes and caches the reads of many acts in one transaction, without savepoints.

Replays and group commits use it. Inserted and changed rows are queued and written together, and a prepared query is
executed once. Readers notice no difference: the queue is flushed before a statement that names a table with queued
rows. A cached read is dropped as soon as a statement writes data that it has read (`nomic/db/column_read_set.py`). Acts
have no savepoints of their own. If one fails after a change, the whole unit fails. A caller that needs to know which
act failed repeats them one by one without a unit of work.

The contract is in `nomic/db/__init__.py`.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from nomic.db.backends.statement_effect import LOCK, Verb, announced, announced_effect
from nomic.db.bulk_sql import delete_rows, update_rows, write_rows, write_rows_with_keys
from nomic.db.column_read_set import ReadSet
from nomic.db.optimistic_lock import VersionedRow
from nomic.db.statement_batch import batch
from nomic.db.write_set import WriteSet

Names = tuple[str, ...]
UpsertTarget = tuple[type[Model], Names, Names]  # a table, its unique fields, and the fields that an upsert updates
Inserts = Mapping[type[Model], Sequence[Model]]
Upserts = Mapping[UpsertTarget, Mapping[tuple[Any, ...], Model | None]]  # by the unique values; None: delete the row


@dataclass(slots=True)
class CachedRows:
    """The result of a query, its read set, and whether it may outlive the transaction.

    `size` is the size of its rows as a longer-lived cache measured them, or None until then and after a change.
    """

    reads: ReadSet
    value: list[Any]
    cacheable: bool
    size: int | None = None

    def patch(self, row: Model, attnames: Collection[str]) -> None:
        """Copy these attributes of `row` to the cached instance with the same primary key, if there is any."""
        self.size = None
        key = row._meta.pk.attname  # It is compared in `__dict__`, which is the fastest way for results with many rows.
        for cached in self.value:
            if cached.__dict__[key] == row.__dict__[key]:
                for name in attnames:
                    if name in cached.__dict__:
                        cached.__dict__[name] = getattr(row, name)


@dataclass(slots=True)
class PendingUpdate:
    """A row with the names of the fields to write."""

    row: Model
    names: dict[str, None]  # in the order in which they were first named


class UnitOfWork:
    """The queued writes and cached reads of one transaction."""

    def __init__(self) -> None:
        self._inserts: dict[type[Model], list[Model]] = {}
        self._upserts: dict[UpsertTarget, dict[tuple[Any, ...], Model | None]] = {}
        self._updates: dict[type[Model], dict[Any, PendingUpdate]] = {}  # by primary key
        self._cache: dict[Any, CachedRows] = {}
        self._readers: dict[str, set[Any]] = {}  # keys of the cache, by table
        self._on_flush: dict[Hashable, Callable[[], None]] = {}
        self._is_writing = False
        self.root: VersionedRow | None = None  # the aggregate root's row, if its version is known
        self.consecutive = 0  # directly preceding units of this process, with no unit of another process between them
        self.changes = 0  # Incremented by each change, queued or executed.
        self.write_set = WriteSet()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement of the connection, as its `execute_wrapper`.

        Queued writes to tables that the statement may read are flushed before, and cached reads that the statement may
        invalidate are dropped. The root's row is locked before the first statement that writes or locks.
        """
        if self._is_writing:  # The cache and the write set are already up to date.
            return execute(sql, params, many, context)
        effect = announced_effect()
        if effect is None:
            return self._execute_unknown(execute, sql, params, many, context)
        if effect.verb is not Verb.READ:
            self.ensure_locked()
        queued = (*self._inserts, *(model for model, *_ in self._upserts), *self._updates)
        # The compiler of a statement does not know the tables of its subqueries. Each table that a statement reads is
        # named in its SQL. Comparing names may therefore flush unnecessarily, but never misses a flush.
        if any(f'"{model._meta.db_table}"' in sql for model in queued):
            self.flush()
        if effect.writes:
            self.changes += 1
            self._drop_root_if_written(effect.table)
            self._invalidate(effect.table, effect.columns if effect.verb is Verb.UPDATE else None)
        answer = execute(sql, params, many, context)
        if many or effect.verb not in (Verb.UPDATE, Verb.DELETE) or context["cursor"].rowcount:
            self.write_set.record(effect)
        return answer

    def _execute_unknown(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement that was not announced, which may read and write anything.

        Only the statements of `transaction.atomic`, which are executed as plain text, are recognized, by their first
        word.
        """
        verb = sql.partition(" ")[0]
        if verb == "ROLLBACK":  # The queue was flushed at the savepoint, so all queued writes came after it.
            self._inserts, self._upserts, self._updates = {}, {}, {}
        elif verb != "RELEASE":
            if verb != "SAVEPOINT":
                self.ensure_locked()
            self.flush()
        if verb not in ("SAVEPOINT", "RELEASE"):
            self.changes += 1
            self.root = None  # The root's version may have changed.
            self._cache.clear()
            self.write_set.record(None)
        return execute(sql, params, many, context)

    def add(self, rows: Sequence[Model]) -> None:
        """Queue new rows of one table, after those that are already queued."""
        for row in rows[:1]:
            if type(row) in self._updates:  # A new row may take unique values that a queued update frees.
                self.flush()
            self._flush_upserts_of(type(row))
            self.changes += 1
            self.write_set.record_insert(row._meta.db_table)
            self._inserts.setdefault(type(row), []).extend(rows)
            self._invalidate(row._meta.db_table)

    def _flush_upserts_of(self, model: type[Model]) -> None:
        """Flush if upserts of this table are queued.

        Upserts are written last, but the statement to be queued next depends on them.
        """
        if any(target[0] is model for target in self._upserts):
            self.flush()

    def upsert(self, rows: Sequence[Model], unique: Names, changing: Names) -> None:
        """Queue upserts of rows of one table. The last row with the same values of the fields `unique` wins.

        Cached reads of the table are kept, and the caller must patch them (`Prepared.patch`).
        """
        self.changes += len(rows)
        for row in rows:
            self.write_set.record_rewrite(row._meta.db_table)
            queued = self._upserts.setdefault((type(row), unique, changing), {})
            queued[_unique_values(row, unique)] = row

    def replace(self, target: UpsertTarget, rows: Sequence[Model], deleted: Collection[tuple[Any, ...]]) -> None:
        """Queue upserts of rows, and deletions of the rows with the unique values in `deleted`."""
        model, unique, changing = target
        if model in self._inserts:
            self.flush()
        queued = self._upserts.setdefault(target, {})
        queued |= dict.fromkeys(deleted)
        self.upsert(rows, unique, changing)
        if deleted:
            self.changes += len(deleted)
            self.write_set.record_rewrite(model._meta.db_table)
        self._invalidate(model._meta.db_table)

    def is_queued(self, target: UpsertTarget, row: Model) -> bool:
        """Return whether this instance itself is queued as an upsert."""
        return self._upserts.get(target, {}).get(_unique_values(row, target[1])) is row

    def update(self, row: Model, names: Names) -> None:
        """Queue an update of these fields of a stored row. Cached instances of the row are updated immediately."""
        self._flush_upserts_of(type(row))
        self.changes += 1
        pending = self._updates.setdefault(type(row), {}).setdefault(row.pk, PendingUpdate(row, {}))
        pending.row = row
        pending.names |= dict.fromkeys(names)
        meta: Any = row._meta
        fields = [meta.get_field(name) for name in names]
        columns = [field.column for field in fields]
        self.write_set.record_update(meta.db_table, columns)
        self._invalidate(meta.db_table, columns, row, [field.attname for field in fields])

    def on_flush(self, *, once_as: Hashable, do: Callable[[], None]) -> None:
        """Call `do` before the transaction ends. Later calls with the same name `once_as` are ignored."""
        self._on_flush.setdefault(once_as, do)

    def complete(self) -> None:
        """Call the functions given to `on_flush`, and write the queue. Raises StaleRow if the root's row has changed.

        If nothing is queued, the version of the root's row is not checked.
        """
        for do in self._on_flush.values():
            do()
        self._write_queue(self.root)

    def ensure_locked(self) -> None:
        """Lock the root's row if it is not locked yet. Raises StaleRow if it has changed."""
        if self.root is not None and not self.root.is_locked:
            was_writing, self._is_writing = self._is_writing, True
            try:
                self.root.lock()
            finally:
                self._is_writing = was_writing

    def _drop_root_if_written(self, table: str) -> None:
        """Drop the root if its table is written, because its version may have changed."""
        if self.root is not None and table == self.root.model._meta.db_table:
            self.root = None

    def flush(self) -> None:
        """Write the queued rows, each before the rows that reference it."""
        self._write_queue()

    def _write_queue(self, root: VersionedRow | None = None) -> None:
        """Write the queue.

        If `root` is set, this is the last write of the transaction, and also checks the version of the root's row.
        """
        inserts, self._inserts = self._inserts, {}
        upserts, self._upserts = self._upserts, {}
        updates, self._updates = self._updates, {}
        if inserts or upserts or updates:
            self._is_writing = True
            try:
                if root is None:
                    self.ensure_locked()
                    for model in updates:
                        self._drop_root_if_written(model._meta.db_table)
                with announced(LOCK), batch(root):  # An enclosing unit learns about these writes in `merge`.
                    _write(inserts, upserts, updates)
            finally:
                self._is_writing = False

    def get_or_load(
        self, reads: ReadSet, key: Any, load: Callable[[], list[Any]], *, cacheable: bool = False
    ) -> list[Any]:
        """Return the cached result of `key`, or load and cache it. If `cacheable`, it may outlive the transaction."""
        if key not in self._cache:
            self.cache(reads, key, load(), cacheable=cacheable)
        return self._cache[key].value

    def cache(self, reads: ReadSet, key: Any, value: list[Any], *, cacheable: bool = False) -> None:
        """Cache a result under `key`. If `cacheable`, it may outlive the transaction."""
        self.restore({key: CachedRows(reads, value, cacheable)})

    def cacheable(self) -> dict[Any, CachedRows]:
        """Return the results that remain valid after the commit of this transaction, by key."""
        return {key: cached for key, cached in self._cache.items() if cached.cacheable}

    def restore(self, entries: Mapping[Any, CachedRows]) -> None:
        """Add results to the cache. The caller must know that nothing has changed since they were read."""
        self._cache.update(entries)
        for key, cached in entries.items():
            for table in cached.reads.columns:
                self._readers.setdefault(table, set()).add(key)

    def merge(self, inner: "UnitOfWork") -> None:
        """Take over the write set of a nested unit, and drop the reads that it has invalidated.

        The nested unit has written its queue without announcing the effect of each statement.
        """
        self.write_set.merge(inner.write_set)
        if inner.changes:
            self.changes += inner.changes
            self.root = None  # The root's version may have changed.
        for key in [key for key, cached in self._cache.items() if not inner.write_set.is_disjoint(cached.reads)]:
            del self._cache[key]

    def invalidate(self) -> None:
        """Drop all cached reads, because a refused act may have changed the cached instances."""
        self._cache.clear()
        self._readers.clear()

    def _invalidate(
        self,
        table: str,
        columns: Collection[str] | None = None,
        row: Model | None = None,
        attnames: Collection[str] = (),
    ) -> None:
        """Drop the cached reads of a table. If the changed columns are known, only reads that they affect are dropped.

        If the changed row is known, and a query still returns the same rows, its cached result is patched instead.
        """
        keys = self._readers.get(table, set())
        for key in tuple(keys):
            cached = self._cache.get(key)
            if cached is not None and columns is not None:
                if cached.reads.is_disjoint(table, columns):
                    continue
                if row is not None and cached.reads.selects_same_rows(type(row), columns):
                    cached.patch(row, attnames)
                    continue
            keys.discard(key)
            self._cache.pop(key, None)


def _write(inserts: Inserts, upserts: Upserts, updates: Mapping[type[Model], Mapping[Any, PendingUpdate]]) -> None:
    for model in _in_order(frozenset(inserts)):
        _insert(inserts[model])
    for by_key in updates.values():
        by_names: dict[Names, list[Model]] = {}
        for each in by_key.values():
            by_names.setdefault(tuple(each.names), []).append(each.row)
        for names, rows in by_names.items():
            update_rows(rows, names)
    for (table, unique, changing), latest in upserts.items():
        delete_rows(table, unique, [key for key, row in latest.items() if row is None])
        write_rows([row for row in latest.values() if row is not None], unique, changing)


def _unique_values(row: Model, unique: Names) -> tuple[Any, ...]:
    return tuple([getattr(row, name) for name in unique])


_current: ContextVar[UnitOfWork | None] = ContextVar("unit_of_work", default=None)


@contextmanager
def unit_of_work() -> Iterator[UnitOfWork]:
    """Open a unit of work in a transaction, or in a savepoint of the caller's transaction.

    Raises StaleRow if the unit's versioned row has changed.
    """
    uow = UnitOfWork()
    outer = _current.get()
    token = _current.set(uow)
    try:
        with transaction.atomic(), connection.execute_wrapper(uow):
            yield uow
            uow.complete()
    finally:
        _current.reset(token)
        if outer is not None:
            outer.merge(uow)


def current_unit() -> UnitOfWork | None:
    """Return the innermost open unit of work, or None."""
    return _current.get()


def insert(rows: Sequence[Model]) -> None:
    """Insert rows of one table. Inside a unit of work they are queued until the flush.

    Primary keys are set at the flush, and only for models that other models reference.
    """
    uow = _current.get()
    if uow is not None:
        uow.add(rows)
    else:
        _insert(rows)


def on_flush(*, once_as: Hashable, do: Callable[[], None]) -> None:
    """Call `do` now or, inside a unit of work, once for each name `once_as` before the transaction ends."""
    uow = _current.get()
    if uow is not None:
        uow.on_flush(once_as=once_as, do=do)
    else:
        do()


def upsert(rows: Sequence[Model], unique: Names, changing: Names) -> None:
    """Upsert rows of one table. Existing rows with equal `unique` fields get new values in the fields `changing`.

    Inside a unit of work the rows are queued. Cached reads of the table are kept, and the caller must patch them.
    """
    uow = _current.get()
    if uow is not None:
        uow.upsert(rows, unique, changing)
    else:
        write_rows(rows, unique, changing)


def replace(target: UpsertTarget, rows: Sequence[Model], deleted: Collection[tuple[Any, ...]] = ()) -> None:
    """Upsert rows of one table, and delete the rows with the unique values in `deleted`.

    Inside a unit of work this is queued.
    """
    model, unique, changing = target
    uow = _current.get()
    if uow is not None:
        uow.replace(target, rows, deleted)
    else:
        delete_rows(model, unique, list(deleted))
        write_rows(rows, unique, changing)


def is_queued(target: UpsertTarget, row: Model) -> bool:
    """Return whether this instance itself is queued as an upsert of the current unit of work."""
    uow = _current.get()
    return uow is not None and uow.is_queued(target, row)


def update(row: Model, names: Names) -> None:
    """Update these fields of a stored row. Inside a unit of work this is queued. `names` may contain duplicates."""
    names = tuple(dict.fromkeys(names))
    uow = _current.get()
    if uow is not None:
        uow.update(row, names)
    else:
        update_rows([row], names)


def _insert(rows: Sequence[Model]) -> None:
    """Insert rows of one table, and set their keys if other tables may reference them."""
    (write_rows_with_keys if rows and type(rows[0])._meta.related_objects else write_rows)(rows)


@cache
def _in_order(models: frozenset[type[Model]]) -> tuple[type[Model], ...]:
    """Return the models sorted so that each comes after the models that it references."""
    references = {
        model: [field.related_model for field in model._meta.concrete_fields if field.related_model in models - {model}]
        for model in models
    }
    return tuple(TopologicalSorter(references).static_order())


def flush() -> None:
    """Write the queue of the current unit of work, if there is one.

    Call it before writing rows that reference queued rows.
    """
    uow = _current.get()
    if uow is not None:
        uow.flush()

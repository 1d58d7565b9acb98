"""Very many acts in one transaction, for a replay: with nothing between them that only a failure would need.

While `swiftly` cacheable, rows that are added or changed are gathered and written together, and a prepared query is
asked once. Whoever looks is none the wiser: before any statement that names a table of gathered rows those are written,
and what was read is forgotten as soon as a statement writes what it reads (`nomic/db/read_set.py`). No act has a
savepoint of its own: where anything fails that has changed anything, everything does, and whoever wants to know what
must do it again without haste.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from nomic.db.bulk_sql import delete_rows, update_rows, write_rows, write_rows_with_keys
from nomic.db.optimistic_lock import VersionedRow
from nomic.db.read_set import ReadSet, columns_set
from nomic.db.statement_batch import batch
from nomic.db.write_set import WriteSet, find_written_table

HARMLESS = ("SELECT", "SAVEPOINT", "RELEASE")
LOCKS = re.compile(r" FOR (NO KEY )?UPDATE")

Names = tuple[str, ...]
Place = tuple[type[Model], Names, Names]  # a table, what is unique in it, and what changes where that is there
Gathered = Mapping[type[Model], Sequence[Model]]
Newest = Mapping[Place, Mapping[tuple[Any, ...], Model | None]]  # None: there is none any more


@dataclass(frozen=True, slots=True)
class CachedRows:
    """What a query gave, what it reads, and whether that lasts beyond the transaction."""

    reads: ReadSet
    value: list[Any]
    cacheable: bool

    def patch(self, row: Model, names: Names) -> None:
        """Have the row that is the same say in these fields what this one says."""
        key = row._meta.pk.attname  # of many rows there is one: theirs are asked for in the shortest way
        for mine in self.value:
            if mine.__dict__[key] == row.__dict__[key]:
                for name in names:
                    if name in mine.__dict__:
                        mine.__dict__[name] = getattr(row, name)


@dataclass(slots=True)
class PendingUpdate:
    """A row of which some columns are to be written."""

    row: Model
    names: dict[str, None]  # in the order of first being named


class UnitOfWork:
    """What is gathered and remembered within one transaction."""

    def __init__(self) -> None:
        self._gathered: dict[type[Model], list[Model]] = {}
        self._newest: dict[Place, dict[tuple[Any, ...], Model | None]] = {}
        self._changed: dict[type[Model], dict[Any, PendingUpdate]] = {}  # by primary key
        self._known: dict[Any, CachedRows] = {}
        self._read_from: dict[str, set[Any]] = {}
        self._at_the_end: dict[Any, Callable[[], None]] = {}
        self._is_writing = False
        self.held: VersionedRow | None = (
            None  # the row under which all is done, where it is known which version that is
        )
        self.in_a_row = 0  # so many transactions of this process before this one knew all that had happened
        self.changes = 0  # grows with whatever is changed, written or not
        self.written = WriteSet()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Around every statement: what it may look for is written first, what it may change is forgotten."""
        if self._is_writing:  # what is known has it already, and it has been noted
            return execute(sql, params, many, context)
        if self._needs_lock(sql):
            self.make_sure()
        waiting = (*self._gathered, *(model for model, *_ in self._newest), *self._changed)
        if sql.startswith("SAVEPOINT") or any(f'"{model._meta.db_table}"' in sql for model in waiting):
            self.write()
        elif sql.startswith("ROLLBACK"):  # all that waits came after the savepoint
            self._gathered, self._newest, self._changed = {}, {}, {}
        if not sql.startswith(HARMLESS):
            self.changes += 1
            table = find_written_table(sql)
            self._let_go_of(table)
            if table is None:
                self._known.clear()
            else:
                self._forget(table, columns_set(sql))
        answer = execute(sql, params, many, context)
        if not (sql.startswith(HARMLESS) or (not many and _found_nothing(sql, context["cursor"]))):
            self.written.note(sql)
        return answer

    def add(self, rows: Sequence[Model]) -> None:
        """Have these rows of one table be written later, after those that were gathered before."""
        for row in rows[:1]:
            if type(row) in self._changed:  # a new row may stand where one was before
                self.write()
            self._write_places_in(type(row))
            self.changes += 1
            self.written.note_new(row._meta.db_table)
            self._gathered.setdefault(type(row), []).extend(rows)
            self._forget(row._meta.db_table)

    def _write_places_in(self, model: type[Model]) -> None:
        """Write what waits to be put in its place in a table: of one table that is written after all else."""
        if any(place[0] is model for place in self._newest):
            self.write()

    def upsert(self, rows: Sequence[Model], unique: Names, changing: Names) -> None:
        """Have these rows of one table be written later, of those that are alike in `unique` the newest.

        Nothing read from their table is forgotten: whoever writes so has it be known.
        """
        self.changes += len(rows)
        for row in rows:
            self.written.note_anyhow(row._meta.db_table)
            known = self._newest.setdefault((type(row), unique, changing), {})
            known[_told_by(row, unique)] = row

    def replace(self, place: Place, rows: Sequence[Model], gone: Collection[tuple[Any, ...]]) -> None:
        """Have these rows be written later in place of those alike in what is unique, and of those that are `gone`."""
        model, unique, changing = place
        if model in self._gathered:
            self.write()
        known = self._newest.setdefault(place, {})
        known |= dict.fromkeys(gone)
        self.upsert(rows, unique, changing)
        if gone:
            self.changes += len(gone)
            self.written.note_anyhow(model._meta.db_table)
        self._forget(model._meta.db_table)

    def has_waiting(self, place: Place, row: Model) -> bool:
        """Whether this very row is gathered to be written in its place later."""
        return self._newest.get(place, {}).get(_told_by(row, place[1])) is row

    def update(self, row: Model, names: Names) -> None:
        """Have these columns of a row that is there be written later. What is known of the row says so at once."""
        self._write_places_in(type(row))
        self.changes += 1
        changed = self._changed.setdefault(type(row), {}).setdefault(row.pk, PendingUpdate(row, {}))
        changed.row = row
        changed.names |= dict.fromkeys(names)
        meta: Any = row._meta
        self.written.note_changed(meta.db_table, [meta.get_field(name).column for name in names])
        self._forget(row._meta.db_table, names, row)

    def at_the_end(self, key: Any, do: Callable[[], None]) -> None:
        """Have this be done before the transaction ends; once for each key."""
        self._at_the_end.setdefault(key, do)

    def finish(self) -> None:
        """Do what is to be done at the end, and write all that waits. Raises NotAsLeft."""
        for do in self._at_the_end.values():
            do()
        self._write_all(self.held)

    def make_sure(self) -> None:
        """Lock the row under which all is done, if it was only believed to be as it was left. Raises NotAsLeft."""
        if self.held is not None:
            self.held.lock()

    def _let_go_of(self, table: str | None) -> None:
        """A table is written, or who knows which: what is locked is not of the version any more that was known."""
        if self.held is not None and table in (None, self.held.model._meta.db_table):
            self.held = None

    def _needs_lock(self, sql: str) -> bool:
        """Whether a statement writes or locks something, for which the row has to be locked before."""
        held = self.held
        if held is None or held.is_locked or sql == held.guard[0]:
            return False
        return not sql.startswith((*HARMLESS, "ROLLBACK")) or LOCKS.search(sql) is not None

    def write(self) -> None:
        """Write what was gathered: rows first to which others point."""
        self._write_all()

    def _write_all(self, last: VersionedRow | None = None) -> None:
        gathered, self._gathered = self._gathered, {}
        newest, self._newest = self._newest, {}
        changed, self._changed = self._changed, {}
        if gathered or newest or changed:
            self._is_writing = True
            try:
                if last is None:
                    self.make_sure()
                    for model in changed:
                        self._let_go_of(model._meta.db_table)
                with batch(last):
                    _write(gathered, newest, changed)
            finally:
                self._is_writing = False

    def recall(self, reads: ReadSet, key: Any, read: Callable[[], list[Any]], *, cacheable: bool = False) -> list[Any]:
        """What `read` gave since a statement last wrote what it reads."""
        if key not in self._known:
            self.know(reads, key, read(), cacheable=cacheable)
        return self._known[key].value

    def know(self, reads: ReadSet, key: Any, value: list[Any], *, cacheable: bool = False) -> None:
        """Cache this value under `key`; if `cacheable`, for the next transaction too unless something was written."""
        self._remember(key, CachedRows(reads, value, cacheable))

    def lasting(self) -> dict[Any, CachedRows]:
        """What is known and cacheable, by key: what these queries would give once this transaction is committed."""
        return {key: known for key, known in self._known.items() if known.cacheable}

    def remember(self, lasting: Mapping[Any, CachedRows]) -> None:
        """Have what lasted beyond an earlier transaction be known in this one."""
        for key, known in lasting.items():
            self._remember(key, known)

    def _remember(self, key: Any, known: CachedRows) -> None:
        self._known[key] = known
        for table in known.reads.columns:
            self._read_from.setdefault(table, set()).add(key)

    def hear_of(self, inner: "UnitOfWork") -> None:
        """What another has written within this was written: not all that it does comes by here as a statement."""
        self.written.include(inner.written)
        for key in [key for key, known in self._known.items() if not inner.written.leaves(known.reads)]:
            del self._known[key]

    def forget(self) -> None:
        """Forget all that was read: what is done since may have changed it in memory."""
        self._known.clear()
        self._read_from.clear()

    def _forget(self, table: str, columns: Collection[str] | None = None, row: Model | None = None) -> None:
        """Forget what was read from a table; only what may say something else where it is known which columns change.

        Where it is known of which row, rows that stay what a query gives say it from now on.
        """
        keys = self._read_from.get(table, set())
        for key in tuple(keys):
            known = self._known.get(key)
            if known is not None and columns is not None:
                if known.reads.is_as_it_was(table, columns):
                    continue
                if row is not None and known.reads.gives_the_same_rows(type(row), columns):
                    known.patch(row, tuple(columns))
                    continue
            keys.discard(key)
            self._known.pop(key, None)


def _write(gathered: Gathered, newest: Newest, changed: Mapping[type[Model], Mapping[Any, PendingUpdate]]) -> None:
    for model in _in_order(frozenset(gathered)):
        _insert(gathered[model])
    for by_key in changed.values():
        by_names: dict[Names, list[Model]] = {}
        for each in by_key.values():
            by_names.setdefault(tuple(each.names), []).append(each.row)
        for names, rows in by_names.items():
            update_rows(rows, names)
    for (table, unique, changing), latest in newest.items():
        delete_rows(table, unique, [key for key, row in latest.items() if row is None])
        write_rows([row for row in latest.values() if row is not None], unique, changing)


def _told_by(row: Model, unique: Names) -> tuple[Any, ...]:
    return tuple([getattr(row, name) for name in unique])


def _found_nothing(sql: str, cursor: Any) -> bool:
    """Whether a statement, carried out once, has changed or deleted no row: of others that is not known at once."""
    return sql.startswith(("UPDATE", "DELETE")) and " RETURNING " not in sql and cursor.rowcount == 0


_haste: ContextVar[UnitOfWork | None] = ContextVar("haste", default=None)


@contextmanager
def unit_of_work() -> Iterator[UnitOfWork]:
    """A transaction in haste."""
    current_unit = UnitOfWork()
    before = _haste.set(current_unit)
    try:
        with transaction.atomic(), connection.execute_wrapper(current_unit):
            yield current_unit
            current_unit.finish()
    finally:
        _haste.reset(before)
        around = _haste.get()
        if around is not None:
            around.hear_of(current_unit)


def current_unit() -> UnitOfWork | None:
    """Whether all is done swiftly here: what is gathered and remembered meanwhile, or None."""
    return _haste.get()


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one table, in haste together with later ones.

    They have no primary keys until then; and never any where no table has rows that could point to them.
    """
    uow = _haste.get()
    if uow is not None:
        uow.add(rows)
    else:
        _insert(rows)


def on_flush(key: Any, do: Callable[[], None]) -> None:
    """Do this at once; in haste once for all that is done in it."""
    uow = _haste.get()
    if uow is not None:
        uow.at_the_end(key, do)
    else:
        do()


def upsert(rows: Sequence[Model], unique: Names, changing: Names) -> None:
    """Write rows of one table, over those that are alike in `unique`, of which the fields `changing` change."""
    uow = _haste.get()
    if uow is not None:
        uow.upsert(rows, unique, changing)
    else:
        write_rows(rows, unique, changing)


def replace(place: Place, rows: Sequence[Model], gone: Collection[tuple[Any, ...]] = ()) -> None:
    """Write rows over those alike in what is unique, of which some columns change; none is left of those `gone`.

    Those are told by what they have in the unique columns.
    """
    model, unique, changing = place
    uow = _haste.get()
    if uow is not None:
        uow.replace(place, rows, gone)
    else:
        delete_rows(model, unique, list(gone))
        write_rows(rows, unique, changing)


def is_queued(place: Place, row: Model) -> bool:
    """Whether this very row was put in its place in haste and is not written yet."""
    uow = _haste.get()
    return uow is not None and uow.has_waiting(place, row)


def update(row: Model, names: Names) -> None:
    """Write these columns of a row that is there, however often they are named; in haste with what else is changed."""
    names = tuple(dict.fromkeys(names))
    uow = _haste.get()
    if uow is not None:
        uow.update(row, names)
    else:
        update_rows([row], names)


def _insert(rows: Sequence[Model]) -> None:
    """Write new rows of one table: with keys where other tables have rows that may point to them."""
    (write_rows_with_keys if rows and type(rows[0])._meta.related_objects else write_rows)(rows)


@cache
def _in_order(models: frozenset[type[Model]]) -> tuple[type[Model], ...]:
    """Tables in such an order that rows are there before others point to them."""
    points_to = {
        model: [field.related_model for field in model._meta.concrete_fields if field.related_model in models - {model}]
        for model in models
    }
    return tuple(TopologicalSorter(points_to).static_order())


def flush() -> None:
    """Write what was gathered, for rows that are to point to it."""
    uow = _haste.get()
    if uow is not None:
        uow.write()

"""Bulk writes by SQL that is composed once from the names of tables and columns.

Fields prepare the values of a row exactly as in `save` and `bulk_create`. The SQL is the same for any number of rows.

`nomic/db/statement_batch.py` sends the statements together. On PostgreSQL, rows that other rows reference get their
keys before they are inserted (`nomic/db/id_blocks.py`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from operator import attrgetter
from types import NoneType
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    AutoField,
    BigAutoField,
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    DurationField,
    Field,
    IntegerField,
    Model,
    TextField,
    UniqueConstraint,
)

from nomic.db.backends.statement_effect import Effect, Verb, announced
from nomic.db.id_blocks import take_keys
from nomic.db.json_recordset import Document, interval
from nomic.db.statement_batch import GUARD, execute

Names = tuple[str, ...]
Values = Sequence[Any]
Prepare = Callable[[Any, BaseDatabaseWrapper], Any]

PLANNER_ROW_HINT = 10  # rows that PostgreSQL's generic plan assumes; with fewer it would plan each execution again
TYPES = {CharField: str, TextField: str, BooleanField: bool, AutoField: int, BigAutoField: int}
NATIVE_TYPES = {"sqlite": TYPES, "postgresql": {**TYPES, DateTimeField: datetime}}  # sent without preparation


class _RowEncoder:
    """Encoder of one table's rows as database values."""

    def __init__(self, vendor: str, fields: Sequence[Any]) -> None:
        self.fields = fields
        names = [field.attname for field in fields]
        get = attrgetter(*names)
        self._get: Callable[[Model], Values] = get if len(names) > 1 else lambda row: (get(row),)
        self._self_setting = [field for field in fields if _sets_itself(field)]
        self._links = [(place, field) for place, field in enumerate(fields) if field.is_relation]
        self._native = [_native_type(vendor, field) for field in fields]
        self._prepare: list[Prepare] = [_prepare_function(vendor, field) for field in fields]
        self._never_native = [place for place, type_ in enumerate(self._native) if type_ is None]
        self._native_rows: set[tuple[type, ...]] = set()  # types of rows that were found to need no preparation

    def values(self, row: Model) -> Values:
        """Return the database values of a row.

        A missing foreign key is filled in if the referenced row has got its key since.
        """
        for field in self._self_setting:
            setattr(row, field.attname, field.pre_save(row, add=True))
        values = list(self._get(row))
        for place, link in self._links:  # The referenced row may have had no key when it was assigned.
            if values[place] is None:
                linked = link.get_cached_value(row, default=None)
                values[place] = linked and linked.pk
                setattr(row, link.attname, values[place])
        database = connections[DEFAULT_DB_ALIAS]  # It is looked up once, not for each field.
        for place in self._never_native if self._are_native(values) else range(len(values)):
            values[place] = self._prepare[place](values[place], database)
        return values

    def _are_native(self, values: Values) -> bool:
        """Return whether all values that may be sent unprepared have their field's native type or are None."""
        types = tuple(map(type, values))
        if types in self._native_rows:
            return True
        pairs = zip(types, self._native, strict=True)
        if not all(native is None or type_ in (native, NoneType) for type_, native in pairs):
            return False
        self._native_rows.add(types)
        return True


class _Statement:
    """A statement that is the same for all rows except for its values. It is executed for any number of rows.

    `fields` are the fields of its values. `compose` writes the SQL from the expressions of the values and, on
    PostgreSQL, the row source from which they come. On other databases the row source is an empty text, and the values
    are placeholders.
    """

    def __init__(
        self, vendor: str, effect: Effect, fields: Sequence[Any], compose: Callable[[Sequence[str], str], str]
    ) -> None:
        self._effect = effect
        self._document = Document(fields, connections[DEFAULT_DB_ALIAS]) if vendor == "postgresql" else None
        if self._document is None:
            self._sql = compose(["%s"] * len(fields), "")
        else:  # A LIMIT tells the planner that the rows are few. Otherwise it would not look them up by their keys.
            source = f"(SELECT * FROM {self._document.rows} LIMIT %s) AS x"  # noqa: S608 - our own names
            self._sql = compose(self._document.values, f"{source}, {GUARD}")

    def execute(self, target: object, rows: Sequence[Values]) -> None:
        """Execute the statement for each of these rows of values.

        On PostgreSQL this may happen later, together with statements that have another `target`.
        """
        with announced(self._effect):
            if self._document is not None:
                for document, count in self._document.encode(rows):
                    execute(target, self._sql, (document, max(count, PLANNER_ROW_HINT)))
                return
            with connection.cursor() as cursor:
                if len(rows) == 1:
                    cursor.execute(self._sql, rows[0])
                else:
                    cursor.executemany(self._sql, rows)


def _native_type(vendor: str, field: Any) -> type | None:
    """Return the Python type that a field passes to the database unchanged, or None if it converts all values."""
    while field.is_relation:
        field = field.target_field
    kind = type(field)
    return NATIVE_TYPES[vendor].get(kind, int if kind.get_prep_value is IntegerField.get_prep_value else None)


def _prepare_function(vendor: str, field: Any) -> Prepare:
    """Return the function by which a field converts a value for the database."""
    save: Prepare = field.get_db_prep_save
    if vendor == "postgresql" and isinstance(field, DurationField):
        return lambda value, database: interval(save(value, database))
    return save


def _sets_itself(field: Any) -> bool:
    """Return whether a field computes its own value on save, such as a time of creation."""
    if isinstance(field, DateField):
        return bool(field.auto_now or field.auto_now_add)
    return type(field).pre_save is not Field.pre_save


class _Insert:
    """The INSERT statement of a table, with ON CONFLICT on the fields `unique` if there are any.

    If `have_keys` is set, the rows already have their primary keys.
    """

    def __init__(self, vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool) -> None:
        fields = model._meta.concrete_fields
        self._row = _RowEncoder(vendor, [field for field in fields if have_keys or not isinstance(field, AutoField)])
        self._model, self._conflict = model, _columns(model, unique)
        self._changing = [f"{column} = EXCLUDED.{column}" for column in _columns(model, changing)]
        self._effect = Effect(Verb.UPSERT if unique else Verb.INSERT, model._meta.db_table)
        self._plain = _Statement(vendor, self._effect, self._row.fields, self._sql)

    def write(self, rows: Sequence[Model]) -> None:
        """Insert rows whose keys are not needed or already set."""
        self._plain.execute(self._model, [self._row.values(row) for row in rows])

    def write_returning_keys(self, rows: Sequence[Model]) -> None:
        """Insert rows in statements of limited size, and set the primary key of each instance."""
        size = max(connection.ops.bulk_batch_size(self._row.fields, rows), 1)
        places = ["%s"] * len(self._row.fields)
        for start in range(0, len(rows), size):
            some = rows[start : start + size]
            more = f", ({', '.join(places)})" * (len(some) - 1)
            sql = f'{self._sql(places, "")}{more} RETURNING "{self._model._meta.pk.column}"'
            with announced(self._effect), connection.cursor() as cursor:
                cursor.execute(sql, [value for row in some for value in self._row.values(row)])
                for row, (key,) in zip(some, cursor.fetchall(), strict=True):
                    row.pk = key

    def _sql(self, values: Sequence[str], source: str) -> str:
        columns = ", ".join([f'"{field.column}"' for field in self._row.fields])
        listed = ", ".join(values)
        rows = f"SELECT {listed} FROM {source}" if source else f"VALUES ({listed})"  # noqa: S608 - our own names
        if self._conflict:
            rows += f" ON CONFLICT ({', '.join(self._conflict)}) DO UPDATE SET {', '.join(self._changing)}"
        return f"INSERT INTO {_table(self._model)} ({columns}) {rows}"


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'


def _columns(model: type[Model], names: Names) -> list[str]:
    """Return the quoted columns of these fields. PostgreSQL and SQLite use the same quotes."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [f'"{field.column}"' for field in fields]


@lru_cache(maxsize=200)
def _insert(vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool = False) -> _Insert:
    return _Insert(vendor, model, unique, changing, have_keys=have_keys)


def write_rows(rows: Sequence[Model], unique: Names = (), changing: Names = ()) -> None:
    """Insert rows of one table. If `unique` is set, upsert them: existing rows get new values in the fields `changing`.

    The primary keys of the instances are not set.
    """
    if rows:
        _insert(connection.vendor, type(rows[0]), unique, changing).write(rows)


def write_rows_with_keys(rows: Sequence[Model]) -> None:
    """Insert rows of one table, and set the primary key of each instance."""
    if rows:
        vendor, model = connection.vendor, type(rows[0])
        if vendor == "postgresql":
            for row, key in zip(rows, take_keys(model, len(rows)), strict=True):
                row.pk = key
            _insert(vendor, model, (), (), have_keys=True).write(rows)
        else:
            _insert(vendor, model, (), ()).write_returning_keys(rows)
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@lru_cache(maxsize=50)
def _update(vendor: str, model: type[Model], names: Names) -> tuple[_Statement, _RowEncoder]:
    """Return the statement that updates these fields of a row, and its encoder. The key is the last value."""
    row = _RowEncoder(vendor, [model._meta.get_field(name) for name in names])

    def compose(values: Sequence[str], source: str) -> str:
        *new, key = values
        pairs = zip(_columns(model, names), new, strict=True)
        change = ", ".join(f"{column} = {value}" for column, value in pairs)
        found = f'{_table(model)}."{model._meta.pk.column}" = {key}'
        return f"UPDATE {_table(model)} SET {change}{source and f' FROM {source}'} WHERE {found}"  # noqa: S608 - our own names

    effect = Effect(Verb.UPDATE, model._meta.db_table, frozenset([field.column for field in row.fields]))
    return _Statement(vendor, effect, [*row.fields, model._meta.pk], compose), row


def update_rows(rows: Sequence[Model], names: Names) -> None:
    """Update these fields of stored rows of one table."""
    if rows:
        statement, encoder = _update(connection.vendor, type(rows[0]), names)
        statement.execute(type(rows[0]), [[*encoder.values(row), row.pk] for row in rows])


@lru_cache(maxsize=50)
def _delete(vendor: str, model: type[Model], unique: Names) -> _Statement:
    """Return the statement that deletes the row with the given values of the fields `unique`."""

    def compose(values: Sequence[str], source: str) -> str:
        pairs = zip(_columns(model, unique), values, strict=True)
        found = " AND ".join(f"{_table(model)}.{column} = {value}" for column, value in pairs)
        return f"DELETE FROM {_table(model)}{source and f' USING {source}'} WHERE {found}"  # noqa: S608 - our own names

    effect = Effect(Verb.DELETE, model._meta.db_table)
    return _Statement(vendor, effect, [model._meta.get_field(name) for name in unique], compose)


def delete_rows(model: type[Model], unique: Names, keys: Sequence[Values]) -> None:
    """Delete the rows of a table with these values of the fields `unique`. No other row may reference them.

    The values are sent unprepared. Rows written in the same batch must have other values in these fields.
    """
    if keys:
        target = (model, "deleted") if _is_only_unique_key(model, unique) else model
        _delete(connection.vendor, model, unique).execute(target, keys)


@cache
def _is_only_unique_key(model: type[Model], unique: Names) -> bool:
    """Return whether `unique` is the only unique constraint of a table, apart from the primary key.

    Deletions and inserts of other values cannot conflict then, so their order does not matter.
    """
    fields = {model._meta.get_field(name) for name in unique}
    others = [field for field in model._meta.concrete_fields if field.unique and not field.primary_key]
    constraints = [
        {model._meta.get_field(name) for name in each.fields}
        for each in model._meta.constraints
        if isinstance(each, UniqueConstraint)
    ]
    return not others and constraints == [fields]

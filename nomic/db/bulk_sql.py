"""Bulk writes by SQL that Django compiles once, as `nomic/db/prepared_query.py` does for reads.

The fields prepare the values of a row exactly as in `save` and `bulk_create`. Only the SQL, which is the same for each
act, is not compiled again.

`nomic/db/statement_batch.py` sends the statements together. On PostgreSQL rows that other rows reference get their keys
before they are inserted (`nomic/db/id_blocks.py`).
"""

import re
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
from django.db.models.constants import OnConflict
from django.db.models.expressions import RawSQL
from django.db.models.sql import DeleteQuery, InsertQuery, UpdateQuery

from nomic.db.id_blocks import take_keys
from nomic.db.json_recordset import Document, interval
from nomic.db.statement_batch import execute

Names = tuple[str, ...]
Values = Sequence[Any]
Prepare = Callable[[Any, BaseDatabaseWrapper], Any]

VALUES_CLAUSE = re.compile(r"VALUES \([^()]*\)")
JOIN_KEYWORD = {"UPDATE": "FROM", "DELETE": "USING"}
PLANNER_ROW_HINT = 10  # rows that PostgreSQL's generic plan assumes; with fewer it would plan each execution again
TYPES = {CharField: str, TextField: str, BooleanField: bool, AutoField: int, BigAutoField: int}
NATIVE_TYPES = {"sqlite": TYPES, "postgresql": {**TYPES, DateTimeField: datetime}}  # sent without preparation


class _RowEncoder:
    """Converts the values of rows of one table to the values that the database gets."""

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
        """Return the values for the database. Foreign keys of rows that got their key since are filled in."""
        for field in self._self_setting:
            setattr(row, field.attname, field.pre_save(row, add=True))
        values = list(self._get(row))
        for place, link in self._links:  # the linked row may have had no key when it was assigned
            if values[place] is None:
                linked = link.get_cached_value(row, default=None)
                values[place] = linked and linked.pk
                setattr(row, link.attname, values[place])
        database = connections[DEFAULT_DB_ALIAS]  # looked up once, not for each field
        for place in self._never_native if self._are_native(values) else range(len(values)):
            values[place] = self._prepare[place](values[place], database)
        return values

    def _are_native(self, values: Values) -> bool:
        """Return whether each value that may go unprepared has its field's native type, or is None."""
        types = tuple(map(type, values))
        if types in self._native_rows:
            return True
        pairs = zip(types, self._native, strict=True)
        if not all(native is None or type_ in (native, NoneType) for type_, native in pairs):
            return False
        self._native_rows.add(types)
        return True


class _Statement:
    """Django's statement for one row, executed for any number of rows. `fields` are those of its placeholders."""

    def __init__(self, vendor: str, sql: str, fields: Sequence[Any]) -> None:
        self._document = Document(fields, connections[DEFAULT_DB_ALIAS]) if vendor == "postgresql" else None
        self._sql = sql if self._document is None else _with_recordset(sql, self._document)

    def execute(self, target: object, rows: Sequence[Values]) -> None:
        """Execute the statement for each of these rows of values.

        On PostgreSQL this may happen later, together with statements that have another `target`.
        """
        if self._document is not None:
            for document, count in self._document.encode(rows):
                parameters: Values = (document, max(count, PLANNER_ROW_HINT))
                execute(target, self._sql, parameters[: self._sql.count("%s")])
            return
        with connection.cursor() as cursor:
            if len(rows) == 1:
                cursor.execute(self._sql, rows[0])
            else:
                cursor.executemany(self._sql, rows)


def _with_recordset(sql: str, document: Document) -> str:
    """Rewrite a statement for one row to one for each row of a JSON document.

    A LIMIT tells the planner that the rows to find by their keys are few; it would scan the whole table otherwise.
    """
    verb, values = sql.partition(" ")[0], iter(document.values)
    if verb == "INSERT":
        selected = f"SELECT {', '.join(values)} FROM {document.rows}"  # noqa: S608 - our own names, here and below
        return VALUES_CLAUSE.sub(lambda _: selected, sql, count=1)
    joined = f" {JOIN_KEYWORD[verb]} (SELECT * FROM {document.rows} LIMIT %s) AS x WHERE "  # noqa: S608
    return re.sub("%s", lambda _: next(values), sql).replace(" WHERE ", joined, 1)


def _native_type(vendor: str, field: Any) -> type | None:
    """Return the Python type whose values a field passes to the database unchanged; None if it converts all values."""
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
    """The INSERT statement of a table, perhaps with ON CONFLICT on the fields `unique`.

    With `have_keys` the rows bring their primary keys.
    """

    def __init__(self, vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool) -> None:
        get_field = model._meta.get_field
        self._model, self._vendor = model, vendor
        fields = model._meta.concrete_fields
        self._row = _RowEncoder(vendor, [field for field in fields if have_keys or not isinstance(field, AutoField)])
        self._conflict: dict[str, Any] = {}
        if unique:
            update, keys = [get_field(name) for name in changing], [get_field(name) for name in unique]
            self._conflict = {"on_conflict": OnConflict.UPDATE, "update_fields": update, "unique_fields": keys}
        self._placeholders = f"({', '.join(['%s'] * len(self._row.fields))})"
        self._plain: _Statement | None = None
        self._returning_sql = ""

    def write(self, rows: Sequence[Model]) -> None:
        """Insert rows whose keys are not needed, or that have them already."""
        values = [self._row.values(row) for row in rows]
        if self._plain is None:
            self._plain = _Statement(self._vendor, self._sql(rows[:1], returning=False), self._row.fields)
        self._plain.execute(self._model, values)

    def write_returning_keys(self, rows: Sequence[Model]) -> None:
        """Insert rows, as many at a time as one statement may have, and set the key of each."""
        self._returning_sql = self._returning_sql or self._sql(rows[:1], returning=True)
        size = max(connection.ops.bulk_batch_size(self._row.fields, rows), 1)
        for start in range(0, len(rows), size):
            some = rows[start : start + size]
            sql = self._returning_sql.replace(self._placeholders, ", ".join([self._placeholders] * len(some)))
            with connection.cursor() as cursor:
                cursor.execute(sql, [value for row in some for value in self._row.values(row)])
                for row, (key,) in zip(some, cursor.fetchall(), strict=True):
                    row.pk = key

    def _sql(self, rows: Sequence[Model], *, returning: bool) -> str:
        query = InsertQuery(self._model, **self._conflict)
        query.insert_values(self._row.fields, list(rows), raw=False)
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        if returning:
            compiler.returning_fields = [self._model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        if f"VALUES {self._placeholders}" not in sql:
            raise TypeError(f"{self._model.__name__} has fields that are no plain values")
        return str(sql)


@lru_cache(maxsize=200)
def _insert(vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool = False) -> _Insert:
    return _Insert(vendor, model, unique, changing, have_keys=have_keys)


def write_rows(rows: Sequence[Model], unique: Names = (), changing: Names = ()) -> None:
    """Insert rows of one table; with `unique`, upsert them: the fields `changing` of an existing row are updated.

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
    """Return the statement that updates these fields of a row, with the key as last parameter, and its encoder."""
    row = _RowEncoder(vendor, [model._meta.get_field(name) for name in names])
    query: Any = model._default_manager.filter(pk=0).query.chain(UpdateQuery)
    query.add_update_fields([(field, None, RawSQL("%s", (0,))) for field in row.fields])
    sql, _ = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _Statement(vendor, sql, [*row.fields, model._meta.pk]), row


def update_rows(rows: Sequence[Model], names: Names) -> None:
    """Update these fields of stored rows of one table."""
    if rows:
        statement, encoder = _update(connection.vendor, type(rows[0]), names)
        statement.execute(type(rows[0]), [[*encoder.values(row), row.pk] for row in rows])


@lru_cache(maxsize=50)
def _delete(vendor: str, model: type[Model], unique: Names) -> _Statement:
    """Return the statement that deletes the row with certain values in `unique`."""
    rows = model._default_manager.order_by()
    for name in unique:
        rows = rows.filter(**{name: 0})
    query: Any = rows.query.chain(DeleteQuery)
    sql, _ = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _Statement(vendor, sql, [model._meta.get_field(name) for name in unique])


def delete_rows(model: type[Model], unique: Names, keys: Sequence[Values]) -> None:
    """Delete the rows of a table that have these values in `unique`. No other row may reference them.

    The values are sent unprepared. Rows written in the same batch must have other values in `unique`.
    """
    if keys:
        target = (model, "deleted") if _is_only_unique_key(model, unique) else model
        _delete(connection.vendor, model, unique).execute(target, keys)


@cache
def _is_only_unique_key(model: type[Model], unique: Names) -> bool:
    """Return whether `unique` is the only unique constraint of a table, apart from the primary key.

    Deletes and inserts of other values in `unique` cannot conflict then, so their order does not matter.
    """
    fields = {model._meta.get_field(name) for name in unique}
    others = [field for field in model._meta.concrete_fields if field.unique and not field.primary_key]
    constraints = [
        {model._meta.get_field(name) for name in each.fields}
        for each in model._meta.constraints
        if isinstance(each, UniqueConstraint)
    ]
    return not others and constraints == [fields]

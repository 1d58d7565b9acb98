"""Rows written by SQL that Django writes once, as `nomic/db/prepared_query.py` does for what is read.

What Django makes of the values of a row is what it makes of them in `save` and `bulk_create`: each field prepares its
own. Only the statement, which is the same for each act, is not composed again.

Statements are sent together by `nomic/db/statement_batch.py`; rows to which others point have their keys before
(`nomic/db/id_blocks.py`).
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
Preparing = Callable[[Any, BaseDatabaseWrapper], Any]

PLACEHOLDERS = re.compile(r"VALUES \([^()]*\)")
JOIN_KEYWORD = {"UPDATE": "FROM", "DELETE": "USING"}
PLANNER_ROW_HINT = (
    10  # rows for which PostgreSQL plans where it is not told of how many: with fewer it would plan each time anew
)
KINDS = {CharField: str, TextField: str, BooleanField: bool, AutoField: int, BigAutoField: int}
NATIVE_TYPES = {"sqlite": KINDS, "postgresql": {**KINDS, DateTimeField: datetime}}  # what a database is given as it is


class _Row:
    """What the fields of a table make of the values of a row."""

    def __init__(self, vendor: str, fields: Sequence[Any]) -> None:
        self.fields = fields
        names = [field.attname for field in fields]
        get = attrgetter(*names)
        self._get: Callable[[Model], Values] = get if len(names) > 1 else lambda row: (get(row),)
        self._set = [field for field in fields if _sets_itself(field)]
        self._links = [(place, field) for place, field in enumerate(fields) if field.is_relation]
        self._right = [_right(vendor, field) for field in fields]
        self._prepare: list[Preparing] = [_preparing(vendor, field) for field in fields]
        self._never_right = [place for place, right in enumerate(self._right) if right is None]
        self._always: set[tuple[type, ...]] = set()  # kinds of values with which the others are right as they are

    def values(self, row: Model) -> Values:
        """The values as the database takes them."""
        for field in self._set:
            setattr(row, field.attname, field.pre_save(row, add=True))
        values = list(self._get(row))
        for place, link in self._links:  # a row that had no key yet when it was linked to
            if values[place] is None:
                linked = link.get_cached_value(row, default=None)
                values[place] = linked and linked.pk
                setattr(row, link.attname, values[place])
        database = connections[DEFAULT_DB_ALIAS]  # asked once, not by each field
        for place in self._never_right if self._are_right(values) else range(len(values)):
            values[place] = self._prepare[place](values[place], database)
        return values

    def _are_right(self, values: Values) -> bool:
        """Whether all values that may be right as they are have the kind that their fields want, or are none."""
        kinds = tuple(map(type, values))
        if kinds in self._always:
            return True
        wanted = zip(kinds, self._right, strict=True)
        if not all(right is None or kind in (right, NoneType) for kind, right in wanted):
            return False
        self._always.add(kinds)
        return True


class _Statement:
    """What Django says to change one row, said of any number of them: `fields` are those of its places, in order."""

    def __init__(self, vendor: str, sql: str, fields: Sequence[Any]) -> None:
        self._document = Document(fields, connections[DEFAULT_DB_ALIAS]) if vendor == "postgresql" else None
        self._sql = sql if self._document is None else _of_document(sql, self._document)

    def carry_out(self, on: object, rows: Sequence[Values]) -> None:
        """Carry it out for each of these values; on PostgreSQL perhaps later, with others that are on other rows."""
        if self._document is not None:
            for document, count in self._document.of(rows):
                said: Values = (document, max(count, PLANNER_ROW_HINT))
                execute(on, self._sql, said[: self._sql.count("%s")])
            return
        with connection.cursor() as cursor:
            if len(rows) == 1:
                cursor.execute(self._sql, rows[0])
            else:
                cursor.executemany(self._sql, rows)


def _of_document(sql: str, document: Document) -> str:
    """What is said of one row, said of each of a document.

    Where rows are to be found by their keys PostgreSQL is told that they are few: it would read the whole table else.
    """
    kind, values = sql.partition(" ")[0], iter(document.values)
    if kind == "INSERT":
        taken = f"SELECT {', '.join(values)} FROM {document.rows}"  # noqa: S608 - our own names, here and below
        return PLACEHOLDERS.sub(lambda _: taken, sql, count=1)
    beside = f" {JOIN_KEYWORD[kind]} (SELECT * FROM {document.rows} LIMIT %s) AS x WHERE "  # noqa: S608
    return re.sub("%s", lambda _: next(values), sql).replace(" WHERE ", beside, 1)


def _right(vendor: str, field: Any) -> type | None:
    """The kind of value that a field gives to the database as it is; None where it does so with none."""
    while field.is_relation:
        field = field.target_field
    kind = type(field)
    return NATIVE_TYPES[vendor].get(kind, int if kind.get_prep_value is IntegerField.get_prep_value else None)


def _preparing(vendor: str, field: Any) -> Preparing:
    """What a field makes of a value for the database."""
    save: Preparing = field.get_db_prep_save
    if vendor == "postgresql" and isinstance(field, DurationField):
        return lambda value, database: interval(save(value, database))
    return save


def _sets_itself(field: Any) -> bool:
    """Whether a field has a value of its own, as a time of creation, for a row that is written."""
    if isinstance(field, DateField):
        return bool(field.auto_now or field.auto_now_add)
    return type(field).pre_save is not Field.pre_save


class _Insert:
    """The statement by which rows come into a table, perhaps over those that are alike in `unique`.

    Rows that `have_keys` keep those that they have.
    """

    def __init__(self, vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool) -> None:
        named = model._meta.get_field
        self._model, self._vendor = model, vendor
        fields = model._meta.concrete_fields
        self._row = _Row(vendor, [field for field in fields if have_keys or not isinstance(field, AutoField)])
        self._over: dict[str, Any] = {}
        if unique:
            over = [named(name) for name in changing], [named(name) for name in unique]
            self._over = {"on_conflict": OnConflict.UPDATE, "update_fields": over[0], "unique_fields": over[1]}
        self._places = f"({', '.join(['%s'] * len(self._row.fields))})"
        self._plain: _Statement | None = None
        self._giving_keys = ""

    def write(self, rows: Sequence[Model]) -> None:
        """Write rows whose keys nobody asks for, or that have them."""
        values = [self._row.values(row) for row in rows]
        if self._plain is None:
            self._plain = _Statement(self._vendor, self._sql(rows[:1], keys=False), self._row.fields)
        self._plain.carry_out(self._model, values)

    def write_with_keys(self, rows: Sequence[Model]) -> None:
        """Write rows, as many by one statement as it may be long, and give each the key that it has got."""
        self._giving_keys = self._giving_keys or self._sql(rows[:1], keys=True)
        most = max(connection.ops.bulk_batch_size(self._row.fields, rows), 1)
        for start in range(0, len(rows), most):
            some = rows[start : start + most]
            sql = self._giving_keys.replace(self._places, ", ".join([self._places] * len(some)))
            with connection.cursor() as cursor:
                cursor.execute(sql, [value for row in some for value in self._row.values(row)])
                for row, (key,) in zip(some, cursor.fetchall(), strict=True):
                    row.pk = key

    def _sql(self, rows: Sequence[Model], *, keys: bool) -> str:
        query = InsertQuery(self._model, **self._over)
        query.insert_values(self._row.fields, list(rows), raw=False)
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        if keys:
            compiler.returning_fields = [self._model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        if f"VALUES {self._places}" not in sql:
            raise TypeError(f"{self._model.__name__} has fields that are no plain values")
        return str(sql)


@lru_cache(maxsize=200)
def _insert(vendor: str, model: type[Model], unique: Names, changing: Names, *, have_keys: bool = False) -> _Insert:
    return _Insert(vendor, model, unique, changing, have_keys=have_keys)


def write_rows(rows: Sequence[Model], unique: Names = (), changing: Names = ()) -> None:
    """Write rows of one table, over those alike in `unique`, of which the fields `changing` change; none gets a key."""
    if rows:
        _insert(connection.vendor, type(rows[0]), unique, changing).write(rows)


def write_rows_with_keys(rows: Sequence[Model]) -> None:
    """Write new rows of one table, and give each the key that it has got."""
    if rows:
        vendor, model = connection.vendor, type(rows[0])
        if vendor == "postgresql":
            for row, key in zip(rows, take_keys(model, len(rows)), strict=True):
                row.pk = key
            _insert(vendor, model, (), (), have_keys=True).write(rows)
        else:
            _insert(vendor, model, (), ()).write_with_keys(rows)
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@lru_cache(maxsize=50)
def _update(vendor: str, model: type[Model], names: Names) -> tuple[_Statement, _Row]:
    """The statement that changes these fields of a row, the key last; and the values."""
    row = _Row(vendor, [model._meta.get_field(name) for name in names])
    query: Any = model._default_manager.filter(pk=0).query.chain(UpdateQuery)
    query.add_update_fields([(field, None, RawSQL("%s", (0,))) for field in row.fields])
    sql, _ = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _Statement(vendor, sql, [*row.fields, model._meta.pk]), row


def update_rows(rows: Sequence[Model], names: Names) -> None:
    """Write these fields of rows of one table that are there."""
    if rows:
        statement, fields = _update(connection.vendor, type(rows[0]), names)
        statement.carry_out(type(rows[0]), [[*fields.values(row), row.pk] for row in rows])


@lru_cache(maxsize=50)
def _delete(vendor: str, model: type[Model], unique: Names) -> _Statement:
    """The statement that deletes the row with these values in `unique`."""
    rows = model._default_manager.order_by()
    for name in unique:
        rows = rows.filter(**{name: 0})
    query: Any = rows.query.chain(DeleteQuery)
    sql, _ = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return _Statement(vendor, sql, [model._meta.get_field(name) for name in unique])


def delete_rows(model: type[Model], unique: Names, keys: Sequence[Values]) -> None:
    """Delete the rows of a table that have these values in `unique`, plain ones, and that no other row points to.

    What is written in the same go has others.
    """
    if keys:
        rows = (model, "gone") if _is_told_by(model, unique) else model
        _delete(connection.vendor, model, unique).carry_out(rows, keys)


@cache
def _is_told_by(model: type[Model], unique: Names) -> bool:
    """Whether rows of a table that differ in `unique` have nothing else to differ in: then their order is no matter."""
    fields = {model._meta.get_field(name) for name in unique}
    others = [field for field in model._meta.concrete_fields if field.unique and not field.primary_key]
    constraints = [
        {model._meta.get_field(name) for name in each.fields}
        for each in model._meta.constraints
        if isinstance(each, UniqueConstraint)
    ]
    return not others and constraints == [fields]

"""Read sets: which columns a query reads, and which of them select its rows. Writes to other columns keep it valid."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

MENTIONED_COLUMN = re.compile(r'"?\b(\w++)"?\."(\w+)"')
TABLE_ALIAS = re.compile(r'"(\w+)" ([A-Z]\d+)\b')  # of a table that is joined twice, or of a subquery's table
JOIN_BY_ID = re.compile(r'JOIN "(\w+)" ON \("\w+"\."\w+" = "(\w+)"\."id"\)')
SET_COLUMN = re.compile(r'"(\w+)" = ')
UNQUOTED_ASSIGNMENT = re.compile(r'(?<!" )(?<![<>!])=')

RECORDSET = " FROM (SELECT * FROM json_to_recordset("  # the row source of a bulk UPDATE (`nomic/db/json_recordset.py`)

Columns = Mapping[str, frozenset[str]]  # by table


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The columns, by table, that a query mentions anywhere, and those that decide which rows it returns in what order.

    `model` is the model of the returned instances; None if the rows are plain values. Tables in `joined_by_id` are read
    only through foreign keys of other tables: a new row, to which no row points yet, does not change the result.
    """

    model: type[Model] | None
    columns: Columns
    selecting: Columns
    joined_by_id: frozenset[str] = frozenset()

    def is_disjoint(self, table: str, changed: Collection[str]) -> bool:
        """Return whether changing these columns of a table cannot affect the query's result."""
        return self.columns[table].isdisjoint(changed)

    def selects_same_rows(self, model: type[Model], changed: Collection[str]) -> bool:
        """Return whether, after a change of these columns of `model`, the query returns the same instances of it.

        Only the values of these columns differ then.
        """
        return self.model is model and self.selecting[model._meta.db_table].isdisjoint(changed)


def read_set_for(queryset: QuerySet[Any, Any], sql: str) -> ReadSet:
    """Return the read set of a queryset that Django has compiled to this SQL.

    Tables that a filter touched before Django found the join unnecessary have no references left, and are not read.
    """
    query = queryset.query
    used = {alias: query.alias_map[alias].table_name for alias, uses in query.alias_refcount.items() if uses}
    aliases: dict[str, set[str]] = {alias: {table} for alias, table in used.items()}
    for table, alias in TABLE_ALIAS.findall(sql):  # two subqueries may give one alias to two tables: it means both
        aliases.setdefault(alias, set()).add(table)
    mentioned = _columns(sql, aliases)
    is_plain = not (query.annotations or query.distinct or query.combinator)
    model = queryset.model if queryset._iterable_class is ModelIterable else None
    selecting = _columns(sql.partition(" FROM ")[2], aliases) if is_plain else mentioned
    joined_by_id = frozenset(table for table in mentioned if _is_joined_by_id(table, sql))
    return ReadSet(model, mentioned, selecting, joined_by_id)


def _columns(sql: str, aliases: Mapping[str, set[str]]) -> Columns:
    found: dict[str, set[str]] = {table: set() for tables in aliases.values() for table in tables}
    for alias, column in MENTIONED_COLUMN.findall(sql):
        for table in aliases.get(alias, {alias}):
            found.setdefault(table, set()).add(column)
    return {table: frozenset(columns) for table, columns in found.items()}


def _is_joined_by_id(table: str, sql: str) -> bool:
    """Return whether a query reaches a table only through foreign keys of other rows."""
    joins = [joined for joined in JOIN_BY_ID.findall(sql) if joined == (table, table)]
    return len(joins) == len(re.findall(rf'"{table}"(?!\.)', sql))


def updated_columns(sql: str) -> frozenset[str] | None:
    """Return the columns that an UPDATE sets, perhaps with others that it mentions.

    None if that is unclear: if the statement is no UPDATE, uses a subquery, or does not have the form that Django
    writes.
    """
    change, _, where = sql.partition(" WHERE ")
    change = change.partition(RECORDSET)[0]
    if not sql.startswith("UPDATE") or "(SELECT " in change + where or UNQUOTED_ASSIGNMENT.search(change):
        return None
    return frozenset(SET_COLUMN.findall(change))

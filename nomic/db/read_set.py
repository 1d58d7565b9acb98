"""Which columns a query reads, and by which it chooses: so a change of others leaves what it gave as it is."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

MENTIONED = re.compile(r'"?\b(\w++)"?\."(\w+)"')
RENAMED = re.compile(r'"(\w+)" ([A-Z]\d+)\b')  # as Django names a table again, or within another query
FOLLOWED = re.compile(r'JOIN "(\w+)" ON \("\w+"\."\w+" = "(\w+)"\."id"\)')
SET = re.compile(r'"(\w+)" = ')
UNQUOTED = re.compile(r'(?<!" )(?<![<>!])=')

OF_DOCUMENT = " FROM (SELECT * FROM json_to_recordset("  # whose rows say what is set (`nomic/db/json_recordset.py`)

Columns = Mapping[str, frozenset[str]]  # by table


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The columns, by table, that a query names anywhere, and those that decide which rows it gives and in what order.

    `model` is of what rows are given; None where they are plain values. Of tables that are `followed` it reads what
    rows of others point to and no more: a new row, to which none points, changes nothing.
    """

    model: type[Model] | None
    columns: Columns
    choosing: Columns
    followed: frozenset[str] = frozenset()

    def is_as_it_was(self, table: str, changed: Collection[str]) -> bool:
        """Whether a change of these columns of a table leaves alone whatever the query gives."""
        return self.columns[table].isdisjoint(changed)

    def gives_the_same_rows(self, model: type[Model], changed: Collection[str]) -> bool:
        """Whether a change of these columns leaves the query the same rows, of this model, which say something else."""
        return self.model is model and self.choosing[model._meta.db_table].isdisjoint(changed)


def read_set_for(queryset: QuerySet[Any, Any], sql: str) -> ReadSet:
    """What a query reads that Django has written so.

    Tables that a filter touched only until Django found that it needs no join are named nowhere, and not read.
    """
    query = queryset.query
    used = {alias: query.alias_map[alias].table_name for alias, uses in query.alias_refcount.items() if uses}
    aliases: dict[str, set[str]] = {alias: {table} for alias, table in used.items()}
    for table, alias in RENAMED.findall(sql):  # two inner queries may call different tables alike: then it is both
        aliases.setdefault(alias, set()).add(table)
    named = _columns(sql, aliases)
    is_plain = not (query.annotations or query.distinct or query.combinator)
    model = queryset.model if queryset._iterable_class is ModelIterable else None
    choosing = _columns(sql.partition(" FROM ")[2], aliases) if is_plain else named
    return ReadSet(model, named, choosing, frozenset(table for table in named if _is_followed(table, sql)))


def _columns(sql: str, aliases: Mapping[str, set[str]]) -> Columns:
    found: dict[str, set[str]] = {table: set() for tables in aliases.values() for table in tables}
    for alias, column in MENTIONED.findall(sql):
        for table in aliases.get(alias, {alias}):
            found.setdefault(table, set()).add(column)
    return {table: frozenset(columns) for table, columns in found.items()}


def _is_followed(table: str, sql: str) -> bool:
    """Whether a query comes to a table nowhere but by the keys that other rows have."""
    times = [joined for joined in FOLLOWED.findall(sql) if joined == (table, table)]
    return len(times) == len(re.findall(rf'"{table}"(?!\.)', sql))


def columns_set(sql: str) -> frozenset[str] | None:
    """The columns that an UPDATE sets, perhaps with others that it names.

    None where that is not plain: for what is no UPDATE, for one that sets what an inner query gives, and for one that
    is not written as Django writes them.
    """
    change, _, where = sql.partition(" WHERE ")
    change = change.partition(OF_DOCUMENT)[0]
    if not sql.startswith("UPDATE") or "(SELECT " in change + where or UNQUOTED.search(change):
        return None
    return frozenset(SET.findall(change))

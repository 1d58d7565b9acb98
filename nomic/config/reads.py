"""Which columns a query reads, and by which it chooses: so a change of others leaves what it gave as it is."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

MENTIONED = re.compile(r'"?(\w+)"?\."(\w+)"')
RENAMED = re.compile(r'"(\w+)" ([A-Z]\d+)\b')  # as Django names a table again, or within another query
SET = re.compile(r'"(\w+)" = ')

Columns = Mapping[str, frozenset[str]]  # by table


@dataclass(frozen=True, slots=True)
class Reads:
    """The columns, by table, that a query names anywhere, and those that decide which rows it gives and in what order.

    `model` is of what rows are given; None where they are plain values.
    """

    model: type[Model] | None
    columns: Columns
    choosing: Columns

    def is_as_it_was(self, table: str, changed: Collection[str]) -> bool:
        """Whether a change of these columns of a table leaves alone whatever the query gives."""
        return self.columns[table].isdisjoint(changed)

    def gives_the_same_rows(self, model: type[Model], changed: Collection[str]) -> bool:
        """Whether a change of these columns leaves the query the same rows, of this model, which say something else."""
        return self.model is model and self.choosing[model._meta.db_table].isdisjoint(changed)


def reads_of(queryset: QuerySet[Any, Any], sql: str) -> Reads:
    """What a query reads that Django has written so.

    Tables that a filter touched only until Django found that it needs no join are named nowhere, and not read.
    """
    query = queryset.query
    used = {alias: query.alias_map[alias].table_name for alias, uses in query.alias_refcount.items() if uses}
    aliases = {alias: table for table, alias in RENAMED.findall(sql)} | used
    named = _columns(sql, aliases)
    is_plain = not (query.annotations or query.distinct or query.combinator)
    model = queryset.model if queryset._iterable_class is ModelIterable else None
    return Reads(model, named, _columns(sql.partition(" FROM ")[2], aliases) if is_plain else named)


def _columns(sql: str, aliases: Mapping[str, str]) -> Columns:
    found: dict[str, set[str]] = {table: set() for table in aliases.values()}
    for alias, column in MENTIONED.findall(sql):
        found.setdefault(aliases.get(alias, alias), set()).add(column)
    return {table: frozenset(columns) for table, columns in found.items()}


def columns_set(sql: str) -> frozenset[str] | None:
    """The columns that an UPDATE sets, perhaps with others that it names; None for what is no UPDATE."""
    return frozenset(SET.findall(sql.partition(" WHERE ")[0])) if sql.startswith("UPDATE") else None

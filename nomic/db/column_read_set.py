"""Read sets: the columns that a query reads, and the columns that select its rows.

A cached result remains valid if other columns are written.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

from nomic.db.backends.compilers import recorded

Columns = Mapping[str, frozenset[str]]  # by table


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The columns that a query mentions, by table, and the columns that determine its rows and their order.

    `model` is the model of the returned instances, or None if the rows are plain values. Tables in `joined_by_id` are
    read only through foreign keys of other tables. A new row, which no row references yet, does not change the result.
    """

    model: type[Model] | None
    columns: Columns
    selecting: Columns
    joined_by_id: frozenset[str] = frozenset()

    def is_disjoint(self, table: str, changed: Collection[str]) -> bool:
        """Return whether changing these columns of a table cannot affect the query's result."""
        return self.columns[table].isdisjoint(changed)

    def selects_same_rows(self, model: type[Model], changed: Collection[str]) -> bool:
        """Return whether the query returns the same instances of `model` after a change of these columns.

        The instances then differ only in the values of these columns.
        """
        return self.model is model and self.selecting[model._meta.db_table].isdisjoint(changed)


def read_set_for(queryset: QuerySet[Any, Any]) -> ReadSet:
    """Return the read set of a queryset, which is compiled for this but not executed.

    Leaves out tables that a filter used before Django found the join unnecessary. They are neither compiled nor read.
    """
    query = queryset.query
    with recorded() as mentions:
        query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    is_plain = not (query.annotations or query.distinct or query.combinator)
    model = queryset.model if queryset._iterable_class is ModelIterable else None
    columns = _frozen(mentions.columns)
    selecting = _frozen(mentions.selecting) if is_plain else columns
    return ReadSet(
        model, columns, selecting, frozenset(table for table, is_so in mentions.joined_by_id.items() if is_so)
    )


def _frozen(columns: Mapping[str, set[str]]) -> Columns:
    return {table: frozenset(names) for table, names in columns.items()}

"""Read sets: which columns a query reads, and which of them select its rows. Writes to other columns keep it valid."""

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


def read_set_for(queryset: QuerySet[Any, Any]) -> ReadSet:
    """Return the read set of a queryset. It is compiled for that, and not executed.

    Tables that a filter touched before Django found the join unnecessary are not compiled, and not read.
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

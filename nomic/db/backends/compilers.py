"""Compilers for Django's queries that announce the effect of each statement and record the columns it mentions.

Django passes only SQL to the wrappers of a connection, while a compiler has the query itself with its model and fields.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models.expressions import Col
from django.db.models.sql import DeleteQuery, InsertQuery, UpdateQuery
from django.db.models.sql.datastructures import BaseTable, Join

from nomic.db.backends.statement_effect import LOCK, READ, Effect, Verb, announced


def effect_of(query: Any) -> Effect:
    """Return the effect that executing a Django query has on the database."""
    kind = type(query)
    if not issubclass(kind, DeleteQuery | InsertQuery | UpdateQuery):
        return LOCK if query.select_for_update else READ
    table = query.get_meta().db_table
    if issubclass(kind, UpdateQuery):
        return Effect(Verb.UPDATE, table, frozenset([field.column for field, _, _ in query.values]))
    if issubclass(kind, DeleteQuery):
        return Effect(Verb.DELETE, table)
    return Effect(Verb.INSERT if query.on_conflict is None else Verb.UPSERT, table)


class _Announcing:
    """Mixin for compilers that announces the effect of the query while it is executed."""

    query: Any

    def execute_sql(self, *args: Any, **options: Any) -> Any:
        with announced(effect_of(self.query)):
            return super().execute_sql(*args, **options)  # type: ignore[misc] # the compiler's own


@dataclass(slots=True)
class Mentions:
    """The columns in a compiled query, by table: all of them, and those outside its select list.

    `joined_by_id` says for each table whether the query only joins it by its primary key.
    """

    columns: dict[str, set[str]] = field(default_factory=dict)
    selecting: dict[str, set[str]] = field(default_factory=dict)
    joined_by_id: dict[str, bool] = field(default_factory=dict)
    is_in_result: bool = False
    has_result: bool = False

    def add(self, node: Any) -> None:
        """Record a node of a query that is being compiled."""
        kind = type(node)
        if issubclass(kind, Col):
            for columns in (self.columns,) if self.is_in_result else (self.columns, self.selecting):
                columns.setdefault(node.target.model._meta.db_table, set()).add(node.target.column)
        elif issubclass(kind, BaseTable | Join):
            self.columns.setdefault(node.table_name, set())
            self.selecting.setdefault(node.table_name, set())
            self.joined_by_id[node.table_name] = self.joined_by_id.get(node.table_name, True) and _is_by_id(node)


def _is_by_id(node: Any) -> bool:
    """Return whether a table is joined by its primary key only, through a foreign key and without other conditions."""
    if not issubclass(type(node), Join) or node.filtered_relation or len(node.join_fields) != 1:
        return False
    ((_, target),) = node.join_fields
    return (
        bool(target.primary_key) and node.join_field.get_extra_restriction(node.table_alias, node.parent_alias) is None
    )


class _Recording(_Announcing):
    """Mixin for compilers that records the mentioned columns while the query is compiled."""

    def compile(self, node: Any) -> Any:
        mentions = _mentions.get()
        if mentions is not None:
            mentions.add(node)
        return super().compile(node)  # type: ignore[misc] # the compiler's own

    def get_select(self, *args: Any, **options: Any) -> Any:
        """Compile the result columns.

        The first call is for the outermost query; only its columns are recorded as columns of the result.
        """
        mentions = _mentions.get()
        if mentions is None or mentions.has_result:
            return super().get_select(*args, **options)  # type: ignore[misc] # the compiler's own
        mentions.is_in_result = mentions.has_result = True
        try:
            return super().get_select(*args, **options)  # type: ignore[misc] # the compiler's own
        finally:
            mentions.is_in_result = False


_mentions: ContextVar[Mentions | None] = ContextVar("mentions", default=None)


@contextmanager
def recorded() -> Iterator[Mentions]:
    """Context manager that records the mentions of the query compiled inside it, with its subqueries.

    The query's compiler must be created inside the block.
    """
    mentions = Mentions()
    token = _mentions.set(mentions)
    try:
        yield mentions
    finally:
        _mentions.reset(token)


class AnnouncingOperations(BaseDatabaseOperations):
    """Database operations whose compilers announce effects, and record mentions inside `recorded()`."""

    def compiler(self, compiler_name: str) -> Any:
        kind: Any = super().compiler(compiler_name)
        return _derived(kind, _Announcing if _mentions.get() is None else _Recording)


@cache
def _derived(compiler: Any, part: type[_Announcing]) -> Any:
    return type(compiler.__name__, (part, compiler), {})

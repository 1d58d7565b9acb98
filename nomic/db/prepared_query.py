"""Prepared queries: querysets that Django compiles to SQL once, for the queries of acts, deadlines and requests.

Compiling a query takes Django several times as long as the database needs to answer it, and two acts differ only in the
values. A prepared query is an ordinary queryset with sentinel values. Django compiles it at first use. Each later use
sends the same SQL with other parameters, and Django builds the rows as usual.

Prepared queries only read. `nomic/db/bulk_sql.py` does the same for writes.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

from nomic.db.clone_instance import clone
from nomic.db.column_read_set import read_set_for
from nomic.db.query_cache import current_cache
from nomic.db.unit import current_unit

Row = TypeVar("Row")

# Sentinel values by type, replaced by the real values at execution. Each fits every column with which it may be
# compared.
SENTINELS: dict[type, list[Any]] = {
    int: [1_987_650_000 + number for number in range(20)],
    str: [f"\x01place {number}" for number in range(9)],
}


class Prepared(Generic[Row]):
    """A query with parameters: `Prepared(lambda slug: Cycle.objects.filter(slug=slug), str)`.

    `types` holds the type of each parameter, `int` or `str`. The query must pass each parameter to a filter unchanged;
    the rest of the query is fixed.

    Arguments:
        cacheable: whether only acts can change the result. A cached result may then outlive the transaction inside a
            unit of work (`nomic/cycles/caching/write_cache.py`), and pages cache it
            (`nomic/cycles/caching/read_cache.py`).
        for_pages: whether only pages cache the result; a unit of work then executes the query each time.
    """

    def __init__(
        self, build: Callable[..., QuerySet[Any, Row]], *types: type, cacheable: bool = False, for_pages: bool = False
    ) -> None:
        self._build = build
        self._cacheable = cacheable
        self._for_pages = for_pages
        self._sentinels = [SENTINELS[type_][number] for number, type_ in enumerate(types)]
        self._compiled: dict[str, _Compiled] = {}

    def all(self, *values: int | str) -> list[Row]:
        """Return every row for these values. The caller may modify the rows.

        Inside a unit of work, cached rows are returned if there are any, except if the query locks its rows.
        """
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        compiled = self._compiled.get(vendor)
        if compiled is None:
            compiled = self._compiled[vendor] = _Compiled(self._build(*self._sentinels), self._sentinels)
        uow = current_unit()
        if uow is None:
            cache = current_cache() if self._cacheable or self._for_pages else None
            if cache is None:
                return list(compiled.rows(values))
            rows = cache.get_or_load(compiled.reads, (self, values), lambda: list(compiled.rows(values)))
        elif compiled.locks or self._for_pages:
            return list(compiled.rows(values))
        else:
            key = (self, values)
            rows = uow.get_or_load(compiled.reads, key, lambda: list(compiled.rows(values)), cacheable=self._cacheable)
        return [clone(row) for row in rows]

    def patch(self, rows: list[Row], *values: int | str) -> None:
        """Replace the cached rows for these values in the unit of work.

        Needed after queued upserts, because the tables do not contain them yet. Does nothing outside a unit of work, or
        before the query is first used.
        """
        uow, compiled = current_unit(), self._compiled.get(connections[DEFAULT_DB_ALIAS].vendor)
        if uow is not None and compiled is not None:
            uow.cache(compiled.reads, (self, values), rows, cacheable=self._cacheable)

    def first(self, *values: int | str) -> Row | None:
        """Return the first row for these values, or None if there is no row."""
        rows = self.all(*values)
        return rows[0] if rows else None


class _Compiled:
    """A query that Django has compiled for one database vendor."""

    def __init__(self, queryset: QuerySet[Any, Any], sentinels: list[Any]) -> None:
        self._iterable_class = queryset._iterable_class
        self._compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, parameters = self._compiler.as_sql()
        # The converters of the columns are as constant as the SQL.
        converters = self._compiler.get_converters(
            [each[0] for each in self._compiler.select[: self._compiler.col_count]]
        )
        self._compiler.get_converters = lambda expressions: converters
        self.reads = read_set_for(queryset)
        self.locks = queryset.query.select_for_update
        self._parameters = list(parameters)
        # The position, value and type of each parameter. psycopg's own number types are kept, because they define the
        # width.
        self._bindings = [
            (position, sentinels.index(parameter), type(parameter))
            for position, parameter in enumerate(self._parameters)
            if parameter in sentinels
        ]
        if {number for _, number, _ in self._bindings} != set(range(len(sentinels))):
            raise TypeError("a parameter of a prepared query has been lost: pass it to a filter unchanged")

    def rows(self, values: tuple[int | str, ...]) -> Any:
        """Execute the query with these values, and return an iterable over the rows."""
        parameters = self._parameters.copy()
        for position, number, type_ in self._bindings:
            parameters[position] = type_(values[number])
        compiler = object.__new__(type(self._compiler))  # a copy, cheaper than with `copy.copy`
        compiler.__dict__.update(self._compiler.__dict__)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *args, **kwargs: (self._sql, tuple(parameters))
        return self._iterable_class(_FakeQuerySet(compiler))  # type: ignore[arg-type] # it has all that is used


class _FakeQuerySet:
    """The attributes of a queryset that Django's iterables use."""

    def __init__(self, compiler: Any) -> None:
        self.query = self
        self.db = compiler.using
        self._compiler = compiler
        self._known_related_objects: dict[Any, Any] = {}

    def get_compiler(self, using: str) -> Any:
        return self._compiler

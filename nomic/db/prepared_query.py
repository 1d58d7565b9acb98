"""Queries whose SQL Django writes once: for the few that every act, every deadline or every request makes.

Writing the SQL of a query takes Django several times as long as having it answered; what differs between two acts is
only the values. A prepared query is an ordinary queryset of placeholders, written the first time it is asked, and
from then on sent with the values of each time in their places. What comes back is read by Django as ever.

Reads only; `nomic/db/bulk_sql.py` does the same for what is written.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

from nomic.db.clone import clone
from nomic.db.query_cache import current_cache
from nomic.db.read_set import read_set_for
from nomic.db.unit_of_work import current_unit

Row = TypeVar("Row")

# Sentinels, one of each type, replaced at run time; each fits every column that a place is compared with.
PLACES: dict[type, list[Any]] = {
    int: [1_987_650_000 + number for number in range(20)],
    str: [f"\x01place {number}" for number in range(9)],
}


class Prepared(Generic[Row]):
    """A query with places for values: `Prepared(lambda slug: Cycle.objects.filter(slug=slug), str)`.

    `kinds` says of each place whether a whole number or a text stands there. A place stands in a filter as it is;
    everything else of the query is fixed.

    What it gives is `cacheable` where only acts change it: then the next act in this process is told what an earlier
    one read or wrote, if none came between (`nomic/cycles/caching/write_cache.py`), and so is the next page
    (`nomic/cycles/caching/read_cache.py`). What is `looked_at` lasts for pages alone: an act asks for it each time.
    """

    def __init__(
        self, build: Callable[..., QuerySet[Any, Row]], *kinds: type, cacheable: bool = False, looked_at: bool = False
    ) -> None:
        self._build = build
        self._cacheable = cacheable
        self._looked_at = looked_at
        self._places = [PLACES[kind][number] for number, kind in enumerate(kinds)]
        self._written: dict[str, _Written] = {}

    def all(self, *values: int | str) -> list[Row]:
        """Every row, for these values."""
        vendor = connections[DEFAULT_DB_ALIAS].vendor
        written = self._written.get(vendor)
        if written is None:
            written = self._written[vendor] = _Written(self._build(*self._places), self._places)
        uow = current_unit()
        if uow is None:
            known = current_cache() if self._cacheable or self._looked_at else None
            if known is None:
                return list(written.rows(values))
            rows = known.recall(written.reads, (self, values), lambda: list(written.rows(values)))
        elif written.locks or self._looked_at:
            return list(written.rows(values))
        else:
            key = (self, values)
            rows = uow.recall(written.reads, key, lambda: list(written.rows(values)), cacheable=self._cacheable)
        return [clone(row) for row in rows]  # a model's row is the caller's to change

    def patch(self, rows: list[Row], *values: int | str) -> None:
        """These are the rows for these values from now on: what is gathered in haste is in no table yet."""
        uow, written = current_unit(), self._written.get(connections[DEFAULT_DB_ALIAS].vendor)
        if uow is not None and written is not None:
            uow.know(written.reads, (self, values), rows, cacheable=self._cacheable)

    def first(self, *values: int | str) -> Row | None:
        """The first row, for these values; None where there is none."""
        rows = self.all(*values)
        return rows[0] if rows else None


class _Written:
    """A query as Django wrote it for one kind of database."""

    def __init__(self, queryset: QuerySet[Any, Any], places: list[Any]) -> None:
        self._reader = queryset._iterable_class
        self._compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, parameters = self._compiler.as_sql()
        # What a column is read by is as much the same each time as the SQL.
        converters = self._compiler.get_converters(
            [each[0] for each in self._compiler.select[: self._compiler.col_count]]
        )
        self._compiler.get_converters = lambda expressions: converters
        self.reads = read_set_for(queryset, self._sql)
        self.locks = queryset.query.select_for_update
        self._parameters = list(parameters)
        # Where each value goes. The database's own kinds of numbers are kept: they tell it how wide they are.
        self._fills = [
            (position, places.index(parameter), type(parameter))
            for position, parameter in enumerate(self._parameters)
            if parameter in places
        ]
        if {place for _, place, _ in self._fills} != set(range(len(places))):
            raise TypeError("a place of a prepared query has been lost: it must stand in a filter as it is")

    def rows(self, values: tuple[int | str, ...]) -> Any:
        parameters = self._parameters.copy()
        for position, place, kind in self._fills:
            parameters[position] = kind(values[place])
        compiler = object.__new__(type(self._compiler))  # a copy, without a detour
        compiler.__dict__.update(self._compiler.__dict__)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *args, **kwargs: (self._sql, tuple(parameters))
        return self._reader(_Asked(compiler))  # type: ignore[arg-type] # all that a reader wants of a queryset


class _Asked:
    """What Django's own readers of rows want of a queryset."""

    def __init__(self, compiler: Any) -> None:
        self.query = self
        self.db = compiler.using
        self._compiler = compiler
        self._known_related_objects: dict[Any, Any] = {}

    def get_compiler(self, using: str) -> Any:
        return self._compiler

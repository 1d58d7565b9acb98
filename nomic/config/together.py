"""Statements that are sent to PostgreSQL together: what an act alone writes as one, what many write without waiting.

Each statement more that an act makes costs as much as a rule: a cursor, a place in the line, a plan, an answer. SQLite
is in the same process, and is told one by one.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import count
from typing import Any

from django.db import connection
from psycopg import RawCursor

Values = Sequence[Any]

MOST_IN_ONE = 20  # rows
MOST_ALIKE = 4  # of one table: PostgreSQL knows a statement again only where it is for as many
PLACES = re.compile(r"(?<= VALUES )\([^()]*\)")


class _Together:
    """Statements that are sent as one, where each is for a few rows, and on others; else in a line, without waiting.

    `rows` says on which of a table. PostgreSQL carries them out as if at one instant: none sees what another does.
    """

    def __init__(self, pipelines: ExitStack) -> None:
        self._pipelines = pipelines
        self._is_open = False
        self._on: set[object] = set()
        self._rows = 0
        self._parts: list[tuple[str, Values]] = []

    def carry_out(self, rows: object, sql: str, values: Sequence[Values]) -> None:
        if rows in self._on or len(values) > MOST_ALIKE or self._rows + len(values) > MOST_IN_ONE:
            self.stand_in_line()
        if self._is_open:
            _carry_out(sql, values)
        else:
            self._on.add(rows)
            self._rows += len(values)
            if PLACES.search(sql):
                self._parts.append((_for_rows(sql, len(values)), [value for each in values for value in each]))
            else:
                self._parts += [(sql, each) for each in values]

    def stand_in_line(self) -> None:
        """Send what waits, and what is still to come without waiting for what becomes of it."""
        if not self._is_open:
            self._is_open = True
            self._pipelines.enter_context(connection.wrap_database_errors)
            self._pipelines.enter_context(connection.connection.pipeline())
            self.send()

    def send(self) -> None:
        """Send what waits."""
        parts, self._parts = self._parts, []
        if len(parts) == 1:
            _carry_out(parts[0][0], [parts[0][1]])
        elif parts:
            _carry_out_as_one(tuple([sql for sql, _ in parts]), [value for _, values in parts for value in values])


_together: ContextVar[_Together | None] = ContextVar("together", default=None)


@contextmanager
def in_one_go() -> Iterator[None]:
    """What is written in this block is sent together, where the database can be spoken to so, at its end at the latest.

    What goes wrong comes out of the block. How many rows a statement has changed is not known, and nothing is read.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with ExitStack() as pipelines:
        together = _Together(pipelines)
        before = _together.set(together)
        try:
            yield
            together.send()
        finally:
            _together.reset(before)


def stand_in_line() -> None:
    """Have what is written in this block be sent bit by bit: it is of many acts, and never the same again."""
    together = _together.get()
    if together is not None:
        together.stand_in_line()


def carry_out(rows: object, sql: str, values: Sequence[Values]) -> None:
    """Have a statement be carried out for each of these values, perhaps later in the block, with others.

    It is on `rows`, a table or a part of it: statements on the same ones are carried out in their order. Of what one is
    carried out for nothing is on the same row.
    """
    together = _together.get()
    if together is not None:
        together.carry_out(rows, sql, values)
    else:
        _carry_out(sql, values)


def _carry_out(sql: str, values: Sequence[Values]) -> None:
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


def _carry_out_as_one(statements: tuple[str, ...], values: Values) -> None:
    sql = _as_one(statements)
    database: Any = connection  # Django's types know of no kind of database
    if not database.features.uses_server_side_binding:
        _carry_out(sql, [values])
        return
    wrap = database.make_debug_cursor if database.queries_logged else database.make_cursor
    with wrap(_Numbering(database.connection)) as cursor:
        cursor.execute(sql, values)


@lru_cache(maxsize=500)
def _for_rows(sql: str, count: int) -> str:
    """The statement that writes so many new rows as this one writes one: they get their keys in their order."""
    return PLACES.sub(lambda places: ", ".join([places[0]] * count), sql, count=1)


@lru_cache(maxsize=500)
def _as_one(statements: tuple[str, ...]) -> str:
    """The statement that carries out all of these, whose values are theirs in a row."""
    parts = ", ".join(f'"part{number}" AS ({statement})' for number, statement in enumerate(statements))
    return f"WITH {parts} SELECT 1"


class _Numbering(RawCursor[Any]):
    """A cursor that numbers the places of a statement once: psycopg's own does so each time, where it is a long one."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        return super().execute(_numbered(query), params, **options)


@lru_cache(maxsize=500)
def _numbered(sql: str) -> bytes:
    """A statement with its places as PostgreSQL has them."""
    numbers = count(1)
    return re.sub("%[s%]", lambda place: f"${next(numbers)}" if place[0] == "%s" else "%", sql).encode()

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

MOST_IN_ONE = 20  # statements


class _Together:
    """Statements that are sent as one, where each is of one row and on other rows; the rest in a line, without waiting.

    `rows` says on which of a table. PostgreSQL carries them out as if at one instant: none sees what another does.
    """

    def __init__(self, pipelines: ExitStack) -> None:
        self._pipelines = pipelines
        self._is_open = False
        self._waiting: dict[object, tuple[str, Values]] = {}

    def carry_out(self, rows: object, sql: str, values: Sequence[Values]) -> None:
        if rows in self._waiting or len(self._waiting) == MOST_IN_ONE:
            self.send()
        if len(values) == 1:
            self._waiting[rows] = sql, values[0]
        else:
            self._open()
            _carry_out(sql, values)

    def send(self, *, is_last: bool = False) -> None:
        """Send those that wait for one more."""
        waiting, self._waiting = list(self._waiting.values()), {}
        if not waiting:
            return
        if not is_last:
            self._open()
        if len(waiting) == 1:
            _carry_out(waiting[0][0], [waiting[0][1]])
        else:
            _carry_out_as_one(tuple([sql for sql, _ in waiting]), [value for _, values in waiting for value in values])

    def _open(self) -> None:
        """Have it not be waited for what comes of a statement, as more are to come."""
        if not self._is_open:
            self._is_open = True
            self._pipelines.enter_context(connection.wrap_database_errors)
            self._pipelines.enter_context(connection.connection.pipeline())


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
            together.send(is_last=True)
        finally:
            _together.reset(before)


def carry_out(rows: object, sql: str, values: Sequence[Values]) -> None:
    """Have a statement be carried out for each of these values, perhaps later in the block, with others.

    It is on `rows`, a table or a part of it: what is on the same ones is carried out in its order.
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

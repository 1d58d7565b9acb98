"""Statements that are sent to PostgreSQL together: what acts write is one, whether they are one act or many.

Each statement more costs as much as a rule: a cursor, a plan, an answer to wait for, while others of this process take
their turn. SQLite is in the same process, and is told one by one.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import count
from typing import Any

from django.db import DataError, connection
from psycopg import RawCursor
from psycopg.errors import DivisionByZero
from psycopg.pq import TransactionStatus

from nomic.db.optimistic_lock import LEAVING, VersionedRow

Values = Sequence[Any]


class _Together:
    """Statements that are sent as one, where each is on other rows than the rest; else as one after the other.

    `rows` says on which of a table. PostgreSQL carries them out as if at one instant: none sees what another does.
    """

    def __init__(self, held: VersionedRow | None) -> None:
        self._held = held
        self._on: set[object] = set()
        self._parts: list[tuple[str, Values]] = []
        self._has_sent = False

    def carry_out(self, rows: object, sql: str, values: Values) -> None:
        if rows in self._on:
            self._send()
        self._on.add(rows)
        self._parts.append((sql, values))

    def finish(self) -> None:
        """Send what waits; with a row that is held, hear what the transaction leaves of it."""
        if self._held is None:
            self._send()
        elif self._has_sent:
            self._send()
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {LEAVING}")
                (self._held.left,) = cursor.fetchone()
        elif self._parts:
            _carry_out_last(self._parts, self._held)

    def _send(self) -> None:
        parts, self._parts = self._parts, []
        self._on.clear()
        if self._held is not None:
            self._held.lock()
        self._has_sent = True
        if len(parts) == 1:
            _carry_out(*parts[0])
        elif parts:
            with _cursor() as cursor:
                cursor.execute(_as_one(tuple([sql for sql, _ in parts])), _values_of(parts))


_together: ContextVar[_Together | None] = ContextVar("together", default=None)


@contextmanager
def batch(held: VersionedRow | None = None) -> Iterator[None]:
    """What is written in this block is sent together, where the database can be spoken to so, at its end at the latest.

    What goes wrong comes out of the block. How many rows a statement has changed is not known, and nothing is read.
    With a row that is `held` the block is the last thing that a transaction does, and the outermost one: it is then
    committed with what is written, if it has done nothing before. Raises NotAsLeft where the row is another by now.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    together = _Together(held)
    before = _together.set(together)
    try:
        yield
        together.finish()
    finally:
        _together.reset(before)


def execute(rows: object, sql: str, values: Values) -> None:
    """Have a statement be carried out with these values, a document first, perhaps later in the block, with others.

    It is on `rows`, a table or a part of it: statements on the same ones are carried out in their order. Of what one is
    carried out for nothing is on the same row.
    """
    together = _together.get()
    if together is not None:
        together.carry_out(rows, sql, values)
    else:
        _carry_out(sql, values)


def _carry_out(sql: str, values: Values) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _carry_out_last(parts: Sequence[tuple[str, Values]], held: VersionedRow) -> None:
    """Carry out these statements as one, if the row is as it was left, and hear what that leaves of it."""
    guard, guarding = held.guard
    sql = _as_one(tuple([sql for sql, _ in parts]), guard)
    try:
        with _committing(), _cursor() as cursor:
            cursor.execute(sql, [*guarding, *_values_of(parts)])
            _, left = cursor.fetchone()
    except DataError as error:
        if isinstance(error.__cause__, DivisionByZero):
            raise held.is_another() from error
        raise
    held.left = left


def _values_of(parts: Sequence[tuple[str, Values]]) -> list[Any]:
    return [value for _, values in parts for value in values]


@contextmanager
def _committing() -> Iterator[None]:
    """What is sent in this block is committed with it, if the transaction has done nothing yet: it need not begin."""
    driver: Any = connection.connection
    if driver.pgconn.transaction_status != TransactionStatus.IDLE:
        yield
        return
    driver.autocommit = True
    try:
        yield
    finally:
        if not driver.closed:
            driver.autocommit = False


def _cursor() -> Any:
    """A cursor for a statement that is long, and comes again."""
    database: Any = connection  # Django's types know of no kind of database
    if not database.features.uses_server_side_binding:
        return database.cursor()
    wrap = database.make_debug_cursor if database.queries_logged else database.make_cursor
    return wrap(_Numbering(database.connection))


@lru_cache(maxsize=500)
def _as_one(statements: tuple[str, ...], guard: str = "") -> str:
    """The statement that carries out all of these, whose values are theirs in a row.

    The guard's comes before them. Where that gives no row the whole divides by zero, and so nothing is written.
    """
    parts = ", ".join(f'"part{number}" AS ({statement})' for number, statement in enumerate(statements))
    if not guard:
        return f"WITH {parts} SELECT 1"
    return f'WITH "guard" AS ({guard}), {parts} SELECT 1 / (SELECT count(*) FROM "guard"), {LEAVING}'  # noqa: S608


class _Numbering(RawCursor[Any]):
    """A cursor that numbers the places of a statement once: psycopg's own does so each time, where it is a long one."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        return super().execute(_numbered(query), params, **options)


@lru_cache(maxsize=500)
def _numbered(sql: str) -> bytes:
    """A statement with its places as PostgreSQL has them."""
    numbers = count(1)
    return re.sub("%[s%]", lambda place: f"${next(numbers)}" if place[0] == "%s" else "%", sql).encode()

"""Batches of SQL statements that are sent in one round trip (a CTE per statement), for one or many acts.

PostgreSQL only. Each further statement costs as much as a rule of the game: a cursor, a plan, and an answer to wait for
while other threads run. SQLite runs in the same process, and gets the statements one by one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.db import connection
from psycopg.pq import TransactionStatus

from nomic.db.optimistic_lock import CURRENT_XID, VersionedRow

Values = Sequence[Any]

# A row source with one row, or with none if nothing may be written. Each statement joins its rows with it.
GUARD = '"guard"'
NO_GUARD = "SELECT 1"


class _Batch:
    """Statements on different rows that are sent as one. A statement on the same rows starts the next batch.

    PostgreSQL executes the parts of one statement on the same snapshot, so that no part sees the effects of another.
    """

    def __init__(self, root: VersionedRow | None) -> None:
        self._root = root
        self._written: set[object] = set()
        self._parts: list[tuple[str, Values]] = []

    def add(self, rows: object, sql: str, values: Values) -> None:
        """Queue a statement. `rows` identifies the table, or the part of a table, that the statement writes."""
        if rows in self._written:
            if self._root is not None:
                self._root.lock()
            self._send()
        self._written.add(rows)
        self._parts.append((sql, values))

    def complete(self) -> None:
        """Send the queued statements. If there is a versioned row, check its version and read its new version."""
        root = self._root
        if not self._parts:
            return
        if root is None or root.is_locked:
            version = self._send()
        else:
            with _autocommit_if_idle():
                version = self._send(*root.guard)
            if version is None:
                raise root.stale_error()
        if root is not None:
            root.new_version = str(version)

    def _send(self, guard: str = NO_GUARD, guard_values: Values = ()) -> str | None:
        """Send the queued statements.

        Return the transaction's id, or None if the guard failed and nothing was written.
        """
        parts, self._parts = self._parts, []
        self._written.clear()
        with connection.cursor() as cursor:
            values = [*guard_values, *(value for _, values in parts for value in values)]
            cursor.execute(_combine(guard, tuple([sql for sql, _ in parts])), values)
            row = cursor.fetchone()
        return None if row is None else str(row[0])


_batch: ContextVar[_Batch | None] = ContextVar("statement_batch", default=None)


@contextmanager
def batch(root: VersionedRow | None = None) -> Iterator[None]:
    """Send the statements of this block together, no later than at the end of the block. Does nothing on SQLite.

    Errors of the statements are raised in the block or at its end. The numbers of changed rows are not available, and
    the block must not read.

    With a versioned row `root`, the block must be the outermost one and the last part of the transaction. If the
    transaction has not sent a statement yet, the block's statement also commits. Raises StaleRow if `root` has changed.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    current = _Batch(root)
    before = _batch.set(current)
    try:
        yield
        current.complete()
    finally:
        _batch.reset(before)


def execute(rows: object, sql: str, values: Values) -> None:
    """Execute a statement with these values, possibly later in the enclosing batch and together with others.

    `rows` identifies the table, or the part of a table, that the statement writes. Statements with the same `rows` are
    executed in order. A statement must not write the same row twice. It must join its row source with `GUARD`.
    """
    current = _batch.get()
    if current is not None:
        current.add(rows, sql, values)
    else:
        with batch():
            execute(rows, sql, values)


@contextmanager
def _autocommit_if_idle() -> Iterator[None]:
    """Let the statement in this block commit by itself if the transaction is idle. This saves BEGIN and COMMIT."""
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


@lru_cache(maxsize=500)
def _combine(guard: str, statements: tuple[str, ...]) -> str:
    """Return one SQL statement that executes these statements and returns the transaction's id.

    The guard's values precede those of the statements. If the guard returns no row, no statement has a row to write,
    and the result is empty.
    """
    parts = ", ".join(f'"part{number}" AS ({statement})' for number, statement in enumerate(statements))
    return f"WITH {GUARD} AS ({guard}), {parts} SELECT {CURRENT_XID} FROM {GUARD}"  # noqa: S608 - our own SQL

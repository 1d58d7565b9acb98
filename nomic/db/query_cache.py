"""What a page reads, told again to the pages after it: the rows that prepared queries gave, while they are still so.

Whoever opens a block `with remembering(rows)` answers for it that what is remembered there has not changed since. In a
transaction that begins within the block nothing is told nor remembered: it may change the rows, and be undone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import connection

from nomic.db.read_set import ReadSet
from nomic.db.write_set import WriteSet


class QueryCache:
    """Rows by what gave them, at most `most` of them: what comes when it is full is read each time."""

    def __init__(self, most: int) -> None:
        self.count = 0
        self._most = most
        self._rows: dict[Any, tuple[ReadSet, list[Any]]] = {}

    def recall(self, reads: ReadSet, key: Any, read: Callable[[], list[Any]]) -> list[Any]:
        """What `read` gave the first time that `key` was asked for."""
        known = self._rows.get(key)
        if known is not None:
            return known[1]
        rows = read()
        self._keep(reads, key, rows)
        return rows

    def left_by(self, written: WriteSet) -> "QueryCache":
        """What of this is as it was after that was written. Whoever still reads into this does not read into that."""
        known, left = self._rows.copy(), QueryCache(self._most)  # others add to it meanwhile
        queries = {id(reads): reads for reads, _ in known.values()}  # few, for however many people
        untouched = {which for which, reads in queries.items() if written.leaves(reads)}
        for key, (reads, rows) in known.items():
            if id(reads) in untouched:
                left._keep(reads, key, rows)
        return left

    def _keep(self, reads: ReadSet, key: Any, rows: list[Any]) -> None:
        if self.count + len(rows) < self._most:
            self._rows[key] = reads, rows
            self.count += len(rows) + 1  # that there is nothing takes room, too


_remembered: ContextVar[tuple[QueryCache, int] | None] = ContextVar("remembered", default=None)


@contextmanager
def use_cache(rows: QueryCache) -> Iterator[None]:
    """Have prepared queries whose rows last be asked once, for all blocks with the same rows."""
    before = _remembered.set((rows, len(connection.atomic_blocks)))
    try:
        yield
    finally:
        _remembered.reset(before)


def current_cache() -> QueryCache | None:
    """The rows that are known here, or None where each query is asked."""
    known = _remembered.get()
    return known[0] if known is not None and len(connection.atomic_blocks) == known[1] else None

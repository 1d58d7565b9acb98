"""Query cache of pages: rows returned by prepared queries, which later pages reuse while they remain valid.

A caller that opens `with use_cache(cache)` guarantees that the rows in `cache` have not changed since they were read.
Inside a transaction that begins within that block, the cache is neither read nor filled, because the transaction may
change rows or be rolled back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import connection

from nomic.db.column_read_set import ReadSet
from nomic.db.write_set import WriteSet


class QueryCache:
    """Rows by query and parameters, at most `max_rows`.

    When the cache is full, results of other queries are not stored.
    """

    def __init__(self, max_rows: int) -> None:
        self.count = 0
        self._max_rows = max_rows
        self._rows: dict[Any, tuple[ReadSet, list[Any]]] = {}

    def get_or_load(self, reads: ReadSet, key: Any, load: Callable[[], list[Any]]) -> list[Any]:
        """Return the cached rows of `key`, or load and cache them."""
        cached = self._rows.get(key)
        if cached is not None:
            return cached[1]
        rows = load()
        self._store(reads, key, rows)
        return rows

    def after_write(self, write_set: WriteSet) -> "QueryCache":
        """Return a new cache with the entries that remain valid after these writes.

        Threads that are still filling this cache do not fill the new one.
        """
        entries, kept = self._rows.copy(), QueryCache(self._max_rows)  # Other threads may add entries meanwhile.
        queries = {id(reads): reads for reads, _ in entries.values()}  # few, even if there are many people
        valid = {which for which, reads in queries.items() if write_set.is_disjoint(reads)}
        for key, (reads, rows) in entries.items():
            if id(reads) in valid:
                kept._store(reads, key, rows)
        return kept

    def _store(self, reads: ReadSet, key: Any, rows: list[Any]) -> None:
        if self.count + len(rows) < self._max_rows:
            self._rows[key] = reads, rows
            self.count += len(rows) + 1  # An empty result takes memory too.


_cache: ContextVar[tuple[QueryCache, int] | None] = ContextVar("query_cache", default=None)


@contextmanager
def use_cache(cache: QueryCache) -> Iterator[None]:
    """Answer cacheable prepared queries from `cache` inside the block."""
    before = _cache.set((cache, len(connection.atomic_blocks)))
    try:
        yield
    finally:
        _cache.reset(before)


def current_cache() -> QueryCache | None:
    """Return the cache of the enclosing `use_cache` block.

    Returns None outside of such a block, and in a transaction that began within it.
    """
    current = _cache.get()
    return current[0] if current is not None and len(connection.atomic_blocks) == current[1] else None

"""Acts within a test's transaction that count as committed."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from nomic.cycles.caching import write_cache


@contextmanager
def committed_at_once() -> Iterator[None]:
    """What an act knew is kept for the next one in the block; whoever changes rows otherwise has it be forgotten."""
    write_cache.clear_cache()
    try:
        with mock.patch.object(write_cache, "_is_committed", return_value=True):
            yield
    finally:
        write_cache.clear_cache()

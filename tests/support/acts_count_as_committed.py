"""Lets acts within a test's transaction count as committed."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from nomic.cycles.caching import write_cache


@contextmanager
def committed_at_once() -> Iterator[None]:
    """Context manager in which caches survive from act to act, as after a commit.

    A test that changes rows in other ways must clear the caches.
    """
    write_cache.clear_cache()
    try:
        with mock.patch.object(write_cache, "_is_committed", return_value=True):
            yield
    finally:
        write_cache.clear_cache()

"""Acts within a test's transaction that count as committed."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from nomic.cycles import working_set


@contextmanager
def committed_at_once() -> Iterator[None]:
    """What an act knew is kept for the next one in the block; whoever changes rows otherwise has it be forgotten."""
    working_set.forget_all()
    try:
        with mock.patch.object(working_set, "_is_committed", return_value=True):
            yield
    finally:
        working_set.forget_all()

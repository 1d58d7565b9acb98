"""What a test reads of connections counts in no other test."""

from collections.abc import Iterator

import pytest

from nomic.connections.store import clear_cache


@pytest.fixture(autouse=True)
def nothing_read_yet() -> Iterator[None]:
    """Each test reads anew, as a process that has just begun."""
    clear_cache()
    yield
    clear_cache()

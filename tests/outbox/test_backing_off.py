"""How long to wait after failures."""

from datetime import timedelta

import pytest

from nomic.outbox.backoff import BackOff

WAITS = BackOff(first=timedelta(seconds=30), longest=timedelta(minutes=10))


@pytest.mark.parametrize(("failures", "seconds"), [(0, 30), (1, 60), (2, 120), (4, 480), (5, 600), (10**9, 600)])
def test_it_doubles_to_a_limit(failures: int, seconds: int) -> None:
    """First so long, then twice as long after each failure."""
    assert WAITS.after(failures) == timedelta(seconds=seconds)


@pytest.mark.parametrize(("asked", "seconds"), [(0, 60), (50, 60), (90, 90), (10**9, 600)])
def test_the_other_side_may_ask_for_longer(asked: int, seconds: int) -> None:
    """Not for less, and for no more than the limit."""
    assert WAITS.after(1, asked) == timedelta(seconds=seconds)

"""Every test runs on one large piece of the memory in which Python keeps its frames.

It takes that memory in pieces of 16 kB. Where a loop happens to stand at the end of one, each call in it takes another
from the system and gives it back: a thousand times in a test of pages, for a sixth of all its time. A frame that says
that it needs more than half of a large piece gets one, and leaves the rest of it to all that it calls.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from _pytest import runner

SLOTS = 600_000  # of eight bytes: of a piece of 8 MB more than 3 are left


def _beneath(do: Callable[[], Any]) -> Any:
    return do()


_beneath.__code__ = _beneath.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    """As pytest runs a test, with room for frames."""
    return _beneath(partial(runner.pytest_runtest_protocol, item, nextitem))

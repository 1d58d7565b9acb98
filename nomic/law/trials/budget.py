"""Budget for trials: a number of steps, and CPU seconds.

Code calls `spend` for each step, at any depth. It counts against the budget of this thread, if there is one. Time is
CPU time, not wall time, so that a busy machine refuses nothing.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfBudget(Exception):
    """The budget is exhausted; the message says whether steps or seconds ran out."""


class Budget:
    """The remaining steps and seconds, both counted from its creation."""

    def __init__(self, steps: int, seconds: float) -> None:
        self._steps, self._seconds = steps, seconds
        self.left = steps
        self._until = time.thread_time() + seconds

    def spend(self, steps: int) -> None:
        """Take this number of steps. Raises OutOfBudget."""
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget(f"more than {self._steps} steps")
        if time.thread_time() > self._until:
            raise OutOfBudget(f"more than {self._seconds:g} seconds")


_spent: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Use this budget for all spending in the block."""
    before = _spent.set(budget)
    try:
        yield
    finally:
        _spent.reset(before)


def spend(steps: int = 1) -> None:
    """Take this number of steps from the current budget, if any. Raises OutOfBudget."""
    budget = _spent.get()
    if budget is not None:
        budget.spend(steps)

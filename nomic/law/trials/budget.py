"""How much may be done while something is tried out: so many steps, and so much of the processor's time.

Whoever does a step says so by `spend`, wherever they are; it counts against the budget that is being spent in this
thread, if any. Time is the processor's, not the clock's: a busy machine refuses nobody.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfBudget(Exception):
    """There is nothing left to spend; the text says of what."""


class Budget:
    """What is left of steps and seconds, both from the moment at which it is made."""

    def __init__(self, steps: int, seconds: float) -> None:
        self._steps, self._seconds = steps, seconds
        self.left = steps
        self._until = time.thread_time() + seconds

    def spend(self, steps: int) -> None:
        """Take so many steps. Raises OutOfBudget."""
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget(f"more than {self._steps} steps")
        if time.thread_time() > self._until:
            raise OutOfBudget(f"more than {self._seconds:g} seconds")


_spent: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Have all that is spent come out of this budget."""
    before = _spent.set(budget)
    try:
        yield
    finally:
        _spent.reset(before)


def spend(steps: int = 1) -> None:
    """So many steps are about to be taken. Raises OutOfBudget where there is a budget, and not so much left of it."""
    budget = _spent.get()
    if budget is not None:
        budget.spend(steps)

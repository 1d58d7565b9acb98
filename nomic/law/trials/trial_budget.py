"""Budget for trials: a number of steps and of CPU seconds.

Code calls `spend_steps` for each step, at any depth. Steps count against the budget of the current context, if it has
one. Time is CPU time, not wall time, so that the load of the machine has no influence.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfBudget(Exception):
    """Raised when the budget is exhausted. The message says whether steps or seconds ran out."""


class TrialBudget:
    """A number of steps and of CPU seconds, both counted from its creation."""

    def __init__(self, steps: int, seconds: float) -> None:
        self._steps, self._seconds = steps, seconds
        self.left = steps
        self._until = time.thread_time() + seconds

    def spend(self, steps: int) -> None:
        """Spend a number of steps. Raises OutOfBudget if too few steps are left, or the time is up."""
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget(f"more than {self._steps} steps")
        if time.thread_time() > self._until:
            raise OutOfBudget(f"more than {self._seconds:g} seconds")


_current: ContextVar[TrialBudget | None] = ContextVar("budget", default=None)


@contextmanager
def within_budget(budget: TrialBudget) -> Iterator[None]:
    """Context manager that sets the budget to which steps are charged."""
    token = _current.set(budget)
    try:
        yield
    finally:
        _current.reset(token)


def spend_steps(steps: int = 1) -> None:
    """Charge steps to the current budget, if there is one. Raises OutOfBudget if it is exhausted."""
    budget = _current.get()
    if budget is not None:
        budget.spend(steps)

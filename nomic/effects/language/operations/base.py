"""Base class of operations that change the world."""

from nomic.effects.language.bounds import MAX_MADE
from nomic.effects.language.nodes.base import Expression, Operation, Sizes
from nomic.effects.language.nodes.values import Literal, as_number
from nomic.effects.language.world import Names, Runner, Value


class ChangesWorld(Operation, frozen=True, eq=False, kw_only=True):
    """Base class of operations that change something themselves."""

    @property
    def times(self) -> Expression[Value] | None:
        """The expression for the number of repetitions, or None if the operation happens once."""
        return None

    def count(self, run: Runner, names: Names) -> int:
        """Return the current number of repetitions."""
        return 1 if self.times is None else as_number(self.times.value(run, names))

    def most_at_a_time(self, sizes: Sizes) -> int:
        """Return the maximum number of repetitions, for static analysis.

        It is capped at the limit, because a larger number is reported as a flaw anyway.
        """
        return 1 if self.times is None else min(max(self.times.bounds(sizes).high, 0), MAX_MADE)

    def does_something(self) -> bool:
        return not (isinstance(self.times, Literal) and self.times.source == 0)

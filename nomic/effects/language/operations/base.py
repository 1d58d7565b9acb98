"""What operations that change the world have in common."""

from nomic.effects.language.bounds import MAX_MADE
from nomic.effects.language.nodes.base import Expression, Operation, Sizes
from nomic.effects.language.nodes.values import Literal, as_number
from nomic.effects.language.world import Names, Runner, Value


class ChangesWorld(Operation, frozen=True, eq=False, kw_only=True):
    """An operation that changes something by itself."""

    @property
    def times(self) -> Expression[Value] | None:
        """How often, or of how many, it says that it does it; once where it says nothing."""
        return None

    def count(self, run: Runner, names: Names) -> int:
        """How often now."""
        return 1 if self.times is None else as_number(self.times.value(run, names))

    def most_at_a_time(self, sizes: Sizes) -> int:
        """How often at most. A number that may be larger is refused where it stands, and not for its work too."""
        return 1 if self.times is None else min(max(self.times.upper_bound(sizes), 0), MAX_MADE)

    def does_something(self) -> bool:
        return not (isinstance(self.times, Literal) and self.times.source == 0)

"""Inputs of rules while they run: chance and the environment."""

from typing import Any, Protocol


class Chance(Protocol):
    """A source of draws: `nomic.chance.source.Source`, or a record of one."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides)."""


class Environment(Protocol):
    """The state outside of the rules, such as players' items. All reads are recorded."""

    def read(self, *question: str) -> Any:
        """Return the host's result for a query such as `read("stock", "Ada", "Chip")`.

        It is a JSON value, whose shape depends on the query.
        """


class Drew(Exception):
    """Raised when a run draws although it must not."""


class NoChance:
    """A `Chance` for runs that must not draw."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Raise Drew, because the result of a draw must not be known in advance."""
        raise Drew(label)

"""Interfaces to what a rule uses while it runs: chance, and the state outside of the rules."""

from typing import Any, Protocol


class Chance(Protocol):
    """A source of draws: `nomic.chance.draw_source.Source`, or recorded draws."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides)."""


class Environment(Protocol):
    """State outside of the rules that a move can read, such as players' items. All reads are recorded."""

    def read(self, *question: str) -> Any:
        """Return the host's result for a query such as `read("stock", "Ada", "Chip")`.

        The result is a JSON value, whose shape depends on the query.
        """


class Drew(Exception):
    """Raised when a run draws where draws are not allowed."""


class NoChance:
    """A `Chance` for runs that must not draw."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Raise Drew: this run must not draw."""
        raise Drew(label)

"""What rules are given from elsewhere while they run: chance, and the world outside."""

from typing import Any, Protocol


class Chance(Protocol):
    """Where draws come from: `nomic.chance.source.Source`, or a record of one."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides)."""


class Environment(Protocol):
    """What lies outside. Everything read is recorded."""

    def read(self, *question: str) -> Any:
        """The answer to a question that the host knows, as `read("stock", "Ada", "Chip")`.

        A JSON value, of the shape that whoever asks knows.
        """


class Drew(Exception):
    """Raised where a run that must not draw comes to a draw."""


class NoChance:
    """Chance for runs that only look: the first draw ends them."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Raises Drew: what chance would say is not to be known beforehand."""
        raise Drew(label)

"""Sources that rules read while they run: chance and the environment."""

from typing import Any, Protocol


class Chance(Protocol):
    """The source of draws: `nomic.chance.source.Source`, or a record of one."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides)."""


class Environment(Protocol):
    """The state outside of the rules, such as stocks of items. All reads are recorded."""

    def read(self, *question: str) -> Any:
        """Return the host's answer to a question such as `read("stock", "Ada", "Chip")`.

        It is a JSON value, whose shape depends on the question.
        """


class Drew(Exception):
    """Raised when a run draws although it must not."""


class NoChance:
    """Chance for runs without effect: the first draw ends them."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Raise Drew, because a draw must not be known in advance."""
        raise Drew(label)

"""What happens before a game of Knucklebones."""

from typing import ClassVar

from nomic.cycles.events import Event


class IntentionDeclared(Event, frozen=True, tag="intention-declared"):
    """A player wants to play each or `one` of those they name, or, where they name nobody, whoever wants (R57)."""

    whenever: ClassVar[str] = "a player declares to want to play"
    player: str
    opponents: list[str]
    how: str


class IntentionWithdrawn(Event, frozen=True, tag="intention-withdrawn"):
    """A player does not want to play any more."""

    whenever: ClassVar[str] = "a player does not want to play any more"
    player: str

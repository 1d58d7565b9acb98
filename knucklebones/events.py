"""Events before a game of Knucklebones."""

from collections.abc import Callable
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic, under
from nomic.law.document.sections import Law


class IntentionDeclared(Event, frozen=True, tag="intention-declared"):
    """A player wants to play each or `one` of those they name or, if they name nobody, anybody who wants to (R57)."""

    whenever: ClassVar[str] = "a player says that they want to play"
    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("knucklebones")
    player: NamedPlayer
    opponents: list[str]
    how: str


class IntentionWithdrawn(Event, frozen=True, tag="intention-withdrawn"):
    """A player no longer wants to play."""

    whenever: ClassVar[str] = "a player no longer wants to play"
    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("knucklebones")
    player: NamedPlayer

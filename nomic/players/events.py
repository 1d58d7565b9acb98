"""Events of players."""

from collections.abc import Mapping
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic


class Joined(Event, frozen=True, tag="joined"):
    """Somebody became a player (R5)."""

    whenever: ClassVar[str] = "a player joins"
    about: ClassVar[Topic] = "Players"
    player: NamedPlayer


class Left(Event, frozen=True, tag="left"):
    """Somebody ceased to be a player (R5). Their items are destroyed after their games handled the event (R100)."""

    whenever: ClassVar[str] = "a player leaves"
    about: ClassVar[Topic] = "Players"
    gone: ClassVar[frozenset[str]] = frozenset({"who", "player"})
    player: NamedPlayer


class BecameReputable(Event, frozen=True, tag="became-reputable"):
    """A player became reputable (R6), for the `first` time in this cycle or again."""

    whenever: ClassVar[str] = "a player becomes reputable"
    about: ClassVar[Topic] = "Players"
    player: NamedPlayer
    first: bool


class DeclaredReputable(Event, frozen=True, tag="declared-reputable"):
    """A player declared another player reputable (R6)."""

    whenever: ClassVar[str] = "a player declares another player reputable"
    about: ClassVar[Topic] = "Players"
    called: ClassVar[Mapping[str, str]] = {
        "player": "the player who was declared reputable",
        "by": "the declaring player",
    }
    player: NamedPlayer
    by: NamedPlayer

"""What happens to players."""

from typing import ClassVar

from nomic.cycles.domain.events import Event


class Joined(Event, frozen=True, tag="joined"):
    """Somebody became a player (R5)."""

    whenever: ClassVar[str] = "a player joins"
    player: str


class Left(Event, frozen=True, tag="left"):
    """Somebody ceased to be a player (R5). What they owned is destroyed once their games have heard of it (R100)."""

    whenever: ClassVar[str] = "a player leaves"
    gone: ClassVar[frozenset[str]] = frozenset({"who", "player"})
    player: str


class BecameReputable(Event, frozen=True, tag="became-reputable"):
    """A player is reputable now (R6), for the `first` time in this cycle or again."""

    whenever: ClassVar[str] = "a player becomes reputable"
    player: str
    first: bool


class DeclaredReputable(Event, frozen=True, tag="declared-reputable"):
    """One player gave their word for another (R6)."""

    whenever: ClassVar[str] = "a player declares another reputable"
    player: str
    by: str

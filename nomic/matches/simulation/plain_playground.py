"""Defaults for simulations of most games: no secrets, no environment, one kind of bot. Plain Python."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from nomic.chance.draw_source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.bots import Bot, RandomBot
from nomic.matches.contract.external_events import CycleEnded, Happening, LawChanged, Left, PhaseBegan
from nomic.matches.contract.game import Chance, Event, Game
from nomic.matches.simulation.run import Usage
from nomic.matches.simulation.unhosted_match import NothingOutside

R = TypeVar("R")
S = TypeVar("S")


class PlainPlayground(Generic[R, S]):
    """Simulation setup and invariant checks for a game without secrets.

    A subclass sets `name`, which is also the game's section of the law, and `game`. The game's `setup` reads the option
    "players". Override `flaws` to check invariants of the game, and any other method whose default does not fit.
    """

    name: str
    game: Game[R, S]
    bots: Mapping[str, Bot] = {"random": RandomBot()}
    seldom: Mapping[str, int] = {}

    def is_for(self, document: dict[str, Any]) -> bool:
        """Return whether the law has the game's section."""
        return self.name in document

    def deal(
        self, rules: R, document: dict[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[S, NothingOutside, list[Happening]]:
        """Return a new match of these players, with no environment and no events."""
        return self.game.setup(rules, {"players": list(players)}), NothingOutside(), []

    def order(self, state: S) -> Sequence[str]:
        """Return the players in the order of their seats."""
        return [seat.player for seat in self.game.seats(state)]

    def turns(self, state: S) -> int:
        """Return 0: the game does not count turns."""
        return 0

    def uses(self, state: S, event: Event) -> Iterable[Usage]:
        """Return no uses: the game has no pieces such as cards."""
        return ()

    def standing(self, state: S) -> dict[str, Json]:
        """Return an empty summary. Override it to see in reports why matches do not end."""
        return {}

    def flaws(self, before: S, after: S, fake_environment: NothingOutside) -> Iterator[str]:
        """Yield no flaws. Override it with the invariants of the game."""
        yield from ()

    def disguised(self, state: S, viewer: str, chance: Chance) -> S | None:
        """Return None, because nothing is hidden from anybody."""
        return None

    def happenings(self, state: S, fake_environment: NothingOutside) -> Iterator[Happening]:
        """Yield every event that the host sends to any match."""
        for seat in self.game.seats(state):
            yield Left(seat.player)
        yield LawChanged()
        yield CycleEnded()
        yield PhaseBegan("rest", 1)

    def come_true(self, happening: Happening, fake_environment: NothingOutside) -> None:
        """Do nothing, because the game has no environment."""

    def for_examination(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return the law unchanged. Override it if random matches take too long to end."""
        return document

    def amended(self, document: dict[str, Any], chance: Source) -> dict[str, Any]:
        """Return the law unchanged. Override it to check matches under a changed law."""
        return document

"""Games that a whole cycle is about: one match, opened for the first player there is, which seats every other, too."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.event_bus import Listener, on
from nomic.cycles.law_changes import law_before
from nomic.matches.contract import external_events
from nomic.matches.hosting.matches import going_on, open_match, react, stop
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import Match
from nomic.players.activity import note_act
from nomic.players.events import Joined
from nomic.players.models import Player


def _no_options(act: Act) -> dict[str, Any]:
    """A match that begins in the same way at all times."""
    return {}


@dataclass(frozen=True)
class WholeCycle:
    """A game of which a cycle has one match that lasts as long as it does.

    Each player is brought to it by a happening `Joined`, however late they join; where a
    vote brings the game into a running cycle, all who play then, in the order in which they joined. Where a vote takes
    it away, the match ends without result. `options` says how the match is set up.
    """

    hosted: HostedGame
    options: Callable[[Act], dict[str, Any]] = _no_options

    def listeners(self) -> tuple[Listener, ...]:
        """By which all players come to sit at its match."""
        name = self.hosted.name
        return (
            on(Joined, self.seat_newcomer, after=note_act, name=f"{name}.seat_newcomer"),
            on(LawChanged, self.follow_law, at_once=True, name=f"{name}.follow_law"),
        )

    def seat_newcomer(self, act: Act, joined: Joined) -> None:
        """Whoever becomes a player sits down."""
        if self.hosted.in_force(act.law):
            self._seat(act, [joined.player])

    def follow_law(self, act: Act, changed: LawChanged) -> None:
        """Where a law brings the game, everybody who plays sits down; where it takes it away, the match ends."""
        had, has = self.hosted.in_force(law_before(act)), self.hosted.in_force(act.law)
        if has and not had:
            playing = Player.objects.filter(cycle=act.cycle, left_at=None).order_by("joined_at", "pk")
            self._seat(act, list(playing.values_list("name", flat=True)))
        elif had and not has:
            for match in self._matches(act):
                stop(act, match)

    def _seat(self, act: Act, players: Sequence[str]) -> None:
        if players:
            match = self._match(act)
            for player in players:
                react(act, match, external_events.Joined(player))

    def _match(self, act: Act) -> Match:
        """The cycle's match of this game, opened now where there is none."""
        for match in self._matches(act):
            return match
        return open_match(act, self.hosted.name, self.hosted.title, self.options(act))

    def _matches(self, act: Act) -> list[Match]:
        """Those that go on: one, or none."""
        return [match for match in going_on(act) if match.game == self.hosted.name]

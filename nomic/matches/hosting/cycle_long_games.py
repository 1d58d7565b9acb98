"""Games that last as long as a cycle. Each has one match, opened for the first player, with a seat for every player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.event_bus import Listener, on
from nomic.cycles.law_changes import law_before
from nomic.db import Prepared
from nomic.matches.contract import external_events
from nomic.matches.hosting.lifecycle import going_on, open_match, send_external_event, stop_match
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import Match
from nomic.players.activity import note_act
from nomic.players.events import Joined
from nomic.players.models import Player

_newest = Prepared(
    lambda cycle, game: Match.objects.filter(cycle_id=cycle, game=game).order_by("-opened_seq", "-place")[:1],
    int,
    str,
    for_pages=True,
)


def _no_options(act: ActionContext) -> dict[str, Any]:
    """Return no options for setting up the match."""
    return {}


@dataclass(frozen=True)
class WholeCycle:
    """A game with one match per cycle, which lasts as long as the cycle.

    Each player is added by an event `Joined` when they join the cycle. If a vote adds the game to a running cycle, all
    current players are added, in the order in which they joined. If a vote removes the game, the match ends without a
    result. `options` returns the options for setting up the match.
    """

    hosted: HostedGame
    options: Callable[[ActionContext], dict[str, Any]] = _no_options

    def listeners(self) -> tuple[Listener, ...]:
        """Return the subscribers that seat new players and follow changes of the law."""
        name = self.hosted.name
        return (
            on(Joined, self.seat_newcomer, after=note_act, name=f"{name}.seat_newcomer"),
            on(LawChanged, self.follow_law, at_once=True, name=f"{name}.follow_law"),
        )

    def seat_newcomer(self, act: ActionContext, joined: Joined) -> None:
        """Seat a player who has joined the cycle."""
        if self.hosted.in_force(act.law):
            self._seat(act, [joined.player])

    def follow_law(self, act: ActionContext, changed: LawChanged) -> None:
        """Seat all current players when a law introduces the game, and end the match when it removes the game."""
        had, has = self.hosted.in_force(law_before(act)), self.hosted.in_force(act.law)
        if has and not had:
            playing = Player.objects.filter(cycle=act.cycle, left_at=None).order_by("joined_at", "pk")
            self._seat(act, list(playing.values_list("name", flat=True)))
        elif had and not has:
            for match in self._matches(act):
                stop_match(act, match)

    def match_now(self, ctx: ReadContext) -> Match | None:
        """Return the cycle's newest match of this game, even if it is over, or None."""
        return _newest.first(ctx.cycle.pk, self.hosted.name)

    def _seat(self, act: ActionContext, players: Sequence[str]) -> None:
        if players:
            match = self._match(act)
            for player in players:
                send_external_event(act, match, external_events.Joined(player))

    def _match(self, act: ActionContext) -> Match:
        """Return the cycle's unfinished match of this game. If there is none, open one."""
        for match in self._matches(act):
            return match
        return open_match(act, self.hosted.name, self.hosted.title, self.options(act))

    def _matches(self, act: ActionContext) -> list[Match]:
        """Return a list with the unfinished match of this game, or an empty list."""
        return [match for match in going_on(act) if match.game == self.hosted.name]

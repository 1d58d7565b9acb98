"""Cycles with a battle of Exoptosis whose cards the test chooses, for tests of its pages."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from tests.support.furnished_cycle import KEEPER, act, hall_with_players

Json = Any


class Battle:
    """A battle as a test arranges it, by what players do. The clock is the first one's."""

    def __init__(self, slug: str, **decks: tuple[str, ...]) -> None:
        """Deal and declare, and let the phase begin: a card is a species, and after slashes modifiers: "7/Speedy"."""
        hall_with_players(slug, *decks)
        self.slug = slug
        for player, deck in decks.items():
            for card in deck:
                species, *modifiers = card.split("/")
                self.act(
                    KEEPER, "correct-grant-card", player=player, species=species, modifiers=modifiers, reason="deal"
                )
            self.act(player, "declare-battle")
        self.act(next(iter(decks)), "advance-clock", to_next_phase=True)
        self.code: str = self.match.code
        self.path = f"/c/{slug}/matches/{self.code}/"

    def act(self, player: str, action: str, /, **args: Json) -> None:
        act(self.slug, player, action, **args)

    @property
    def match(self) -> Match:
        return Match.objects.filter(cycle__slug=self.slug).latest("pk")

    @property
    def state(self) -> Any:
        return LoadedMatch(Cycle.objects.get(slug=self.slug), self.match).state

    def seat(self, player: str) -> Any:
        return next(seat for seat in self.state.seats if seat.player == player)

    def move(self, player: str, kind: str, *answers: list[Json], **fields: Json) -> None:
        self.act(player, "move", match=self.code, move={"kind": kind, **fields}, answers=list(answers))

    def start(self) -> "Battle":
        """Everybody takes all of their deck into their hand, and nobody bets."""
        for seat in self.state.seats:
            self.move(seat.player, "hand", list(seat.deck))
        for seat in self.state.seats:
            self.move(seat.player, "pass")
        return self

    def card(self, player: str, species: str) -> int:
        """The first card of that species in somebody's hand."""
        cards = self.state.cards
        return next(card for card in self.seat(player).hand if cards[card].species == species)

    def play(self, player: str, species: str) -> None:
        self.move(player, "play", card=self.card(player, species))

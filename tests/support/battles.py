"""Battles of Exoptosis whose cards a test says, at a hall of its own: for the pages that show them."""

from typing import Any

from exoptosis.engine.game import Exoptosis
from nomic.cycles import actions
from nomic.cycles.actions import Action, Args
from nomic.cycles.models import Cycle
from nomic.cycles.moment import Act
from nomic.tables.hosted import Hosted, all_games, register
from nomic.tables.hosting import open_match, react
from nomic.tables.models import Match
from nomic.tables.table import Table
from tests.support.furnished import act

Json = Any
READERS = {
    "stock": lambda moment, player, item: 3,
    "card": lambda moment, code: {"code": code, "species": "5", "modifiers": []},
}
NOTHING_THERE = ("stakeable", "players", "active", "active-players", "inventory", "cycle-cards", "copies")


class DealArgs(Args):
    """The decks by player: each card its species, and then its modifiers."""

    decks: dict[str, list[list[str]]]


def host() -> None:
    """Have the game hosted, if nothing else does it yet: with a world outside in which there is next to nothing."""
    if any(game.name == Exoptosis.name for game in all_games()):
        return
    readers = {**dict.fromkeys(NOTHING_THERE, lambda moment, *names: []), **READERS}
    register(Hosted(Exoptosis(), "Exoptosis", channel="exoptosis", section="exoptosis", readers=readers))


def _deal(act: Act, args: DealArgs) -> None:
    match = open_match(act, "exoptosis", "The battle", {"kind": "battle"}, gathering=True)
    for player, deck in args.decks.items():
        cards = [
            {"code": f"{player}-{place}", "species": species, "modifiers": [{"name": name} for name in modifiers]}
            for place, (species, *modifiers) in enumerate(deck)
        ]
        react(act, match, {"kind": "joined", "player": player, "cards": cards})
    react(act, match, {"kind": "begun"})
    act.says("Cards are dealt.")


DEAL = Action("deal", "practice", "Deal", "Deal a battle.", "the test's", DealArgs, _deal)


class Battle:
    """A battle as a test arranges it, by the moves that players would make."""

    def __init__(self, slug: str, **decks: tuple[str, ...]) -> None:
        """Deal: a card is a species, and after a slash a modifier: "7/Speedy"."""
        host()
        actions.declare(DEAL)
        self.slug = slug
        act(
            slug,
            next(iter(decks)),
            "deal",
            decks={name: [card.split("/") for card in deck] for name, deck in decks.items()},
        )
        self.code: str = self.match.code
        self.path = f"/c/{slug}/matches/{self.code}/"

    @property
    def match(self) -> Match:
        return Match.objects.filter(cycle__slug=self.slug).latest("pk")

    @property
    def state(self) -> Any:
        return Table(Cycle.objects.get(slug=self.slug), self.match).state

    def move(self, player: str, kind: str, *answers: list[Json], **fields: Json) -> None:
        act(self.slug, player, "move", match=self.code, move={"kind": kind, **fields}, answers=list(answers))

    def start(self) -> "Battle":
        """Everybody takes all of their deck into their hand, and nobody bets."""
        for seat in self.state.seats:
            self.move(seat.player, "hand", list(seat.deck))
        for seat in self.state.seats:
            self.move(seat.player, "pass")
        return self

    def card(self, player: str, species: str) -> int:
        """The first card of that species in somebody's hand."""
        state = self.state
        hand = next(seat.hand for seat in state.seats if seat.player == player)
        return next(card for card in hand if state.cards[card].species == species)

    def play(self, player: str, species: str) -> None:
        self.move(player, "play", card=self.card(player, species))

"""The read-only part of the effect language's `World` in a game of Exoptosis, and the card being played."""

from collections.abc import Sequence

from exoptosis.engine import environment
from exoptosis.engine.cards.card import CardId, Modifier
from exoptosis.engine.cards.card_in_words import card_in_words
from exoptosis.engine.cards.effective_traits import Faces
from exoptosis.engine.cards.outside_cards import Elsewhere
from exoptosis.engine.mutable_state import MutableState
from nomic.effects.language.world import Card as Ref
from nomic.effects.language.world import Cards as Refs
from nomic.effects.language.world import Face, Names, Place, Players, Runner, Which

INDESTRUCTIBLE = "indestructible"
SHOWN: CardId = 0  # the number of an original laid on the table temporarily: those in play begin with 1


class Playing:
    """A card being played: its player, the card beneath, its roles, and the cards that are played after it.

    `as_if_legal` is true if another card's effect plays it on any card (R86). `is_allowed` is true if its own
    allowance held when it was played, before its cost was paid. `doing` are the species whose effects are running, in
    nested order.
    """

    def __init__(self, card: CardId, by: str, beneath: Refs, label: str, as_if_legal: bool) -> None:
        self.card = card
        self.by = by
        self.label = label
        self.as_if_legal = as_if_legal
        self.is_allowed = False
        self.names: Names = {"me": (by,), "this": (card,), "beneath": beneath}
        self.acts_as: list[str] = []
        self.doing: list[str] = []
        self.queue: list[tuple[CardId, tuple[str, ...]]] = []


class ReadOnlyBattleWorld:
    """The read-only part of a battle's `World`.

    `shows` is the owner of an original that is temporarily on the table.
    """

    def __init__(self, draft: MutableState, shows: str) -> None:
        self.draft = draft
        self.shows = shows
        self.faces = Faces(draft)
        self.playing: Playing | None = None
        self._elsewhere = Elsewhere(draft)

    def divided_by_zero(self, run: Runner) -> None:
        """Do nothing, because a read-only world reports nothing."""

    def cards(self, place: Place, of: Players) -> Refs:
        seats = [self.draft.seats[player] for player in of if self.draft.is_in(player)]
        if place == "hand":
            return tuple(card for seat in seats for card in seat.hand)
        if place == "deck":
            return tuple(card for seat in seats for card in seat.deck)
        if place == "pile":
            return tuple(played.card for played in self.draft.pile)
        if place == "inventory":
            return tuple(ref for player in of for ref in self._elsewhere.inventory(player))
        return (*self._here(), *self._elsewhere.whole_cycle())

    def _here(self) -> Refs:
        """Return every card of this game that is not destroyed."""
        held = [card for seat in self.draft.seats.values() if seat.status == "in" for card in (*seat.hand, *seat.deck)]
        return (*held, *(played.card for played in self.draft.pile if not played.destroyed))

    def copies(self, cards: Refs) -> Refs:
        found: dict[Ref, None] = {}
        for card in cards:
            found[card] = None
            original = self._original(card)
            if original:
                found |= {here: None for here in self._here() if self.draft.cards[int(here)].original == original}
                found |= dict.fromkeys(self._elsewhere.copies(original))
        return tuple(found)

    def _original(self, card: Ref) -> str:
        if isinstance(card, int):
            return self.draft.cards[card].original if card in self.draft.cards else ""
        return self._elsewhere.original(card)

    def players(self, which: Which) -> Players:
        if which == "participants":
            return self.draft.participants
        if which == "entered":
            return self.draft.order
        read = environment.players if which == "players" else environment.active_players
        return read(self.draft.environment)

    def following(self, player: str) -> Players:
        return self.draft.following(player)

    def face(self, card: Ref) -> Face:
        if isinstance(card, int):
            return self.faces.face(card)
        return self._elsewhere.face(card)

    def owner(self, card: Ref) -> Players:
        if not isinstance(card, int):
            return (self._elsewhere.owner(card),)
        if card == SHOWN:
            return (self.shows,)
        holder = self.draft.holder(card)
        if holder is not None:
            return (holder,)
        if self.playing is not None and card == self.playing.card:
            return (self.playing.by,)
        return tuple(played.by for played in self.draft.pile if played.card == card)[-1:]

    def binder(self, card: Ref, modifier: str) -> Players:
        by = next((held.by for held in self._modifiers(card) if held.name == modifier), "")
        return (by,) if by and by in environment.players(self.draft.environment) else ()

    def ticks(self, card: Ref, modifier: str) -> int:
        return next((held.count for held in self._modifiers(card) if held.name == modifier), 0)

    def _modifiers(self, card: Ref) -> tuple[Modifier, ...]:
        known = self.draft.cards.get(card) if isinstance(card, int) else None
        return known.modifiers if known else ()

    def stock(self, item: str, holder: str) -> int:
        if holder == "pool":
            return sum(seat.stake.items.get(item, 0) for seat in self.draft.seats.values())
        return self.draft.stock(holder, item)

    def tally(self, what: str, player: str, during: str) -> int:
        wanted = self.draft.turn_number - (during == "previous_turn")
        return sum(
            tally.count
            for tally in self.draft.tallies
            if tally.player == player and (tally.cause if what == "drawn_by_cause" else tally.at) == wanted
        )

    def opposes(self, one: str, other: str) -> bool:
        return (one, other) in self.draft.rules.opposites

    def elements(self, collection: str) -> Sequence[str]:
        return self.draft.rules.collections.get(collection, ())

    def name_of(self, card: Ref) -> str:
        if isinstance(card, int):
            known = self.draft.cards.get(card)
            return card_in_words(known) if known else "a card"
        return self._elsewhere.face(card).species

    def whose(self, card: Ref) -> str:
        """Return a card with its owner as text: "Ada's 5 (Bound)"."""
        return "".join(f"{owner}'s " for owner in self.owner(card)) + self.name_of(card)

    def can_be_destroyed(self, card: Ref) -> bool:
        return INDESTRUCTIBLE not in self.face(card).flags

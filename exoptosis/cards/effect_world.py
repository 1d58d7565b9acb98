"""The `World` of effects outside of matches under a law with cards: one that reads, and one for acts.

Effects of clauses, packs and offers run here. `$me` is the actor.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import convert

from exoptosis.cards.card_properties import card_in_words, properties
from exoptosis.cards.change_card import FIELDS, change_card, inherited
from exoptosis.cards.create import RANDOM, Spec, made_cards
from exoptosis.cards.gain_effects import has_gain_effect, run_gain_effects
from exoptosis.cards.locks import locked_codes
from exoptosis.cards.random_cards import roll_collections, species_to_draw
from exoptosis.law.cards import CardTraits, collections_of, modifiers_of, names_of_cards, species_of
from nomic.clauses.runtime.answer_sources import Answering
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.runtime.world.read_only_world import HallSeen, OutOfPlace
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.runtime.world.world_for_law import CardHall
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.effects.language.nodes.item_holders import holder_in_words, is_no_player
from nomic.effects.language.world import Card as Ref
from nomic.effects.language.world import (
    Cards,
    Change,
    Face,
    NewCard,
    Place,
    Players,
    Rest,
    Runner,
    TurnChange,
    Waiting,
)
from nomic.effects.prose.english_grammar import capitalise_article
from nomic.inventory.held_cards import cards_held
from nomic.inventory.ledger import ledger_of
from nomic.inventory.models import Card

FEW = 20  # up to so many holders, their cards are loaded one by one


class HallOfCardsSeen(HallSeen):
    """The read-only `World` of a context under a law with cards. A card's reference is its code."""

    def __init__(self, ctx: ReadContext, *given: Any) -> None:
        super().__init__(ctx, *given)
        self._known: dict[Ref, Card] = {}
        self._whose: set[str] = set()  # players whose cards are loaded
        self._all_known = False

    def know(self, *cards: Card) -> Cards:
        """Register cards and return their references.

        If a card is known already, the known instance is kept.
        """
        for card in cards:
            self._known.setdefault(card.code, card)
        return tuple(card.code for card in cards)

    def card(self, ref: Ref) -> Card:
        """Return the card of that code, even if it has been destroyed."""
        if ref not in self._known:
            self.know(Card.objects.get(cycle=self.ctx.cycle, code=ref))
        return self._known[ref]

    def cards(self, place: Place, of: Players) -> Cards:
        if place not in ("inventory", "cycle"):
            raise OutOfPlace(f"there is no {place} in the hall")
        self._read(None if place == "cycle" else of)
        found = [
            card
            for card in self._known.values()
            if (card.holder in of if place != "cycle" else card.holder and not is_no_player(card.holder))
        ]
        self._look(len(found))
        return tuple(card.code for card in sorted(found, key=lambda card: (card.made_by, card.code)))

    def _read(self, of: Players | None) -> None:
        """Load the cards of these players, or of everybody if `of` is None.

        For more than a few players, all cards are loaded.
        """
        new = None if of is None else set(of) - self._whose
        if self._all_known or (new is not None and not new):
            return
        held = Card.objects.filter(cycle=self.ctx.cycle).exclude(holder="")
        if new is None or len(self._whose | new) > FEW:
            self._all_known = True
            self.know(*held)
            return
        self._whose |= new
        if len(new) == 1:
            self.know(*cards_held(self.ctx.cycle.pk, *new))
        else:
            self.know(*held.filter(holder__in=new))

    def copies(self, cards: Cards) -> Cards:
        return cards

    def face(self, card: Ref) -> Face:
        self._look()
        law, known = self.ctx.law, self.card(card)
        held, modifiers = properties(law, known), modifiers_of(law)
        indestructible = any(modifiers[name].indestructible for name in known.modifier_names if name in modifiers)
        return Face(
            species=known.species,
            values=frozenset(held.values),
            values_from=held.values_from,
            suits=frozenset(held.suits),
            colours=frozenset(held.colours),
            types=frozenset(held.types),
            modifiers=frozenset(known.modifier_names),
            flags=frozenset({"indestructible"} if indestructible else ()),
        )

    def owner(self, card: Ref) -> Players:
        holder = self.card(card).holder
        return (holder,) if holder and not is_no_player(holder) else ()

    def binder(self, card: Ref, modifier: str) -> Players:
        by = self._remembered(card, modifier, "by")
        return (by,) if by in self.players("players") else ()

    def ticks(self, card: Ref, modifier: str) -> int:
        return int(self._remembered(card, modifier, "count") or 0)

    def _remembered(self, card: Ref, modifier: str, what: str) -> Any:
        return next((held.get(what) for held in self.card(card).modifiers if held["name"] == modifier), None)

    def tally(self, what: str, player: str, during: str) -> int:
        raise OutOfPlace("nobody has a turn in the hall")

    def opposes(self, one: str, other: str) -> bool:
        traits = self.ctx.law.section("card_traits", CardTraits)
        return [one, other] in traits.opposites or [other, one] in traits.opposites

    def playable(self, card: Ref, upon: Ref) -> bool:
        raise OutOfPlace("nothing is played in the hall")

    def elements(self, collection: str) -> Sequence[str]:
        known = collections_of(self.ctx.law).get(collection)
        return () if known is None else known.elements

    def name_of(self, card: Ref) -> str:
        return card_in_words(self.ctx.law, self.card(card))

    def can_be_destroyed(self, card: Ref) -> bool:
        return "indestructible" not in self.face(card).flags and self.is_free(card)

    def is_free(self, card: Ref) -> bool:
        """Return whether the card has an owner and is not locked by a game (R117)."""
        known = self.card(card)
        return bool(known.holder) and known.code not in self._locked

    def is_in_play(self, card: Ref) -> bool:
        return self.card(card).code in self._locked

    @cached_property
    def _locked(self) -> set[str]:
        return locked_codes(self.ctx)


class HallOfCards(HallOfCardsSeen, Hall):
    """The `World` of an act under a law with cards. `cards_made` holds the cards that players gained from the act."""

    def __init__(self, act: ActionContext, answering: Answering | None = None) -> None:
        super().__init__(act, answering)
        self.cards_made: list[Card] = []
        self._waiting: list[tuple[str, Card]] = []
        self._parts = 0
        self._before: dict[str, tuple[str, str]] = {}  # by code: the holder of a card before this, and its description

    # ── messages

    def new_cards(self) -> list[str]:
        return [card.code for card in self.cards_made]

    def gains(self, player: str) -> list[str]:
        cards = [card_in_words(self.act.law, card) for card in self.cards_made if card.holder == player]
        return [*super().gains(player), *cards]

    def results(self) -> list[str]:
        return [*super().results(), *self._card_results()]

    def _card_results(self) -> list[str]:
        lost, gained, changed = dict[str, list[str]](), dict[str, list[str]](), list[str]()
        for code, (holder, was) in self._before.items():
            card = self.card(code)
            now = card_in_words(self.act.law, card)
            if card.holder == holder and was != now:
                changed.append(f"{was} of {holder} is now {now}")
            elif card.holder != holder:
                lost.setdefault(holder, []).append(was)
                gained.setdefault(card.holder, []).append(now)
        sentences = [
            f"{capitalise_article(holder_in_words(player))} {verb} {names_in_words(cards)}."
            for verb, by_player in (("loses", lost), ("gains", gained))
            for player, cards in by_player.items()
            if player
        ]
        return [*sentences, *([f"{names_in_words(changed)}."] if changed else [])]

    def _touch(self, *cards: Card) -> None:
        """Store the holders and descriptions of cards before their first change."""
        for card in cards:
            self._before.setdefault(card.code, (card.holder, card_in_words(self.act.law, card)))

    # ── reading

    def cards(self, place: Place, of: Players) -> Cards:
        self.hand_out()
        return super().cards(place, of)

    # ── writing

    def hand_out(self) -> None:
        for player in dict.fromkeys(player for player, _ in self._waiting):
            cards = [card for owner, card in self._waiting if owner == player]
            ledger_of(self.act).add_cards(player, cards)
            self.cards_made += cards
            self.know(*cards)
            self._before |= {card.code: ("", "") for card in cards}
        self._waiting = []

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False) -> Cards:
        if place != "inventory":
            raise OutOfPlace(f"there is no {place} in the hall")
        if not self._can_be_made(spec):
            self._miss(spec.card if spec.card != RANDOM.card else "such card")
            return ()
        self._parts += 1
        if spec.card != RANDOM.card and self._is_frozen("", to, spec.card, spec.card):
            return ()
        drawn = made_cards(self.act, convert(spec.raw, Spec), count, to, f"part {self._parts}", run.me)
        made = [card for card in drawn if not self._is_frozen("", to, card.species, card.species)]
        self._waiting += [(to, card) for card in made]
        self.changes += len(made)
        if not at_once and not any(has_gain_effect(self.act.law, card) for card in made):
            return ()
        self.hand_out()
        for card in made:
            run_gain_effects(self, self.act.law, card, (), run)
        return tuple(card.code for card in made)

    def _can_be_made(self, spec: NewCard) -> bool:
        """Return whether the law still has everything that the card needs.

        An effect that continues under an earlier law may name something that has been repealed (R106).
        """
        law = self.act.law
        if not modifiers_of(law).keys() >= set(spec.with_):
            return False
        if spec.card != RANDOM.card:
            return spec.card in species_of(law)
        wanted = convert(spec.raw, Spec)
        known = all(name in collections_of(law) for name, _ in wanted.collections or ())
        return known and law.has("random_cards") and bool(species_to_draw(law, wanted.types))

    def move(self, cards: Cards, place: Place, to: str, run: Runner) -> None:
        if place != "inventory":
            raise OutOfPlace(f"there is no {place} in the hall")
        self._hand_over([card for card in self._free(cards) if card.holder != to and self._may_move(card, to)], to)

    def swap(self, one: Ref, other: Ref, run: Runner) -> None:
        (first, second) = self.card(one), self.card(other)
        owners = first.holder, second.holder
        can_be_swapped = len(self._free((one, other))) == 2 and owners[0] != owners[1]
        if can_be_swapped and self._may_move(first, owners[1]) and self._may_move(second, owners[0]):
            self._hand_over([first], owners[1])
            self._hand_over([second], owners[0])

    def destroy(self, cards: Cards, originals: bool, run: Runner) -> None:
        destructible = [card for card in self._free(cards) if self.can_be_destroyed(card.code)]
        self._hand_over([card for card in destructible if self._may_move(card, "")], "")

    def _hand_over(self, cards: list[Card], to: str) -> None:
        """Transfer cards to another holder, or destroy them if `to` is empty."""
        self._touch(*cards)
        ledger_of(self.act).move_cards(cards, to)
        self.changes += len(cards)

    def _may_move(self, card: Card, to: str) -> bool:
        """Return whether no freeze stops the transfer or destruction of a card."""
        return not self._is_frozen(card.holder, to, card.species, card.code)

    def _free(self, cards: Cards) -> list[Card]:
        return [self.card(card) for card in cards if self.is_free(card)]

    def change(self, card: Ref, change: Change, run: Runner) -> None:
        """Change a card, unless it no longer has an owner or a game locks it (R117)."""
        if not self.is_free(card):
            return
        known = self.card(card)
        self._touch(known)
        before = _carried(known)
        held = set(known.modifier_names)
        change_card(self.act.law, known, change, run.me)
        known.modifiers = inherited(known.modifiers, [self.card(one) for one in change.inherit])
        rolled = [each for each in change.collections if each[0] in collections_of(self.act.law)]
        roll_collections(self.act, known, rolled, run.me, f"{run.label}, {known.code}")
        ledger_of(self.act).alter(known, *FIELDS)
        self.changes += _carried(known) != before
        run_gain_effects(self, self.act.law, known, held, run)

    def become(self, card: Ref, spec: NewCard, run: Runner) -> None:
        known = self.card(card)
        owner = known.holder
        if not self.is_free(card) or not self._may_move(known, ""):
            return
        if spec.card == RANDOM.card or not self._is_frozen("", owner, spec.card, spec.card):
            self._hand_over([known], "")
            self.add(spec, 1, "inventory", owner, run)

    # ── available only in a game

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        raise OutOfPlace("nobody owes a choice in the hall")

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        raise OutOfPlace("nobody has a turn in the hall")

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        raise OutOfPlace("nobody draws in the hall")

    def finish(self, how: str, player: str, run: Runner) -> None:
        raise OutOfPlace("no game ends in the hall")

    def play(self, card: Ref, without: tuple[str, ...], run: Runner) -> None:
        raise OutOfPlace("nothing is played in the hall")

    def act_as(self, modifier: str, run: Runner) -> None:
        raise OutOfPlace("no card acts in the hall")

    def again(self, species: str, run: Runner) -> None:
        raise OutOfPlace("no card acts in the hall")

    def wait(self, waiting: Waiting, run: Runner) -> None:
        raise OutOfPlace("nothing waits in the hall")


def _carried(card: Card) -> list[Any]:
    """Return the values of all fields of a card that an effect can change."""
    return [list(getattr(card, field)) for field in FIELDS]


HALL = CardHall(names=names_of_cards, seen=HallOfCardsSeen, acting=HallOfCards)

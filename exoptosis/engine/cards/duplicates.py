"""Duplicates of inventory cards (R31, R92), and the effect of a changed law on the cards of a game (R106)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from exoptosis.engine.cards.card import Base, Card, CardId, Original
from exoptosis.engine.mutable_state import Draft
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Played, Seat, State

T = TypeVar("T", int, str)


def enter(draft: Draft, player: str, cards: Iterable[Original]) -> None:
    """Add duplicates of these originals to a player's deck, each at most once per game (R31).

    Under a law without duplicates, the cards themselves enter. A card that was elsewhere meanwhile enters again (R117).
    """
    seat = draft.seats[player]
    there = (
        set(seat.entered) if draft.rules.duplicates else originals_here(draft.seats.values(), draft.pile, draft.cards)
    )
    new = {card.code: card for card in cards if card.code not in there}
    duplicates = tuple(_duplicate(draft, card) for card in new.values())
    entered = tuple(dict.fromkeys((*seat.entered, *new)))
    draft.reseat(player, deck=(*seat.deck, *duplicates), entered=entered)


def originals_here(seats: Iterable[Seat], pile: Iterable[Played], cards: Mapping[CardId, Card]) -> set[str]:
    """Return the codes of all originals in this game."""
    lying = [card for seat in seats for card in (*seat.hand, *seat.deck)]
    lying += [played.card for played in pile]
    return {cards[card].original for card in lying} - {""}


def _duplicate(draft: Draft, original: Original) -> CardId:
    number = draft.fresh_card()
    draft.species = {**draft.species, original.species: draft.base_of(original.species)}
    draft.cards[number] = card_of(draft, number, original)
    return number


def card_of(draft: Draft, number: CardId, original: Original) -> Card:
    """Convert an inventory's card to a card of this game, with its species' traits and its own (R25)."""
    base = _still_had(draft.base_of(original.species), original)
    finite = [value for value in original.own_values if isinstance(value, int)]
    without_end = [value.from_ for value in original.own_values if not isinstance(value, int)]
    return Card(
        id=number,
        species=original.species,
        values=tuple(sorted({*base.values, *finite})),
        values_from=base.values_from if base.values_from is not None else next(iter(without_end), None),
        suits=_union(base.suits, original.own_suits),
        colours=_union(base.colours, original.own_colours),
        types=_union(base.types, original.own_types),
        modifiers=original.modifiers,
        original=original.code,
    )


def _still_had(base: Base, original: Original) -> Base:
    """Return the traits of the species that an inventory's card still has."""
    if not original.own_only:
        return base
    lost: dict[str, Any] = dict.fromkeys(original.own_only, ())
    return replace(base, **lost, **({"values_from": None} if "values" in lost else {}))


def follow_law(rules: Rules, state: State) -> State:
    """Return the state with its cards' sets adjusted to the law in force.

    Gained and lost traits of a card are kept (R106).
    """
    if state.law == rules.number:
        return state
    changed = {name: (old, new) for name, old in state.species.items() if (new := _base(rules, name, old)) != old}
    if not changed:
        return replace(state, law=rules.number)
    cards = {number: _adjusted(card, changed) for number, card in state.cards.items()}
    species = {**state.species, **{name: new for name, (_, new) in changed.items()}}
    return replace(state, cards=cards, species=species, law=rules.number)


def _base(rules: Rules, name: str, old: Base) -> Base:
    """Return the species' traits. A repealed species keeps its old ones."""
    known = rules.species.get(name)
    return old if known is None else known.base


def _adjusted(card: Card, changed: Mapping[str, tuple[Base, Base]]) -> Card:
    if card.species not in changed:
        return card
    old, new = changed[card.species]
    shifted = not set(old.values) <= set(card.values) or (
        old.values_from is not None and card.values_from != old.values_from
    )
    return replace(
        card,
        values=card.values if shifted else tuple(sorted(_rebased(card.values, old.values, new.values))),
        values_from=card.values_from if shifted or card.values_from != old.values_from else new.values_from,
        suits=_rebased(card.suits, old.suits, new.suits),
        colours=_rebased(card.colours, old.colours, new.colours),
        types=_rebased(card.types, old.types, new.types),
    )


def _rebased(held: Sequence[T], old: Sequence[T], new: Sequence[T]) -> tuple[T, ...]:
    """Return the new set with the card's own changes of the old one.

    Lost traits are removed, and gained ones are added.
    """
    kept: list[T] = [member for member in new if member in held or member not in old]
    gained: list[T] = [member for member in held if member not in old]
    return tuple(dict.fromkeys(kept + gained))


def _union(one: Sequence[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))

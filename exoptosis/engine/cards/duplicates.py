"""Duplicates of inventory cards: the cards that players bring into a game (R31, R92)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from exoptosis.engine.cards.card import Base, Card, CardId, Original
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Played, Seat


def enter(draft: MutableState, player: str, cards: Iterable[Original]) -> None:
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
    """Return the codes of all originals in hands, in decks and on the pile."""
    lying = [card for seat in seats for card in (*seat.hand, *seat.deck)]
    lying += [played.card for played in pile]
    return {cards[card].original for card in lying} - {""}


def _duplicate(draft: MutableState, original: Original) -> CardId:
    number = draft.fresh_card()
    draft.species = {**draft.species, original.species: draft.base_of(original.species)}
    draft.cards[number] = card_of(draft, number, original)
    return number


def card_of(draft: MutableState, number: CardId, original: Original) -> Card:
    """Return a card of this game for an inventory's card, with its species' traits and its own (R25)."""
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
    """Return the species' traits without those that the card's own traits replace."""
    if not original.own_only:
        return base
    lost: dict[str, Any] = dict.fromkeys(original.own_only, ())
    return replace(base, **lost, **({"values_from": None} if "values" in lost else {}))


def _union(one: Sequence[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))

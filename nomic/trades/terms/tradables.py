"""Tradable things: items, and the cards that a game knows by name."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.card_views import face_of
from nomic.inventory.law_section import items_of
from nomic.inventory.models import Card
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of tradable things under a law: of each item by name, and one price for any card."""

    items: Mapping[str, int]
    card: int


def _no_prices(law: Law) -> Prices:
    """Return an empty price list, for a game that sells nothing."""
    return Prices({}, 0)


@dataclass(frozen=True, slots=True)
class TradedCards:
    """A game's functions for trading its cards.

    `names` returns the names of a law's cards, by which a player can want one. `held_back` returns the codes of cards
    that cannot be traded now, and `because` is the reason. Bots judge offers by `worth`.
    """

    names: Callable[[Law], Collection[str]]
    held_back: Callable[[ReadContext], Collection[str]]
    because: str
    worth: Callable[[Law], Prices] = _no_prices


_traded: list[TradedCards] = []


def register_traded_cards(cards: TradedCards) -> None:
    """Register a game's cards for trading."""
    if cards not in _traded:
        _traded.append(cards)


def items_to_trade(law: Law) -> list[str]:
    """Return the tradable items in the law's order. Traits are excluded, because they stay with their owner."""
    items = items_of(law)
    listed = sorted(items, key=lambda name: (items[name].place, name))
    return [name for name in listed if items[name].kind != "trait"]


def names_of_cards(law: Law) -> frozenset[str]:
    """Return the card names that a trade can ask for under this law."""
    return law.once("names of cards to trade", lambda: frozenset(name for each in _traded for name in each.names(law)))


def held_back(ctx: ReadContext) -> dict[str, str]:
    """Return the cards that cannot be traded now: their codes, each with the reason."""
    return ctx.recall(
        "cards held back", lambda: {code: each.because for each in _traded for code in each.held_back(ctx)}
    )


def card_in_words(law: Law, card: Card) -> str:
    """Return a card's name followed by its modifiers, as text."""
    face = face_of(law, card)
    modifiers = ", ".join(modifier.name for modifier in face.modifiers)
    return f"{face.name} ({modifiers})" if modifiers else face.name


def worth_of_things(law: Law) -> Prices:
    """Return the price list of the game that sells things, or an empty price list."""
    return law.once("worth of things", lambda: next((each.worth(law) for each in _traded), _no_prices(law)))

"""What can be traded: items, and the cards that a game knows by name."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from nomic.cycles.actions.context import Moment
from nomic.inventory.faces import face_of
from nomic.inventory.law_section import items_of
from nomic.inventory.models import Card
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Worth:
    """What things cost by a law's own prices: each item by name, and a card, whichever it is."""

    items: Mapping[str, int]
    card: int


def _no_prices(law: Law) -> Worth:
    """A law that sells nothing."""
    return Worth({}, 0)


@dataclass(frozen=True, slots=True)
class TradedCards:
    """What a game with cards says of them to whoever trades.

    `names` are those of a law's cards, by which somebody can want one. `held_back` has the codes of cards that cannot
    be traded now, `because` says why. By what things are `worth` bots judge what they are offered.
    """

    names: Callable[[Law], Collection[str]]
    held_back: Callable[[Moment], Collection[str]]
    because: str
    worth: Callable[[Law], Worth] = _no_prices


_traded: list[TradedCards] = []


def register_traded_cards(cards: TradedCards) -> None:
    """Have cards be traded as a game says."""
    if cards not in _traded:
        _traded.append(cards)


def items_to_trade(law: Law) -> list[str]:
    """The items that can be traded, in the law's order: a trait stays with whom it is of."""
    items = items_of(law)
    listed = sorted(items, key=lambda name: (items[name].place, name))
    return [name for name in listed if items[name].kind != "trait"]


def names_of_cards(law: Law) -> frozenset[str]:
    """The names by which cards can be wanted."""
    return law.once("names of cards to trade", lambda: frozenset(name for each in _traded for name in each.names(law)))


def held_back(moment: Moment) -> dict[str, str]:
    """The cards that cannot be traded now, by code, and why."""
    return moment.recall(
        "cards held back", lambda: {code: each.because for each in _traded for code in each.held_back(moment)}
    )


def called(law: Law, card: Card) -> str:
    """A card in few words: its name and its modifiers."""
    face = face_of(law, card)
    modifiers = ", ".join(modifier.name for modifier in face.modifiers)
    return f"{face.name} ({modifiers})" if modifiers else face.name


def worth_of_things(law: Law) -> Worth:
    """What things are worth by the prices of the game that sells them; where nobody does, nothing is worth anything."""
    return law.once("worth of things", lambda: next((each.worth(law) for each in _traded), _no_prices(law)))

"""The names that a law provides for its clauses: items, and names of a game with cards."""

from collections.abc import Callable

from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law

NamesOfCards = Callable[[Law], Vocabulary | None]

_of_cards: list[NamesOfCards] = []


def register_names_of_cards(names: NamesOfCards) -> None:
    """Register a function that returns the vocabulary of a law with cards, and None for other laws."""
    if names not in _of_cards:
        _of_cards.append(names)


def names_of(law: Law) -> Vocabulary:
    """Return the vocabulary of a law without its stored values."""
    for names in _of_cards:
        known = names(law)
        if known is not None:
            return known
    return Vocabulary(items=frozenset(items_of(law)), there_are=frozenset())

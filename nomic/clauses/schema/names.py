"""The names of a law that its clauses may use: items and kept values, and what a game with cards adds."""

from collections.abc import Callable

from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law

NamesOfCards = Callable[[Law], Vocabulary | None]

_of_cards: list[NamesOfCards] = []


def register_names_of_cards(names: NamesOfCards) -> None:
    """`names(law)` gives every name of a law that has cards, and None for any other."""
    if names not in _of_cards:
        _of_cards.append(names)


def names_of(law: Law) -> Vocabulary:
    """The names of a law, without those of values."""
    for names in _of_cards:
        known = names(law)
        if known is not None:
            return known
    return Vocabulary(items=frozenset(items_of(law)), there_are=frozenset())

"""Adjusts the cards of a running game to a changed law (R106)."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from exoptosis.engine.cards.card import Base, Card
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State

T = TypeVar("T", int, str)


def follow_law(rules: Rules, state: State) -> State:
    """Return the state with the cards' traits adjusted to the law in force.

    Traits that a card gained or lost itself stay gained or lost (R106).
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
    """Return the traits of a species. A repealed species keeps its old ones."""
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
    """Return the new set of a species' trait with the card's own changes: lost members removed, gained ones added."""
    kept: list[T] = [member for member in new if member in held or member not in old]
    gained: list[T] = [member for member in held if member not in old]
    return tuple(dict.fromkeys(kept + gained))

"""Random cards (R27): the species, then the collections in force, then a missing colour and suit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from exoptosis.cards.card_properties import apply_modifier, properties
from exoptosis.law.cards import RandomCards, collections_of, species_of
from nomic.chance.draw_source import Source
from nomic.inventory.models import Card
from nomic.law.document.sections import Law


class Making(Protocol):
    """The law and the source of chance for new cards: an act of a cycle, or a simulation."""

    @property
    def law(self) -> Law: ...

    @property
    def chance(self) -> Source: ...


@dataclass(frozen=True, slots=True)
class CardConstraints:
    """Constraints on a random card: its types, and collections that replace the usual ones."""

    types: tuple[str, ...] = ()
    collections: tuple[tuple[str, int], ...] | None = None


ANY = CardConstraints()


def species_to_draw(law: Law, types: Sequence[str] = ()) -> list[str]:
    """Return the species to draw from, in a fixed order: those of the given types, or all except excluded ones."""
    return law.once(("species to draw", tuple(types)), lambda: _species_to_draw(law, types))


def _species_to_draw(law: Law, types: Sequence[str]) -> list[str]:
    excluded = set(law.section("random_cards", RandomCards).excluded_types)
    species = species_of(law)
    return [
        name
        for name in sorted(species, key=lambda name: (species[name].place, name))
        if not excluded & set(species[name].types) and (not types or set(types) & set(species[name].types))
    ]


def collections_in_force(law: Law, wanted: CardConstraints = ANY) -> list[tuple[str, int]]:
    """Return the collections that apply, in order, with their chances in per cent."""
    if wanted.collections is not None:
        return list(wanted.collections)
    known = collections_of(law)
    return [(name, known[name].chance) for name in law.section("random_cards", RandomCards).collections]


def random_cards(making: Making, wanted: CardConstraints, count: int, owner: str, label: str) -> list[Card]:
    """Create `count` random cards for `owner`, without saving them. `label` begins the labels of the draws."""
    return [_random_card(making, wanted, owner, f"{label}, card {number}") for number in range(1, count + 1)]


def _random_card(making: Making, wanted: CardConstraints, owner: str, label: str) -> Card:
    law = making.law
    card = Card(
        species=making.chance.pick(species_to_draw(law, wanted.types), f"{label}, species", f"{label}: the species")
    )
    roll_collections(making, card, collections_in_force(law, wanted), owner, label)
    rules = law.section("random_cards", RandomCards)
    if rules.missing_colour is not None and not properties(law, card).colours:
        apply_element(making, card, rules.missing_colour, owner, f"{label}, colour")
    if rules.missing_suit is not None and not properties(law, card).suits:
        apply_element(making, card, rules.missing_suit, owner, f"{label}, suit")
    return card


def roll_collections(
    making: Making, card: Card, collections: Sequence[tuple[str, int]], owner: str, label: str
) -> None:
    """Draw for each collection, in order, whether it hits. If it does, apply one of its elements."""
    for place, (name, chance) in enumerate(collections):
        if making.chance.hits(chance, f"{label}, {place}. {name}?", f"{label}: does {name} hit ({chance} in 100)?"):
            apply_element(making, card, name, owner, f"{label}, {place}. {name}")


def apply_element(making: Making, card: Card, collection: str, owner: str, label: str) -> None:
    """Apply one uniformly drawn element of a collection.

    An element listed twice is twice as likely.
    """
    element = making.chance.pick(
        collections_of(making.law)[collection].elements, label, f"{label}: which of {collection}"
    )
    apply_modifier(making.law, card, element, by=owner)

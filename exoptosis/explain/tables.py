"""Tables of the hall's law: cards, modifiers, collections, packs, shop, and card traits."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from exoptosis.law.cards import CardTraits, EndlessValues, Species, collections_of, modifiers_of, species_of
from exoptosis.law.shop_catalogues import Offer, Packs, Shop, is_named_as_pack, packs_of
from exoptosis.shop.buy import granted_items, in_law, offers
from nomic.effects.checking.effects_in_sections import EffectJson
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.effects.prose.describe import effect_in_words
from nomic.inventory.law_section import items_of, wording_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.indented_outline import in_one_line
from nomic.law.rules.generated_tables import LawTable

BY_DATA = "Exactly"  # generated from the effects themselves, so that text and data can be compared


class Placed(Protocol):
    """An entry of a section that has a `place` in the section's order."""

    @property
    def place(self) -> int: ...


def in_place(entries: Mapping[str, Placed]) -> list[str]:
    """Return the names of entries sorted by their places."""
    return sorted(entries, key=lambda name: (entries[name].place, name))


def listed(names: Iterable[str]) -> str:
    """Return names as the text of a cell, or a dash if there are none."""
    return ", ".join(names) or "–"


def values_in_words(species: Species) -> str:
    """Return a species' values as the text of a cell."""
    if isinstance(species.values, EndlessValues):
        start = species.values.from_
        return f"{start}, {start + 1}, {start + 2}, …"
    return listed(str(value) for value in species.values)


def cards_table(law: Law) -> LawTable:
    """Return the table of all species."""
    cards = species_of(law)
    return LawTable(
        "Species of cards",
        ["Name", "Values", "Suits", "Colours", "Types", "Effects"],
        [
            [
                name,
                values_in_words(cards[name]),
                listed(cards[name].suits),
                listed(cards[name].colours),
                listed(cards[name].types),
                cards[name].text or in_one_line(entry_explanation(law, "cards", name)) or "–",
            ]
            for name in in_place(cards)
        ],
        tuple(pointer("cards", name) for name in in_place(cards)),
    )


def modifiers_table(law: Law) -> LawTable:
    """Return the table of all modifiers."""
    modifiers = modifiers_of(law)
    return LawTable(
        "Modifiers",
        ["Name", "Effects", BY_DATA],
        [
            [name, modifiers[name].text or "–", in_one_line(entry_explanation(law, "modifiers", name)) or "–"]
            for name in in_place(modifiers)
        ],
        tuple(pointer("modifiers", name) for name in in_place(modifiers)),
    )


def collections_table(law: Law) -> LawTable:
    """Return the table of all collections of modifiers."""
    collections = collections_of(law)
    return LawTable(
        "Modifier collections",
        ["Collection", "Elements", "Chance"],
        [[name, listed(collections[name].elements), f"{collections[name].chance}%"] for name in in_place(collections)],
        tuple(pointer("collections", name) for name in in_place(collections)),
    )


def gains_in_words(law: Law, effect: EffectJson) -> list[str]:
    """Return a player's gains from an effect as texts: "2 random Rare cards", "1 Chip".

    Any other effect is described in sentences.
    """
    said = effect_in_words(read_effect(effect, scopes.HALL), wording_of(law))
    return [text.removeprefix("Gain ").removesuffix(".") for text in said]


def contents_in_words(law: Law, offer: Offer) -> list[str]:
    """Return the contents of an offer's packs as texts.

    An offer without items is described by its effect.
    """
    packs, items = packs_of(law), granted_items(offer)
    if not items:
        return gains_in_words(law, offer.gives)
    return [part for item in items if item in packs for part in gains_in_words(law, packs[item].contents)]


def packs_table(law: Law) -> LawTable:
    """Return the table of packs with their contents."""
    packs, items = law.section("packs", Packs).root, items_of(law)
    empty = [name for name in in_place(items) if is_named_as_pack(name) and name not in packs]
    return LawTable(
        "Card packs",
        ["Pack", "Contents"],
        [
            *([name, ", ".join(gains_in_words(law, packs[name].contents))] for name in in_place(packs)),
            *([name, "nothing (R141)"] for name in empty),
        ],
        (*(pointer("packs", name) for name in in_place(packs)), *(pointer("items", name) for name in empty)),
    )


def shop_table(law: Law) -> LawTable:
    """Return the table of offers with their prices."""
    return LawTable(
        law.section("shop", Shop).title,
        ["Items", "Cost"],
        [[" and ".join(gains_in_words(law, offer.gives)), in_law(law, offer)] for _, offer in offers(law)],
        tuple(pointer("shop", "offers", name) for name, _ in offers(law)),
    )


def suits_table(law: Law) -> LawTable:
    """Return the table of all suits."""
    suits = law.section("card_traits", CardTraits).suits
    return LawTable("Suits", ["Suit"], [[suit] for suit in suits], place=pointer("card_traits", "suits"))


def colours_table(law: Law) -> LawTable:
    """Return the table of all colours with their opposites."""
    traits = law.section("card_traits", CardTraits)
    opposites: dict[str, list[str]] = {colour: [] for colour in traits.colours}
    for first, second in traits.opposites:
        opposites[first].append(second)
        opposites[second].append(first)
    rows = [[name, listed(opposites[name])] for name in traits.colours]
    return LawTable("Colours", ["Colour", "Opposites"], rows, place=pointer("card_traits", "colours"))


def types_table(law: Law) -> LawTable:
    """Return the table of all types of cards."""
    types = law.section("card_traits", CardTraits).types
    rows = [[name, types[name].text or "–"] for name in sorted(types)]
    places = tuple(pointer("card_traits", "types", name) for name in sorted(types))
    return LawTable("Types", ["Type", "What it is"], rows, places)


TABLES: dict[str, Callable[[Law], LawTable]] = {
    "cards": cards_table,
    "modifiers": modifiers_table,
    "collections": collections_table,
    "packs": packs_table,
    "shop": shop_table,
    "suits": suits_table,
    "colours": colours_table,
    "types": types_table,
}

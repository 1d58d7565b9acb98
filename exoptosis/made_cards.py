"""Cards that effects make: of a species with what is named and nothing else (R91), or random ones (R27)."""

from typing import Any

from exoptosis.cards import apply_modifier
from exoptosis.random_cards import Making, Wanted, random_cards
from nomic.inventory.models import Card

Json = Any


def made_cards(making: Making, spec: Json, count: int, owner: str, label: str) -> list[Card]:
    """So many cards for `owner` as an effect's `spec` ({card, with, types, collections}) describes them, not saved.

    `label` names the draws within the entry.
    """
    if spec["card"] != "random":
        cards = [Card(species=spec["card"]) for _ in range(count)]
    else:
        collections = spec.get("collections")
        wanted = Wanted(
            tuple(spec.get("types", ())),
            None if collections is None else tuple((name, chance) for name, chance in collections),
        )
        cards = random_cards(making, wanted, count, owner, label)
    for card in cards:
        for name in spec.get("with", ()):
            apply_modifier(making.law, card, name, by=owner)
    return cards

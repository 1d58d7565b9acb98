"""The properties of a card under a law: those of its species, with the changes of this copy (R25)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, convert
from msgspec.structs import replace

from exoptosis.engine.cards.card import CardElsewhere, Original
from exoptosis.engine.cards.outside_cards import ELSEWHERE
from exoptosis.law.cards import EndlessValues, ModifierKind, Species, modifiers_of, species_of
from nomic.inventory.card_views import Face, FaceModifier
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import entry_explanation
from nomic.law.schema.json_reader import Json

NO_SPECIES = Species()
TRAITS = ("values", "suits", "colours", "types")
UNKNOWN = ModifierKind()  # in place of one that the law no longer has


@dataclass(frozen=True, slots=True)
class Properties:
    """The trait sets of a card. `values_from`, if not None, is the start of an endless set of values."""

    values: tuple[int, ...]
    values_from: int | None
    suits: tuple[str, ...]
    colours: tuple[str, ...]
    types: tuple[str, ...]

    @property
    def values_in_words(self) -> str:
        """The values as text: "5", "-2, 7", "0, 1, 2, …", or "" for a card without a value."""
        parts = [str(value) for value in self.values]
        if self.values_from is not None:
            parts += [str(self.values_from + step) for step in range(3)] + ["…"]
        return ", ".join(parts)


def properties(law: Law, card: Card) -> Properties:
    """Return a card's values, suits, colours and types under a law.

    A repealed species contributes nothing.
    """
    held = {trait: [*traits_of_species(law, card, trait), *own_of(card, trait)] for trait in TRAITS}
    return Properties(
        values=tuple(sorted({value for value in held["values"] if not isinstance(value, dict)})),
        values_from=next((value["from"] for value in held["values"] if isinstance(value, dict)), None),
        suits=_union(held["suits"]),
        colours=_union(held["colours"]),
        types=_union(held["types"]),
    )


def traits_of_species(law: Law, card: Card, trait: str) -> list[Any]:
    """Return the values of a trait that a card has from its species.

    Empty if the card's own values replace them. An endless set of values is {"from": n}.
    """
    if trait in card.own_only:
        return []
    species = species_of(law).get(card.species, NO_SPECIES)
    if trait == "values" and isinstance(species.values, EndlessValues):
        return [{"from": species.values.from_}]
    return list(getattr(species, trait))


def own_of(card: Card, trait: str) -> list[Any]:
    """Return the values of a trait that a card has itself, apart from those of its species."""
    return list(getattr(card, f"own_{trait}"))


def original_of(card: Card) -> Original:
    """Return a card of an inventory as the engine represents it."""
    original = convert(card, Original, from_attributes=True)
    return original if card.own_only else replace(original, own_only=UNSET)


def originals_of(cards: Iterable[Card]) -> tuple[Original, ...]:
    """Return inventory cards as the engine represents them."""
    return tuple(original_of(card) for card in cards)


def seen_from_elsewhere(law: Law, card: Card, owner: str) -> CardElsewhere:
    """Return a card of an inventory as the engine represents cards outside of its game."""
    held = properties(law, card)
    return CardElsewhere(
        ref=f"{ELSEWHERE}{card.code}",
        original=card.code,
        owner=owner,
        species=card.species,
        values=held.values,
        values_from=held.values_from,
        suits=held.suits,
        colours=held.colours,
        types=held.types,
        modifiers=tuple(card.modifier_names),
    )


def keep_what_battle_left(card: Card, modifiers: list[Json], gained: Mapping[str, Sequence[Json]]) -> None:
    """Set the card's modifiers, and add the traits that the card has gained in a battle (R48).

    The card is not saved.
    """
    card.modifiers = modifiers
    for trait, names in gained.items():
        own = f"own_{trait}"
        setattr(card, own, [*getattr(card, own), *_new(names, getattr(card, own))])


def _new(names: Sequence[Json], held: Sequence[Json]) -> list[Json]:
    """Return the names or values that the set does not contain yet."""
    return [name for name in names if name not in held]


def _union(*lists: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, in the order of its first occurrence."""
    return tuple(dict.fromkeys(name for names in lists for name in names))


def face(law: Law, card: Card) -> Face:
    """Return the view of a card, as pages and lists show it."""
    held = properties(law, card)
    species = species_of(law).get(card.species)
    known = modifiers_of(law)
    return Face(
        code=card.code,
        name=card.species,
        values=held.values_in_words,
        value_set=held.values,
        values_from=held.values_from,
        sort_value=held.values[0] if held.values else held.values_from,
        suits=held.suits,
        colours=held.colours,
        types=held.types,
        modifiers=tuple(
            FaceModifier(
                modifier["name"],
                known[modifier["name"]].text if modifier["name"] in known else "",
                ", ".join(f"{key} {value}" for key, value in modifier.items() if key != "name"),
                entry_explanation(law, "modifiers", modifier["name"]),
            )
            for modifier in card.modifiers
        ),
        text=species.text if species else "This species has been repealed: it keeps its values and has no effects.",
        does=entry_explanation(law, "cards", card.species),
    )


def apply_modifier(law: Law, card: Card, name: str, by: str) -> str:
    """Apply a modifier to a card, by an act of `by`, and return a description. The card is not saved.

    A modifier that turns into values, suits or colours adds them permanently and disappears (R26). A second application
    changes nothing (R28). A modifier that stores its giver stores the acting player (R30).
    """
    modifier = modifiers_of(law).get(name, UNKNOWN)
    if modifier.turns_into is not None:
        card.own_values = [*card.own_values, *_new(modifier.turns_into.values, card.own_values)]
        card.own_suits = list(_union(card.own_suits, modifier.turns_into.suits))
        card.own_colours = list(_union(card.own_colours, modifier.turns_into.colours))
        return name
    if name not in card.modifier_names:
        card.modifiers = [
            *card.modifiers,
            {"name": name, "by": by} if modifier.remembers_giver else {"name": name},
        ]
    return name


def card_in_words(law: Law, card: Card) -> str:
    """Return a card as text: "7 of Stars (Hearts, Blue; Speedy)"."""
    held = properties(law, card)
    traits = ", ".join((*held.suits, *held.colours))
    inside = "; ".join(part for part in (traits, ", ".join(card.modifier_names)) if part)
    return f"{card.species} ({inside})" if inside else card.species

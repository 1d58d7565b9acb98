"""Law sections about cards and the hall, and the checks of their consistency."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, RootModel

from exoptosis.law import labels
from exoptosis.law.hooks import ModifierHooks, SpeciesHooks, brought_by, hook_flaws, roles_of
from nomic.effects.checking.modifier_cycles import circle
from nomic.effects.language.vocabulary import CARDS_THAT_LEAVE_THE_PILE, Vocabulary
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.schema.text_types import NAMED_ONCE, LawName, LawText

# Flags that a modifier can give its card, in addition to effects.
FLAGS = ("indestructible", "off_turn", "not_in_first_hand")
Name = LawName
ALL_MODIFIERS = "all"  # in effects, in place of the name of a modifier
Value = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Names = Annotated[list[Name], NAMED_ONCE]
Values = Annotated[list[Value], NAMED_ONCE]
PerCent = Annotated[int, Field(ge=0, le=100)]


class EndlessValues(SectionModel):
    """All integers from `from_` upwards, as an endless set of values (R25)."""

    from_: Value = Field(alias="from")


class CardTraits(SectionModel):
    """The existing suits, colours and types, and which colours oppose each other.

    A card of a `see_through` colour counts as having the colours of the card beneath it (R39).
    """

    suits: Names
    colours: Names
    opposites: list[Annotated[list[Name], Field(min_length=2, max_length=2)]]
    see_through: Names = []
    types: dict[Name, "CardType"]


class CardType(SectionModel):
    """A type that cards can have, with the text that explains it."""

    text: LawText = ""


class Species(SectionModel):
    """A species of card. `values` is a set, possibly endless. `hooks` are its effects when it is played."""

    values: Values | EndlessValues = []
    suits: Names = []
    colours: Names = []
    types: Names = []
    text: LawText = ""
    hooks: SpeciesHooks = Field(default=SpeciesHooks(), title="What it does")
    place: int = 0


class Gains(SectionModel):
    """The traits that a modifier adds to a card permanently before the modifier disappears (R26)."""

    values: Values = []
    suits: Names = []
    colours: Names = []


class ModifierKind(SectionModel):
    """A modifier of a copy of a card. If `turns_into` is given, it changes the card and then disappears (R26)."""

    text: LawText = ""
    turns_into: Gains | None = None
    remembers_giver: bool = Field(default=False, description="remembers whose act applied it (R30)")
    indestructible: bool = Field(default=False, description="keeps its card from being destroyed (R30)")
    off_turn: bool = Field(default=False, description="lets its card be played out of turn (R74)")
    not_in_first_hand: bool = Field(default=False, description="keeps its card out of the first hand (R32)")
    counts: bool = Field(default=False, description="keeps count, as of battles (R48)")
    hooks: ModifierHooks = Field(default=ModifierHooks(), title="What it does")
    place: int = 0


class Collection(SectionModel):
    """Modifiers, one of which can be drawn. A modifier listed twice is twice as likely. `chance` is in per cent."""

    elements: list[Name] = Field(min_length=1, max_length=500)
    chance: PerCent
    place: int = 0


MAX_ROLLED = 20  # collections that are rolled for one random card


class RandomCards(SectionModel):
    """Settings for random cards (R27): excluded species, and default collections.

    Also the source of a missing colour or suit; null leaves it missing.
    """

    excluded_types: Names
    collections: list[Name] = Field(max_length=MAX_ROLLED)
    missing_colour: Name | None
    missing_suit: Name | None


class Cards(RootModel[dict[Name, Species]]):
    """All species by name."""


class Modifiers(RootModel[dict[Name, ModifierKind]]):
    """All modifiers by name."""


class Collections(RootModel[dict[Name, Collection]]):
    """All collections of modifiers by name."""


def species_of(law: Law) -> dict[str, Species]:
    """Return all species of a law, or an empty dict if it has no cards."""
    cards = law.section_or_none("cards", Cards)
    return {} if cards is None else cards.root


def modifiers_of(law: Law) -> dict[str, ModifierKind]:
    """Return all modifiers of a law, or an empty dict if it has none."""
    modifiers = law.section_or_none("modifiers", Modifiers)
    return {} if modifiers is None else modifiers.root


def collections_of(law: Law) -> dict[str, Collection]:
    """Return all collections of a law, or an empty dict if it has none."""
    collections = law.section_or_none("collections", Collections)
    return {} if collections is None else collections.root


def vocabulary_of(law: Law) -> Vocabulary:
    """Return the names of a law that its effects may use."""
    traits = law.section_or_none("card_traits", CardTraits)
    return Vocabulary(
        species=frozenset(species_of(law)),
        modifiers=frozenset(modifiers_of(law)),
        collections={name: tuple(collection.elements) for name, collection in collections_of(law).items()},
        items=frozenset(items_of(law)),
        suits=frozenset(traits.suits if traits else ()),
        colours=frozenset(traits.colours if traits else ()),
        types=frozenset(traits.types if traits else ()),
        flags=frozenset(FLAGS),
        there_are=frozenset(_features(law)),
        rolled_for=len(law.section("random_cards", RandomCards).collections) if law.has("random_cards") else 0,
    )


def _features(law: Law) -> Iterator[str]:
    """Yield the optional features that the law's cards provide to effects."""
    yield "cards"
    if law.has("random_cards"):
        yield "random cards"
    game = law.document.get("exoptosis")
    if isinstance(game, dict) and game.get("played") == "may-leave":
        yield CARDS_THAT_LEAVE_THE_PILE


def names_of_cards(law: Law) -> Vocabulary | None:
    """Return the vocabulary for effects outside of games under a law with cards, or None for any other law."""
    return vocabulary_of(law) if law.has("cards") else None


def missing(law: Law, *needed: str) -> Iterator[Flaw]:
    """Yield a flaw for each of these sections that the law lacks."""
    for name in needed:
        if not law.has(name):
            yield Flaw("", f"this law needs a section {name!r} too")


def _unknown(path: str, what: str, names: list[str], known: Any) -> Iterator[Flaw]:
    for name in names:
        if name not in known:
            yield Flaw(path, f"there is no {what} {name!r}")


def _traits_agree(law: Law) -> Iterator[Flaw]:
    traits = law.section("card_traits", CardTraits)
    for count, pair in enumerate(traits.opposites):
        yield from _unknown(pointer("card_traits", "opposites", count), "colour", pair, traits.colours)
    yield from _unknown("/card_traits/see_through", "colour", traits.see_through, traits.colours)


def _cards_agree(law: Law) -> Iterator[Flaw]:
    yield from (lacking := list(missing(law, "card_traits")))
    if lacking:
        return
    traits, known = law.section("card_traits", CardTraits), vocabulary_of(law)
    items = {item.casefold(): item for item in items_of(law)}
    for name, species in species_of(law).items():
        if name.casefold() in items:
            yield Flaw(pointer("cards", name), f"there is an item {items[name.casefold()]!r}: trades name both alike")
        yield from _unknown(pointer("cards", name, "suits"), "suit", species.suits, traits.suits)
        yield from _unknown(pointer("cards", name, "colours"), "colour", species.colours, traits.colours)
        yield from _unknown(pointer("cards", name, "types"), "type", species.types, traits.types)
        yield from hook_flaws(pointer("cards", name, "hooks"), species.hooks, known)


def _modifiers_agree(law: Law) -> Iterator[Flaw]:
    yield from (lacking := list(missing(law, "card_traits")))
    if lacking:
        return
    traits, known = law.section("card_traits", CardTraits), vocabulary_of(law)
    if ALL_MODIFIERS in modifiers_of(law):
        yield Flaw(pointer("modifiers", ALL_MODIFIERS), f"in effects {ALL_MODIFIERS!r} means all modifiers of a card")
    flaws = [
        flaw
        for name, modifier in modifiers_of(law).items()
        for flaw in hook_flaws(pointer("modifiers", name, "hooks"), modifier.hooks, known)
    ]
    yield from flaws or _circles(law, known)
    for name, modifier in modifiers_of(law).items():
        if modifier.turns_into is not None:
            path = pointer("modifiers", name, "turns_into")
            if modifier.hooks.when_gained:
                hook = pointer("modifiers", name, "hooks", "when_gained")
                yield Flaw(hook, "an item cannot give itself: it is used up by turning into its gain")
            yield from _unknown(path, "suit", modifier.turns_into.suits, traits.suits)
            yield from _unknown(path, "colour", modifier.turns_into.colours, traits.colours)


def _circles(law: Law, known: Vocabulary) -> Iterator[Flaw]:
    """Yield a flaw for each cycle of modifiers.

    Modifiers that act as each other, or that add each other, would never end.
    """
    roles = {name: roles_of(modifier.hooks, known) for name, modifier in modifiers_of(law).items()}
    if found := circle(roles):
        way = " as ".join((*found, found[0]))
        yield Flaw(pointer("modifiers", found[0], "hooks"), f"modifiers act as each other in a loop: {way}")
    brought = {name: brought_by(modifier.hooks, known) for name, modifier in modifiers_of(law).items()}
    if found := circle(brought):
        path = pointer("modifiers", found[0], "hooks", "when_gained")
        yield Flaw(path, f"modifiers add each other in a loop: {', then '.join((*found, found[0]))}")


def _collections_agree(law: Law) -> Iterator[Flaw]:
    yield from (lacking := list(missing(law, "modifiers")))
    if not lacking:
        for name, collection in collections_of(law).items():
            yield from _unknown(
                pointer("collections", name, "elements"), "modifier", collection.elements, modifiers_of(law)
            )


def _random_cards_agree(law: Law) -> Iterator[Flaw]:
    yield from (lacking := list(missing(law, "cards", "collections", "card_traits")))
    if lacking:
        return
    rules, known = law.section("random_cards", RandomCards), collections_of(law)
    traits = law.section("card_traits", CardTraits)
    yield from _unknown("/random_cards/collections", "collection", rules.collections, known)
    for place, filler in (("missing_colour", rules.missing_colour), ("missing_suit", rules.missing_suit)):
        yield from _unknown(f"/random_cards/{place}", "collection", [filler] if filler else [], known)
    yield from _unknown("/random_cards/excluded_types", "type", rules.excluded_types, traits.types)
    if not any(not set(species.types) & set(rules.excluded_types) for species in species_of(law).values()):
        yield Flaw("/cards", "some species must be left for a random card")
    yield from _undrawable(law)


def _undrawable(law: Law) -> Iterator[Flaw]:
    """Yield a flaw for each effect that creates a random card of certain types if no card of these can be drawn."""
    excluded = set(law.section("random_cards", RandomCards).excluded_types)
    drawn = [set(species.types) for species in species_of(law).values() if not excluded & set(species.types)]
    for path, spec in _random_specs(law.document, ""):
        types = spec.get("types")
        if isinstance(types, list) and types and not any(set(types) & held for held in drawn if _all_names(types)):
            yield Flaw(f"{path}/types", f"no species that can be drawn has the type {listed(types, 'or')}")


def _all_names(types: list[Any]) -> bool:
    return all(isinstance(name, str) for name in types)


def _random_specs(value: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        if value.get("card") == "random":
            yield path, value
        for key, part in value.items():
            yield from _random_specs(part, f"{path}{pointer(key)}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _random_specs(part, f"{path}/{place}")


SECTIONS = (
    Section("card_traits", "Suits, colours and types", CardTraits, agrees=_traits_agree, labels=labels.TRAITS),
    Section("cards", "Cards", Cards, agrees=_cards_agree, ordered_maps=("",), labels=labels.CARDS),
    Section("modifiers", "Modifiers", Modifiers, agrees=_modifiers_agree, ordered_maps=("",), labels=labels.MODIFIERS),
    Section(
        "collections",
        "Modifier collections",
        Collections,
        agrees=_collections_agree,
        ordered_maps=("",),
        labels=labels.COLLECTIONS,
    ),
    Section("random_cards", "Random cards", RandomCards, agrees=_random_cards_agree, labels=labels.RANDOM_CARDS),
)

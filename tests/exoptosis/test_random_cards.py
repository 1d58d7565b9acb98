"""Random cards (R27), and what a card is: R25, R26, R28, R30."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from exoptosis.cards.card_properties import apply_modifier, card_in_words, properties
from exoptosis.cards.random_cards import CardConstraints, collections_in_force, random_cards, species_to_draw
from exoptosis.law.cards import collections_of, modifiers_of, species_of
from exoptosis.law.shop_catalogues import packs_of
from nomic.chance.draw_source import Source
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from tests.support.example_counts import examples
from tests.support.hall import cycle_16

LAW = Law(cycle_16())
SEED = "5eed" * 16

Outcome = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]


class FakeAct:
    """As much of an act as a random card needs."""

    def __init__(self, entry: str, law: Law = LAW) -> None:
        self.law = law
        self.chance = Source(SEED, entry)


def some(wanted: CardConstraints, count: int, law: Law = LAW) -> list[Card]:
    """So many cards, each from an entry of its own."""
    return [random_cards(FakeAct(f"{n:032x}", law), wanted, 1, "ada", "part 1")[0] for n in range(count)]


def outcome(card: Card) -> Outcome:
    return card.species, tuple(sorted(card.own_suits)), tuple(sorted(card.own_colours)), tuple(card.modifier_names)


def exact(wanted: CardConstraints, law: Law = LAW) -> dict[Outcome, Fraction]:
    """The probability of every card there can be, by going through all that can be drawn."""
    document = law.document
    excluded = set(document["random_cards"]["excluded_types"])
    pool = [
        name
        for name, species in document["cards"].items()
        if not excluded & set(species.get("types", [])) and set(wanted.types) <= set(species["types"])
    ]
    rolls = wanted.collections or [
        [name, document["collections"][name]["chance"]] for name in document["random_cards"]["collections"]
    ]
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)

    def elements(name: str) -> Iterable[tuple[str, Fraction]]:
        names = document["collections"][name]["elements"]
        return [(element, Fraction(names.count(element), len(names))) for element in sorted(set(names))]

    def go(card: Card, weight: Fraction, left: list[Any]) -> None:
        if left:
            (name, per_cent), rest = left[0], left[1:]
            if per_cent < 100:
                go(copy(card), weight * Fraction(100 - per_cent, 100), rest)
            for element, share in elements(name):
                hit = copy(card)
                put(document, hit, element)
                go(hit, weight * Fraction(per_cent, 100) * share, rest)
            return
        species = document["cards"][card.species]
        if not (species.get("colours") or card.own_colours):
            branches = [(element, share) for element, share in elements(document["random_cards"]["missing_colour"])]
        else:
            branches = [("", Fraction(1))]
        for colour, one in branches:
            coloured = copy(card)
            put(document, coloured, colour)
            if species.get("suits") or coloured.own_suits:
                chances[outcome(coloured)] += weight * one
                continue
            for suit, other in elements(document["random_cards"]["missing_suit"]):
                suited = copy(coloured)
                put(document, suited, suit)
                chances[outcome(suited)] += weight * one * other

    for name in pool:
        go(Card(species=name), Fraction(1, len(pool)), list(rolls))
    assert sum(chances.values()) == 1
    return chances


def copy(card: Card) -> Card:
    return Card(
        species=card.species,
        own_suits=list(card.own_suits),
        own_colours=list(card.own_colours),
        modifiers=list(card.modifiers),
    )


def put(document: Any, card: Card, name: str) -> None:
    """What a modifier does to a card, said again: it becomes a suit or a colour, or it is carried once."""
    if not name:
        return
    turns_into = document["modifiers"][name].get("turns_into")
    if turns_into:
        card.own_suits = sorted({*card.own_suits, *turns_into.get("suits", [])})
        card.own_colours = sorted({*card.own_colours, *turns_into.get("colours", [])})
    elif name not in card.modifier_names:
        card.modifiers = [*card.modifiers, {"name": name}]


def fits(found: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts agree with what was expected, by chi-square at 1 in 10,000; rare kinds are put together."""
    assert set(found) <= set(expected), set(found) - set(expected)
    rare = [key for key, number in expected.items() if number < 5]
    cells = [(found[key], number) for key, number in expected.items() if number >= 5]
    if rare:
        cells.append((sum(found[key] for key in rare), sum(expected[key] for key in rare)))
    free = len(cells) - 1
    statistic = sum((count - number) ** 2 / number for count, number in cells)
    # Wilson and Hilferty's approximation of the quantile.
    return statistic < free * (1 - 2 / (9 * free) + 3.72 * math.sqrt(2 / (9 * free))) ** 3


def _wanted(spec: dict[str, Any]) -> CardConstraints:
    collections = spec.get("collections")
    return CardConstraints(
        tuple(spec.get("types", ())), collections and tuple((name, chance) for name, chance in collections)
    )


PARTS = {str(part["add"]): _wanted(part["add"]) for pack in packs_of(LAW).values() for part in pack.contents}


@pytest.mark.parametrize("wanted", PARTS.values(), ids=PARTS.keys())
def test_R27_random_cards_have_exactly_the_probabilities_of_the_rules(wanted: CardConstraints) -> None:
    """Hundreds of cards of every part that packs have: species, modifiers, added suits, added colours."""
    count = examples(2400)
    chances, cards = exact(wanted), [outcome(card) for card in some(wanted, count)]
    assert set(cards) <= chances.keys()
    for part in range(4):
        expected: dict[Any, float] = defaultdict(float)
        for key, chance in chances.items():
            expected[key[part]] += float(chance) * count
        assert fits(Counter(card[part] for card in cards), expected), part


def test_R27_filler_depends_on_what_the_collections_added() -> None:
    """Among cards of species without suit, those whose collections gave one got no further suit."""
    cards = [card for card in some(CardConstraints(collections=(("Suits", 50),)), 600) if card.species == "5"]
    assert cards
    assert all(len(card.own_suits) == 1 for card in cards)


def test_R27_draws_come_in_the_order_of_the_rule() -> None:
    """Species, then each collection in the order given with its element, then colour, then suit."""
    act = FakeAct("0" * 32)
    wanted = CardConstraints(collections=(("Rare", 100), ("Cursed", 100), ("Common", 0)))
    (card,) = random_cards(act, wanted, 1, "ada", "part 1")
    labels = [drawn.label.removeprefix("part 1, card 1, ") for drawn in act.chance.drawn]
    assert labels[:6] == ["species", "0. Rare?", "0. Rare", "1. Cursed?", "1. Cursed", "2. Common?"]
    expected = [] if species_of(LAW)[card.species].colours else ["colour"]
    expected += [] if species_of(LAW)[card.species].suits else ["suit"]
    assert labels[6:] == expected


def test_R27_every_draw_says_what_it_is_for() -> None:
    """And no two draws of a pack share a label and index."""
    act = FakeAct("0" * 32)
    for number, part in enumerate(packs_of(LAW)["Legendary Pack"].contents, 1):
        random_cards(act, _wanted(part["add"]), part["n"], "ada", f"part {number}")
    assert all(drawn.purpose and drawn.index == 0 for drawn in act.chance.drawn)
    assert len({drawn.label for drawn in act.chance.drawn}) == len(act.chance.drawn)


def test_R27_all_leaves_out_null_and_rare_means_of_type_rare() -> None:
    """An Amalgam is never found."""
    every, rare = species_to_draw(LAW), species_to_draw(LAW, ["Rare"])
    assert len(every) == len(LAW.document["cards"]) - 1
    assert set(LAW.document["cards"]) - set(every) == {"Amalgam"}
    assert all("Rare" in LAW.document["cards"][name]["types"] for name in rare)
    assert 0 < len(rare) < len(every)


def test_R27_the_usual_collections_are_common_at_20_and_rare_at_5() -> None:
    """Unless a pack says its own."""
    assert collections_in_force(LAW, CardConstraints()) == [("Common", 20), ("Rare", 5)]
    (opened,) = packs_of(LAW)["Already-opened Pack"].contents
    assert collections_in_force(LAW, _wanted(opened["add"])) == [("Common", 20), ("Rare", 10)]


def test_R27_a_certain_collection_always_hits() -> None:
    """The last two cards of a Legendary Pack carry something rare each."""
    cards = some(CardConstraints(collections=(("Rare", 100),)), 200)
    rare = set(collections_of(LAW)["Rare"].elements)
    assert all(rare & set(card.modifier_names) for card in cards)


# Cards


def card(species: str, *modifiers: str, by: str = "ada") -> Card:
    made = Card(species=species)
    for name in modifiers:
        apply_modifier(LAW, made, name, by=by)
    return made


def test_R25_properties_are_sets_of_species_and_copy_together() -> None:
    """Each suit and colour once, however often it was added."""
    held = properties(LAW, card("Lotto Ticket", "Diamonds Marking", "Red Coating", "Red Coating", "Stars Seal"))
    assert (held.values, held.suits, held.colours) == ((1_000_000,), ("Diamonds", "Stars"), ("Cyan", "Red"))
    assert {"Special", "Rare"} <= set(held.types)


def test_R25_a_credit_card_has_every_natural_number() -> None:
    """0, 1, 2 and so on without end."""
    held = properties(LAW, card("Credit Card"))
    assert (held.values, held.values_from) == ((), 0)
    assert held.values_in_words == "0, 1, 2, …"


@pytest.mark.parametrize(("species", "words"), [("-1 of Blight", "-1"), ("Joker", ""), ("King", "12")])
def test_R25_values_in_words(species: str, words: str) -> None:
    """Negative ones, none, and one."""
    assert properties(LAW, card(species)).values_in_words == words


TURNING = sorted(name for name, modifier in modifiers_of(LAW).items() if modifier.turns_into)


@pytest.mark.parametrize("name", TURNING)
def test_R26_insignia_and_coatings_change_the_card_for_good_and_are_gone(name: str) -> None:
    """The suit or colour stays, the modifier does not."""
    changed = card("5", name)
    gains = modifiers_of(LAW)[name].turns_into
    assert gains is not None
    assert changed.modifiers == []
    assert changed.own_suits == gains.suits
    assert changed.own_colours == gains.colours
    assert gains.suits or gains.colours


@pytest.mark.parametrize("name", sorted(set(modifiers_of(LAW)) - set(TURNING)))
def test_R28_a_card_carries_a_modifier_once(name: str) -> None:
    """A second application changes nothing, not even whom it remembers."""
    once, twice = card("5", name), card("5", name)
    apply_modifier(LAW, twice, name, by="bob")
    assert once.modifiers == twice.modifiers
    assert once.modifier_names == [name]


def test_R30_bound_remembers_whose_act_applied_it() -> None:
    """A Bound modifier keeps the name of whoever applied it, another one does not."""
    assert card("5", "Bound", by="bob").modifiers == [{"name": "Bound", "by": "bob"}]
    assert card("5", "Speedy", by="bob").modifiers == [{"name": "Speedy"}]


def test_modifiers_stay_in_the_order_in_which_they_were_gained() -> None:
    """As R42 will carry them out."""
    assert card("5", "Speedy", "Torn", "Bound").modifier_names == ["Speedy", "Torn", "Bound"]


def test_a_card_in_words_names_what_makes_it_this_copy() -> None:
    """Species, suits and colours, modifiers."""
    assert card_in_words(LAW, card("5")) == "5"
    assert (
        card_in_words(LAW, card("7 of Stars", "Hearts Insignia", "Speedy"))
        == "7 of Stars (Stars, Hearts, Blue; Speedy)"
    )

"""R37 to R39 told a second time, in plain Python, and compared with what the law and the engine say."""

import random
from dataclasses import dataclass

import pytest

from tests.support.example_counts import examples
from tests.support.exoptosis_scenario import table
from tests.support.hall import cycle_16

OPPOSITES = ["Red Black", "Black White", "Red Cyan", "Yellow Blue", "Green Magenta"]
SUITS = ["Hearts", "Diamonds", "Spades", "Clubs", "Blight", "Vitality", "Clocks", "Stars"]
COLOURS = ["Red", "Black", "White", "Cyan", "Yellow", "Blue", "Green", "Magenta", "Transparent"]
SPECIES = cycle_16()["cards"]


@dataclass(frozen=True)
class Shown:
    """A card as it shows itself where it lies."""

    species: str
    values: frozenset[int]
    is_natural: bool
    suits: frozenset[str]
    colours: frozenset[str]
    is_special: bool
    is_undefined: bool = False

    def has_parity(self, parity: int) -> bool:
        return self.is_natural or any(value % 2 == parity for value in self.values)


def shown(word: str, beneath: Shown | None) -> Shown:
    """What a card shows upon another."""
    species, *extras = word.split("; ")
    law = SPECIES[species]
    is_natural = isinstance(law["values"], dict)
    own = {extra for extra in extras if extra in COLOURS}
    colours = own | set(law["colours"])
    is_undefined = colours == {"Transparent"} and (beneath is None or beneath.is_undefined)
    if "Transparent" in colours:
        colours = colours - {"Transparent"} | (set(beneath.colours) if beneath else set())
    return Shown(
        species,
        frozenset(() if is_natural else law["values"]) | {int(extra) for extra in extras if extra.isdigit()},
        is_natural,
        frozenset(law["suits"]) | {extra for extra in extras if extra in SUITS},
        frozenset(colours),
        "Special" in law["types"],
        is_undefined,
    )


def are_close(one: Shown, other: Shown) -> bool:
    if one.is_natural and other.is_natural:
        return True
    if one.is_natural or other.is_natural:
        return any(value >= -1 for value in (other if one.is_natural else one).values)
    return any(abs(value - against) <= 1 for value in one.values for against in other.values)


def oppose(one: Shown, other: Shown) -> bool:
    pairs = {(first, second) for pair in OPPOSITES for first, second in (pair.split(), pair.split()[::-1])}
    return any((colour, against) in pairs for colour in one.colours for against in other.colours)


def goes_upon(card: Shown, top: Shown | None, vertebrae: int) -> bool:
    """Whether the rules let this card be played upon that one."""
    if top is None:
        return not card.is_special
    if top.is_undefined and card.is_special:
        return False
    if top.species == "Joker":
        return bool(card.colours & top.colours)
    if top.species == "Jester":
        return bool(card.suits & top.suits)
    if top.species == "6" and not card.has_parity(0):
        return False
    return (
        are_close(card, top)
        or (not card.is_special and oppose(card, top))
        or (card.is_special and bool(card.suits & top.suits))
        or card.species in ("Joker", "Jester")
        or (card.species == "6" and top.has_parity(1))
        or (card.species == "Credit Card" and vertebrae >= 3)
    )


def random_card(source: random.Random) -> str:
    extras: list[str] = []
    if source.random() < 0.4:
        extras.append(source.choice(SUITS))
    if source.random() < 0.4:
        extras.append(source.choice(COLOURS))
    if source.random() < 0.1:
        extras.append(str(source.randrange(14)))
    return "; ".join([source.choice(sorted(SPECIES)), *extras])


@pytest.mark.parametrize("seed", range(examples(150)))
def test_R37_legal_cards_are_those_that_the_rules_name(seed: int) -> None:
    """A random pile of up to three cards, a random hand of twelve, and few or enough Vertebrae."""
    source = random.Random(seed)
    pile = [random_card(source) for _ in range(source.randrange(4))]
    hand = [random_card(source) for _ in range(12)]
    vertebrae = source.randrange(6)
    top: Shown | None = None
    for word in pile:
        top = shown(word, top)
    expected = [word.split("; ")[0] for word in hand if goes_upon(shown(word, top), top, vertebrae)]
    game = table(ada=", ".join(hand), bob="5", pile=", ".join(pile), vertebrae={"ada": vertebrae})
    assert game.playable("ada") == expected

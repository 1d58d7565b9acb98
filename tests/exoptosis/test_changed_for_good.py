"""What effects in the hall change about a card for good (R26), and what a modifier does as it comes to one."""

from typing import Any

import pytest

from exoptosis.cards.card_properties import original_of, properties
from nomic.inventory.models import Card
from tests.exoptosis.test_battles import PLAIN, begun
from tests.support.hall import Document, Hall, OpenCycle, cycle_16

pytestmark = pytest.mark.django_db
TOKEN = "Reconfiguration Token"
USE = {"action": "Use a token", "called": "use-token", "costs": {TOKEN: 1}, "with": {"card": {"is": "card"}}}
CHIP = {"grant": "Chip", "to": "$me"}


def law_with(*effect: dict[str, Any], **modifiers: list[dict[str, Any]]) -> Document:
    """Cycle 16's law in which a token does this to a card, with modifiers that do something as they come."""
    law = cycle_16()
    law["rules"]["reconfiguration-tokens"] |= {"body": "", "clauses": {"use": {**USE, "do": list(effect)}}}
    for name, gained in modifiers.items():
        law["modifiers"][name] = {"hooks": {"when_gained": gained}}
    return law


def used(open_cycle: OpenCycle, law: Document, species: str = "5") -> tuple[Hall, Card]:
    """Ada uses a token on a card that does that; the card afterwards."""
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    hall.grant("ada", TOKEN)
    card = hall.grant_card("ada", species, ["Red Coating"])
    hall.do("ada", "use-token", card=card.code)
    card.refresh_from_db()
    return hall, card


def shown(hall: Hall, card: Card) -> Any:
    return properties(hall.cycle.law, card)


def test_R26_values_can_be_shifted_for_good(open_cycle: OpenCycle) -> None:
    """What the card gains by the same change is not; the journal comes to the same again."""
    hall, card = used(open_cycle, law_with({"change": "$card", "shift": 2, "gain": {"values": [1]}}))
    assert shown(hall, card).values == (1, 7)
    assert (card.own_only, shown(hall, card).colours) == (["values"], ("Red",))
    hall.is_sound()


def test_R25_values_without_an_end_are_shifted(open_cycle: OpenCycle) -> None:
    """They begin with another number."""
    hall, card = used(open_cycle, law_with({"change": "$card", "shift": 3}), "Credit Card")
    assert (shown(hall, card).values, shown(hall, card).values_from) == ((), 3)


def test_R25_values_without_an_end_are_lost(open_cycle: OpenCycle) -> None:
    """All of them."""
    hall, card = used(open_cycle, law_with({"change": "$card", "lose": {"values": "$card.values"}}), "Credit Card")
    assert (shown(hall, card).values, shown(hall, card).values_from) == ((), None)


def test_what_its_species_has_a_card_can_lose(open_cycle: OpenCycle) -> None:
    """Types as well as what it had of its own; what is lost does not come back as the law changes."""
    hall, card = used(
        open_cycle, law_with({"change": "$card", "lose": {"types": ["Special"], "colours": ["Red"]}}), "8"
    )
    assert ("Special" in shown(hall, card).types, shown(hall, card).colours) == (False, ())
    assert card.own_only == ["types"]
    hall.is_sound()


def test_a_duplicate_is_as_its_original_has_become(open_cycle: OpenCycle) -> None:
    """R31: it comes into a game with the values that it has now, and none of its species' old ones."""
    hall, card = used(open_cycle, law_with({"change": "$card", "shift": 2}))
    original = original_of(card)
    assert (original.own_values, original.own_only) == ((7,), ("values",))
    untouched = original_of(hall.grant_card("ada", "7"))
    assert not untouched.own_only


def test_R48_a_modifier_that_counts_can_be_counted_up(open_cycle: OpenCycle) -> None:
    """And no other."""
    law = law_with({"change": "$card", "gain": {"modifiers": ["Fragile", "Torn"]}}, {"change": "$card", "tick": 2})
    _, card = used(open_cycle, law)
    assert card.modifiers == [{"name": "Fragile", "count": 2}, {"name": "Torn"}]


def test_a_modifier_does_something_as_it_comes_to_a_card_of_an_inventory(open_cycle: OpenCycle) -> None:
    """Once: a second one changes nothing (R28). What it brings does something too, and it replays."""
    glow = {"change": "$card", "gain": {"modifiers": ["Glow"]}}
    hall, card = used(
        open_cycle,
        law_with(glow, glow, Glow=[CHIP, {"change": "$this", "gain": {"modifiers": ["Warmth"]}}], Warmth=[CHIP]),
    )
    assert (card.modifier_names, hall.has("ada", "Chip")) == (["Glow", "Warmth"], 2)
    hall.is_sound()


def test_a_new_card_gains_what_it_comes_with(open_cycle: OpenCycle) -> None:
    """It does it for whoever gets the card; R30: it remembers whose act that was."""
    others = {"players": "players", "except": "$me"}
    make = {"add": {"card": "Ace", "with": ["Glow", "Bound"]}, "to": "inventory", "of": others}
    hall, _ = used(open_cycle, law_with(make, Glow=[CHIP]))
    assert [hall.has(name, "Chip") for name in ("ada", "bob", "eve")] == [0, 1, 1]
    (ace,) = hall.cards("bob")
    assert ace.modifiers == [{"name": "Glow"}, {"name": "Bound", "by": "ada"}]
    hall.is_sound()


def test_what_a_battle_makes_for_an_inventory_gains_what_it_comes_with(open_cycle: OpenCycle) -> None:
    """As the battle begins each has an Ace that glows; what it brings stands in the same entry, and replays."""
    law = law_with(CHIP, Glow=[CHIP, {"change": "$this", "gain": {"suits": ["Stars"]}}])
    law["battles"]["at_commencement"] = [{"add": {"card": "Ace", "with": ["Glow"]}, "to": "inventory", "of": "$me"}]
    hall = open_cycle(law, joined=("ada", "bob"))
    for name in ("ada", "bob"):
        for species in PLAIN:
            hall.grant_card(name, species)
    begun(hall, "ada", "bob")
    for name in ("ada", "bob"):
        (ace,) = [card for card in hall.cards(name) if card.species == "Ace"]
        assert (ace.own_suits, hall.has(name, "Chip")) == (["Stars"], 1)
    hall.is_sound()

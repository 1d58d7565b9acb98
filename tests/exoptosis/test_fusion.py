"""Fusion (R24, R84, R109), as the law of the Hall tells it."""

import pytest

from nomic.inventory.models import Card
from tests.support.hall import ADMIN, Hall

AMALGAM = "Amalgam"


@pytest.fixture
def forge(hall: Hall) -> Hall:
    """Three players, of whom Ada can pay for a fusion."""
    hall.join("ada", "bob", "eve")
    hall.grant("ada", "Vertebra", 30)
    return hall


def fuse(hall: Hall, one: Card, other: Card) -> Card:
    """What Ada's two cards become."""
    entry = hall.do("ada", "fusion_fuse", cards=[one.code, other.code])
    return Card.objects.get(cycle=hall.pk, made_by=entry.seq)


def test_R24_two_cards_and_nine_vertebrae_become_an_amalgam(forge: Hall) -> None:
    """Each set whole from one of the two, every modifier of both."""
    one = forge.grant_card("ada", "7 of Clocks", ["Speedy", "Red Coating"])
    other = forge.grant_card("ada", "9 of Stars", ["Torn"])
    before = forge.has("ada", "Vertebra")
    made = fuse(forge, one, other)
    assert (made.species, made.holder) == (AMALGAM, "ada")
    assert made.own_values in ([7], [9])
    assert set(made.own_suits) in ({"Clocks"}, {"Stars"})
    assert set(made.own_colours) in ({"Yellow", "Red"}, {"Blue"})
    assert set(made.modifier_names) == {"Speedy", "Torn"}
    assert forge.has("ada", "Vertebra") == before - 9
    assert {card.code for card in forge.cards("ada")} & {one.code, other.code} == set()
    forge.is_sound()


def test_R24_a_value_set_without_end_stays_without_end(forge: Hall) -> None:
    """R25: of two Credit Cards."""
    made = fuse(forge, forge.grant_card("ada", "Credit Card"), forge.grant_card("ada", "Credit Card"))
    assert made.own_values == [{"from": 0}]


def test_R109_the_first_cards_binder_and_the_higher_count(forge: Hall) -> None:
    """Of what both remember."""
    one, other = forge.grant_card("ada", "5"), forge.grant_card("ada", "7")
    one.modifiers = [{"name": "Bound", "by": "bob"}, {"name": "Fragile", "count": 1}]
    other.modifiers = [{"name": "Bound", "by": "eve"}, {"name": "Fragile", "count": 2}]
    one.save()
    other.save()
    made = fuse(forge, other, one)
    assert {held["name"]: held for held in made.modifiers} == {
        "Bound": {"name": "Bound", "by": "eve"},
        "Fragile": {"name": "Fragile", "count": 2},
    }


def test_R24_once_a_phase(forge: Hall) -> None:
    """And again in the next."""
    cards = [forge.grant_card("ada").code for _ in range(6)]
    forge.do("ada", "fusion_fuse", cards=cards[:2])
    forge.refused("ada", "fusion_fuse", "too-often", "Fusion", cards=cards[2:4])
    forge.to(forge.cycle.phase_ends_at)
    forge.do("ada", "fusion_fuse", cards=cards[2:4])


def test_R24_what_cannot_be_fused(forge: Hall) -> None:
    """One card, the same twice, three, somebody else's, an indestructible one (R84), and none for whom it is dear."""
    one, other = forge.grant_card("ada"), forge.grant_card("ada")
    theirs, hard = forge.grant_card("bob"), forge.grant_card("ada", "5", ["Adamantine"])
    for cards in (
        [one.code],
        [one.code] * 2,
        [one.code, other.code, hard.code],
        [one.code, theirs.code],
        ["nothing1"] * 2,
    ):
        forge.bad("ada", "fusion_fuse", "cards", cards=cards)
    forge.refused("ada", "fusion_fuse", "indestructible", "Fusion", cards=[one.code, hard.code])
    forge.do(ADMIN, "correct-revoke", player="ada", item="Vertebra", count=forge.has("ada", "Vertebra"), reason="test")
    forge.refused("ada", "fusion_fuse", "cannot-pay", "Fusion", cards=[one.code, other.code])

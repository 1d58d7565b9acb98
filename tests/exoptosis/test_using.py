"""Items that can be used, and what a reconfiguration does to a card (R29), in laws that say it in a section."""

from typing import Any

import pytest

from nomic.inventory.models import Card
from tests.support.hall import Hall, OpenCycle, cycle_16
from tests.support.older_laws import older

TOKEN = "Reconfiguration Token"


@pytest.fixture
def cast(open_cycle: OpenCycle) -> Hall:
    hall = open_cycle(older())
    hall.join("ada", "bob", "eve")
    return hall


@pytest.fixture
def card(cast: Hall) -> Card:
    """Ada's card with a modifier that no reconfiguration gives, and a suit of its own; she has two tokens."""
    return a_card(cast)


def a_card(hall: Hall) -> Card:
    hall.grant("ada", TOKEN, 2)
    return hall.grant_card("ada", "5", ["Mean", "Hearts Insignia"])


def under(open_cycle: OpenCycle, name: str, use: dict[str, Any]) -> Hall:
    """A hall under a law in which an item is used so."""
    document = older()
    document["uses"][name] = {"place": 10, **use}
    hall = open_cycle(document)
    hall.join("ada", "bob", "eve")
    return hall


def test_R29_the_modifiers_go_what_they_added_stays_and_collections_are_rolled(cast: Hall, card: Card) -> None:
    """As for an Already-opened Pack: Common with 20 in 100, then Rare with 10; the token is gone."""
    assert (card.modifier_names, card.own_suits) == (["Mean"], ["Hearts"])
    entry = cast.do("ada", "use-item", item=TOKEN, card=card.code)
    card.refresh_from_db()
    assert "Mean" not in card.modifier_names
    assert "Hearts" in card.own_suits
    asked = [draw.purpose for draw in entry.draws if draw.sides == 100]
    assert [("Common hit (20 in 100)" in one, "Rare hit (10 in 100)" in one) for one in asked] == [
        (True, False),
        (False, True),
    ]
    assert cast.has("ada", TOKEN) == 1
    cast.is_sound()


def test_R29_a_card_without_modifiers_onto_which_nothing_is_rolled_stays_as_it_is(open_cycle: OpenCycle) -> None:
    """That is said, and not that it is now what it was."""
    effect = [{"change": "$card", "lose": {"modifiers": "all"}, "collections": [["Cursed", 0]]}]
    hall = under(open_cycle, TOKEN, {"on_a_card": True, "effect": effect})
    card = hall.grant_card("ada", "5")
    hall.grant("ada", TOKEN)
    entry = hall.do("ada", "use-item", item=TOKEN, card=card.code)
    assert entry.words == ["ada uses 1 Reconfiguration Token on 5, which stays as it is."]


def test_R29_what_is_rolled_comes_onto_the_card(open_cycle: OpenCycle) -> None:
    """With collections that always hit, an element of each is there afterwards."""
    effect = [{"change": "$card", "lose": {"modifiers": "all"}, "collections": [["Cursed", 100], ["Defective", 100]]}]
    hall = under(open_cycle, TOKEN, {"on_a_card": True, "effect": effect})
    card = a_card(hall)
    hall.do("ada", "use-item", item=TOKEN, card=card.code)
    card.refresh_from_db()
    collections = cycle_16()["collections"]
    cursed, defective = card.modifier_names
    assert cursed in collections["Cursed"]["elements"]
    assert defective in collections["Defective"]["elements"]
    hall.is_sound()


def test_an_item_is_used_by_whoever_has_it_on_what_it_takes(cast: Hall, card: Card) -> None:
    """Nobody else's card, nobody else's token, nothing that cannot be used, no card left out; nothing changes."""
    other = cast.grant_card("bob", "7")
    cast.bad("ada", "use-item", "card", item=TOKEN, card=other.code)
    cast.bad("ada", "use-item", "card", item=TOKEN)
    cast.bad("ada", "use-item", "item", item="Chip", card=card.code)
    cast.refused("bob", "use-item", "nothing-to-use", item=TOKEN, card=other.code)
    cast.refused("zoe", "use-item", "not-a-player", item=TOKEN, card=card.code)
    assert cast.has("ada", TOKEN) == 2


def test_an_item_that_a_law_makes_usable(open_cycle: OpenCycle) -> None:
    """What it does is law: here a Chip turns into ten Vertebrae, and is gone; a card given in vain is refused."""
    effect = [{"grant": "Vertebra", "n": 10, "to": "$me"}]
    hall = under(open_cycle, "Chip", {"on_a_card": False, "effect": effect})
    hall.grant("bob", "Chip", 1)
    card = hall.grant_card("bob", "7")
    hall.bad("bob", "use-item", "card", item="Chip", card=card.code)
    before = hall.has("bob", "Vertebra")
    hall.do("bob", "use-item", item="Chip")
    assert (hall.has("bob", "Vertebra"), hall.has("bob", "Chip")) == (before + 10, 0)
    hall.is_sound()


def test_somebody_without_a_card_cannot_use_a_token(cast: Hall) -> None:
    """The list of what can be done says why."""
    cast.grant("eve", TOKEN, 1)
    reason = cast.can("eve")["use-item"].reason
    assert reason is not None
    assert reason.code == "no-card"

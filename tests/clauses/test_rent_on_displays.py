"""A played example: who buys pays a rent to those who display cards, and a displayed card stays where it is."""

import itertools

import pytest

from tests.clauses.conftest import Clauses, OpenWith
from tests.support.hall import Hall

SHOWING = {"is": [{"value_of": "Displayed", "of": "$it"}, "at_least", 1]}
RENT: Clauses = {
    "displayed": {"value": "Displayed", "of": "player", "least": 0, "most": 3},
    "display": {
        "action": "Display a card",
        "with": {"card": {"is": "card"}},
        "do": [{"raise": "Displayed", "by": 1, "of": "$me"}, {"announce": "$me displays $card."}],
    },
    "down": {"action": "Take down", "do": [{"reset": "Displayed", "of": "$me"}]},
    "burn": {"action": "Burn", "with": {"card": {"is": "card", "for": "destroy"}}, "do": [{"destroy": "$card"}]},
    "rent": {
        "when": "does",
        "act": "buy",
        "before": True,
        "do": [
            {
                "each": "them",
                "in": {"players": "players", "except": "$who", "where": SHOWING},
                "do": [
                    {
                        "transfer": "Vertebra",
                        "n": {"times": ["$count", {"value_of": "Displayed", "of": "$them"}]},
                        "from": "$who",
                        "to": "$them",
                    }
                ],
            }
        ],
    },
    "stay": {"freeze": "cards", "stops": "losses", "whose": SHOWING, "because": "a displayed card stays where it is"},
}
STEPS = ("display", "buy", "burn", "down")


@pytest.fixture
def gallery(open_with: OpenWith) -> Hall:
    """Ada has cards, bob has Vertebrae."""
    hall = open_with(RENT)
    for species in "345":
        hall.grant_card("ada", species)
    hall.grant("bob", "Vertebra", 500)
    return hall


@pytest.mark.parametrize("order", [*itertools.permutations(STEPS)][::2])
def test_rent_is_due_and_cards_stay_exactly_while_something_is_displayed(gallery: Hall, order: tuple[str, ...]) -> None:
    """Whatever comes first, and a replay finds the same."""
    displayed, rent, cards = 0, 0, 3
    begin = gallery.has("ada", "Vertebra")
    for step in order:
        card = gallery.cards("ada")[-1].code
        if step == "display":
            gallery.do("ada", "tolls_display", card=card)
            displayed = 1
        elif step == "buy":
            gallery.do("bob", "buy", offer="Chip", count=2)
            rent += 2 * displayed
        elif step == "burn" and displayed:
            gallery.refused("ada", "tolls_burn", "frozen", "Tolls", card=card)
        elif step == "burn":
            gallery.do("ada", "tolls_burn", card=card)
            cards -= 1
        elif displayed:
            gallery.do("ada", "tolls_down")
            displayed = 0
    assert gallery.has("ada", "Vertebra") == begin + rent
    assert len(gallery.cards("ada")) == cards
    gallery.is_sound()


def test_who_cannot_pay_price_and_rent_buys_nothing_and_pays_nothing(gallery: Hall) -> None:
    """The rent comes first, and the refusal undoes it."""
    gallery.do("ada", "tolls_display", card=gallery.cards("ada")[0].code)
    price = gallery.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    has = gallery.has("eve", "Vertebra")
    if has < price:
        gallery.grant("eve", "Vertebra", price - has)
    with gallery.nothing_changes():
        gallery.refused("eve", "buy", "cannot-pay", offer="Chip", count=gallery.has("eve", "Vertebra") // price)
    gallery.is_sound()

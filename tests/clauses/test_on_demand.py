"""What is told of an act only where a rule listens: items and cards that come and go, and who acts though inactive."""

import pytest

from nomic.cycles.models import Entry
from tests.clauses.conftest import OpenWith
from tests.support.hall import WEEK

pytestmark = pytest.mark.django_db

A_CHIP = {"grant": "Chip", "to": "$player"}


def kinds(entry: Entry) -> list[str]:
    return [event["kind"] for event in entry.events]


def test_an_act_that_no_rule_listens_to_tells_nothing_more(open_with: OpenWith) -> None:
    """Its entry is as long as before."""
    hall = open_with({})
    hall.grant("ada", "Chip", 2)
    assert not {"item-gained", "card-gained", "inactive-acted"} & {
        kind for entry in hall.entries() for kind in kinds(entry)
    }


def test_a_rule_hears_of_items_that_come_and_go(open_with: OpenWith) -> None:
    """By how many, all in all; and what follows from it is heard as well."""
    count = {"value": "Seen", "of": "player"}
    gained = {
        "when": "item-gained",
        "if": {"is": ["$item", "equals", {"values": ["Chip"]}]},
        "do": [{"raise": "Seen", "by": "$n", "of": "$player"}],
    }
    lost = {"when": "item-lost", "do": [{"raise": "Seen", "by": -1, "of": "$player"}]}
    hall = open_with({"count": count, "gained": gained, "lost": lost})
    hall.grant("ada", "Chip", 3)
    hall.do("ada", "buy", offer="Already-opened Pack", count=2)
    entry = hall.entries("buy")[0]
    assert [event for event in entry.events if event["kind"].startswith("item-")] == [
        {"kind": "item-lost", "player": "ada", "item": "Vertebra", "n": 10},
        {"kind": "item-gained", "player": "ada", "item": "Already-opened Pack", "n": 2},
    ]
    hall.is_sound()


def test_a_rule_hears_of_cards_that_come_and_go(open_with: OpenWith) -> None:
    """Whose card it was, and which; the card can be looked at though it is destroyed."""
    mourn = {
        "when": "card-lost",
        "if": {"has": "$card", "species": "5"},
        "do": [{"grant": "Chip", "n": 2, "to": "$player"}],
    }
    greet = {"when": "card-gained", "do": [{"change": "$card", "gain": {"modifiers": ["Holographic"]}}]}
    hall = open_with({"mourn": mourn, "greet": greet})
    hall.grant_card("ada", "5")
    (card,) = hall.cards("ada")
    assert card.modifier_names == ["Holographic"]
    hall.do("ada", "burn-card", card=card.code)
    assert hall.has("ada", "Chip") == 2
    hall.is_sound()


def test_R8_a_rule_hears_of_each_act_of_whoever_is_inactive(open_with: OpenWith) -> None:
    """Twice in the phase in which they were inactive, and not in the next."""
    hall = open_with({"wake": {"when": "inactive-acted", "do": [A_CHIP]}})
    hall.do("bob", "buy", offer="Already-opened Pack")
    hall.clock.to(WEEK)
    for chips in (1, 2):
        hall.do("ada", "buy", offer="Already-opened Pack")
        assert hall.has("ada", "Chip") == chips
    hall.clock.wait(days=4)
    hall.do("ada", "buy", offer="Already-opened Pack")
    assert hall.has("ada", "Chip") == 2
    hall.is_sound()

"""What the hall does in sections, said by clauses alone: burning, gifts, a used item, victory (R22, R23, R29, R56)."""

from typing import Any

import pytest

from nomic.law.sections import flaws_of
from tests.support.hall import BATTLE, WEEK, Hall, OpenCycle, cycle_16

pytestmark = pytest.mark.django_db

PACK = "Already-opened Pack"
MINE = {"cards": "inventory", "of": "$me"}
WAITING = {"players_in": "A gift is with", "of": "$it"}
A_PACK = {"grant": PACK, "to": "$to"}
SAID: dict[str, dict[str, Any]] = {
    "burning": {
        "burn": {
            "action": "Burn a card",
            "called": "burn",
            "in": ["rest"],
            "limit": {"times": 2, "per": "phase"},
            "with": {"card": {"is": "card", "for": "destroy"}},
            "do": [{"destroy": "$card"}, {"grant": "Vertebra", "n": 1, "to": "$me"}],
        }
    },
    "giving": {
        "with": {"value": "A gift is with", "of": "player", "is": "player"},
        "give": {
            "action": "Give a gift",
            "called": "give",
            "limit": {"times": 1, "per": "phase"},
            "with": {"to": {"is": "player"}},
            "do": [
                {"if": {"is": [10, "more_than", {"count": {"cards": "inventory", "of": "$to"}}]}, "then": [A_PACK]},
                {
                    "if": {"not": {"active": "$to"}},
                    "then": [
                        {**A_PACK, "n": 2},
                        {"set": "A gift is with", "to": "$to", "of": "$me", "until": "phase-ends"},
                    ],
                },
                A_PACK,
            ],
        },
        "return": {
            "when": "inactive-acted",
            "if": {"some": {"players": "players", "where": {"is": [WAITING, "equals", "$player"]}}},
            "do": [
                {
                    "each": "giver",
                    "in": {"players": "players", "where": {"is": [WAITING, "equals", "$player"]}},
                    "do": [{"grant": PACK, "to": "$giver"}, {"reset": "A gift is with", "of": "$giver"}],
                }
            ],
        },
    },
    "reconfiguring": {
        "use": {
            "action": "Use a Reconfiguration Token",
            "called": "reconfigure",
            "costs": {"Reconfiguration Token": 1},
            "with": {"card": {"is": "card"}},
            "do": [{"change": "$card", "lose": {"modifiers": "all"}, "collections": [["Common", 20], ["Rare", 10]]}],
        }
    },
}


def said_by_clauses() -> dict[str, Any]:
    """Cycle 16 without the sections, and with rules that say the same. Words that quote a section are left out."""
    law = {name: part for name, part in cycle_16().items() if name not in ("burning", "gifts", "uses", "belongs")}
    quoted = ("/burning", "/gifts", "/uses")
    for rule in law["rules"].values():
        if any(f"law|{place}" in rule["body"] for place in quoted):
            rule["body"] = "Words."
    for id_, clauses in SAID.items():
        law["rules"][id_] = {"title": id_.title(), "body": "Words.", "place": 900, "clauses": clauses}
    return law


@pytest.fixture
def said(open_cycle: OpenCycle) -> Hall:
    hall = open_cycle(said_by_clauses())
    hall.join("ada", "bob", "eve")
    return hall


def test_it_is_a_law() -> None:
    """Nothing of it is refused."""
    assert flaws_of(said_by_clauses()) == []


def test_R22_cards_are_burnt_in_rest_phases_twice_each(said: Hall) -> None:
    """For a Vertebra; what cannot be destroyed is not offered (R84)."""
    before = said.has("ada", "Vertebra")
    codes = [said.grant_card("ada", "5").code for _ in range(3)]
    hard = said.grant_card("ada", "7", ["Adamantine"])
    said.refused("ada", "burn", "indestructible", "Burning", card=hard.code)
    for code in codes[:2]:
        said.do("ada", "burn", card=code)
    assert said.has("ada", "Vertebra") == before + 2
    said.refused("ada", "burn", "too-often", "Burning", card=codes[2])
    said.clock.to(BATTLE)
    said.refused("ada", "burn", "wrong-phase", "Burning", card=codes[2])
    said.is_sound()


@pytest.mark.parametrize(
    ("held", "inactive", "packs"), [(10, False, 1), (9, False, 2), (0, False, 2), (10, True, 3), (9, True, 4)]
)
def test_R23_what_a_gift_holds(said: Hall, held: int, inactive: bool, packs: int) -> None:
    """One pack, one more for a receiver with fewer than ten cards, two more for an inactive one."""
    for _ in range(held):
        said.grant_card("bob")
    said.clock.to(WEEK if inactive else BATTLE)
    said.do("ada", "give", to="bob")
    assert said.has("bob", PACK) == packs


def test_R23_an_inactive_receiver_who_acts_returns_a_pack_to_each_giver_once(said: Hall) -> None:
    """By an entry of its own, directly after the act; in a later phase nothing returns."""
    said.clock.to(WEEK)
    said.do("ada", "give", to="bob")
    said.do("eve", "give", to="bob")
    for _ in range(2):
        said.do("bob", "open-pack", pack=PACK)
    assert (said.has("ada", PACK), said.has("eve", PACK)) == (1, 1)
    said.clock.wait(days=14)
    said.do("ada", "give", to="bob")
    said.clock.wait(days=4)
    said.do("bob", "open-pack", pack=PACK)
    assert said.has("ada", PACK) == 1
    said.is_sound()


def test_R29_a_token_takes_modifiers_and_rolls_for_new_ones(said: Hall) -> None:
    """What they added stays; the token is gone."""
    card = said.grant_card("ada", "5", ["Mean", "Hearts Insignia"])
    said.refused("ada", "reconfigure", "cannot-pay", "Reconfiguring", card=card.code)
    said.grant("ada", "Reconfiguration Token")
    entry = said.do("ada", "reconfigure", card=card.code)
    card.refresh_from_db()
    assert "Mean" not in card.modifier_names
    assert "Hearts" in card.own_suits
    assert len([draw for draw in said.draws(entry) if int(draw.sides) == 100]) == 2
    assert said.has("ada", "Reconfiguration Token") == 0
    said.is_sound()


def test_R56_whoever_has_most_of_enough_wins_alone(said: Hall) -> None:
    """On a tie nobody yet; the first who has more than everybody else."""
    said.grant("ada", "Chip", 9)
    assert said.cycle.is_running
    said.grant("bob", "Chip", 12)
    assert said.cycle.winner == "bob"


def test_R56_several_with_enough_win_nothing(open_cycle: OpenCycle) -> None:
    """Until somebody has more than everybody else: here both get ten at once, by a rule."""
    law = said_by_clauses()
    both = {"action": "Pay", "called": "pay", "do": [{"grant": "Chip", "n": 10, "to": {"players": "players"}}]}
    law["rules"]["victory"]["clauses"]["pay"] = both
    hall = open_cycle(law)
    hall.join("ada", "bob")
    hall.do("ada", "pay")
    assert hall.cycle.is_running
    hall.grant("bob", "Chip")
    assert hall.cycle.winner == "bob"

"""Clauses and cards: one hall for whatever is done in it, and none of it where a law has no cards."""

from typing import Any

import pytest

from nomic.clauses import trial_run
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Choice, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import BadArguments
from nomic.inventory.models import Card
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import cycle_16

pytestmark = pytest.mark.django_db

MINE = {"cards": "inventory", "of": "$me"}
NEW_FIVE = {"add": {"card": "5"}, "to": "inventory", "of": "$me"}


def test_an_action_makes_a_card_and_says_so(open_with: OpenWith) -> None:
    """What came of it stands in the journal in words; the ledger has it."""
    hall = open_with({"make": {"action": "Make a five", "do": [NEW_FIVE]}})
    entry = hall.do("ada", "tolls_make")
    assert [card.species for card in hall.cards("ada")] == ["5"]
    assert entry.words == ["ada makes a five.", "ada gains 5."]
    hall.is_sound()


def test_an_action_destroys_changes_and_hands_over_cards(open_with: OpenWith) -> None:
    """Each card that is another's, nobody's or another now is named."""
    others = {"players": "players", "except": "$me"}
    hall = open_with(
        {
            "gild": {"action": "Gild", "do": [{"change": MINE, "gain": {"modifiers": ["Holographic"]}}]},
            "give": {
                "action": "Give",
                "do": [
                    {"choose": "them", "from": others, "by": "chance"},
                    {"move": MINE, "to": "inventory", "of": "$them"},
                ],
            },
            "smash": {"action": "Smash", "do": [{"destroy": {"cards": "cycle"}}]},
        },
        "ada",
        "bob",
    )
    hall.grant_card("ada", "5")
    assert hall.do("ada", "tolls_gild").words[1:] == ["5 of ada is now 5 (Holographic)."]
    assert hall.do("ada", "tolls_give").words[1:] == ["ada loses 5 (Holographic).", "bob gains 5 (Holographic)."]
    assert hall.do("ada", "tolls_smash").words[1:] == ["bob loses 5 (Holographic)."]
    assert hall.cards("ada") == hall.cards("bob") == []
    hall.is_sound()


def test_a_condition_looks_at_cards(open_with: OpenWith) -> None:
    """Who has no card cannot do what takes one; the reason says so."""
    clauses = {"show": {"action": "Show", "who": {"some": MINE}, "do": [{"grant": "Chip", "to": "$me"}]}}
    hall = open_with(clauses)
    hall.refused("ada", "tolls_show", "not-so", "Tolls")
    hall.grant_card("ada", "5")
    hall.do("ada", "tolls_show")
    assert hall.has("ada", "Chip") == 1


def test_cards_win_as_soon_as_there_are_enough(open_with: OpenWith) -> None:
    """Whoever has two cards; a card that is granted is looked at in the same entry."""
    hall = open_with({"goal": {"wins": {"is": [{"count": {"cards": "inventory", "of": "$it"}}, "at_least", 2]}}})
    hall.grant_card("ada", "5")
    assert hall.cycle.is_running
    hall.grant_card("ada", "7")
    assert hall.cycle.winner == "ada"


def test_a_card_that_is_in_play_stays_there(open_with: OpenWith) -> None:
    """A clause that would change nothing is refused, and nobody pays for it."""
    hall = open_with({"smash": {"action": "Smash", "costs": {"Vertebra": 1}, "do": [{"destroy": MINE}]}})
    before = hall.has("ada", "Vertebra")
    hall.refused("ada", "tolls_smash", "nothing-comes-of-it", "Tolls")
    hall.grant_card("ada", "5", ["Adamantine"])
    hall.refused("ada", "tolls_smash", "nothing-comes-of-it", "Tolls")
    assert hall.has("ada", "Vertebra") == before
    hall.is_sound()


@pytest.mark.parametrize(
    ("clause", "path", "why"),
    [
        ({"action": "A", "do": [{"destroy": MINE}]}, "/a/do/0/destroy", "this law has no cards"),
        ({"action": "A", "do": [NEW_FIVE]}, "/a/do/0/add", "this law has no cards"),
        ({"wins": {"some": {"cards": "cycle"}}}, "/a/wins/some", "this law has no cards"),
    ],
)
def test_what_needs_cards_is_refused_in_a_law_without_any(clause: dict[str, Any], path: str, why: str) -> None:
    """With its place."""
    law = {
        name: part
        for name, part in cycle_16().items()
        if name in ("calendar", "cycle", "items", "rules", "membership", "proposals")
    }
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(with_clauses(law, {"a": clause}))]
    assert any(where == f"/rules/tolls/clauses{path}" and why in detail for where, detail in found), found


def test_a_random_card_is_refused_in_a_law_that_draws_none() -> None:
    """Though it has cards."""
    law = {name: part for name, part in cycle_16().items() if name not in ("random_cards", "packs", "shop")}
    random = {"add": {"card": "random"}, "to": "inventory", "of": "$me"}
    found = [flaw.detail for flaw in flaws_of(with_clauses(law, {"a": {"action": "A", "do": [random]}}))]
    assert any("this law has no random cards" in detail for detail in found), found


def test_a_pack_can_raise_what_rules_keep(open_with: OpenWith) -> None:
    """Packs and offers are opened in the same hall."""
    law = with_clauses(cycle_16(), {"well": {"value": "The Well"}})
    law["packs"]["Handy Pack"]["contents"] = [{"raise": "The Well", "by": 2}]
    assert not [flaw for flaw in flaws_of(law) if flaw.path.startswith("/packs")]


def test_trying_a_clause_out_writes_nothing_about_cards(open_with: OpenWith) -> None:
    """Cards are made, changed and destroyed in memory only."""
    hall = open_with({})
    hall.grant_card("ada", "5")
    before = list(Card.objects.values())
    clauses = {
        "all": {
            "action": "All",
            "do": [
                NEW_FIVE,
                {"change": MINE, "gain": {"modifiers": ["Holographic"]}},
                {"destroy": MINE},
            ],
        }
    }
    law = Law(with_clauses(cycle_16(), clauses), number=hall.cycle.revision + 1)
    assert trial_run.flaws_in_cycle(ReadContext(hall.cycle, SYSTEM, hall.cycle.now()), law) == []
    assert list(Card.objects.values()) == before


# ── cards as arguments

SMASH = {
    "action": "Smash a card",
    "called": "smash",
    "with": {"card": {"is": "card", "for": "destroy"}},
    "limit": {"times": 2, "per": "phase"},
    "do": [{"destroy": "$card"}, {"grant": "Chip", "to": "$me"}],
}


def test_a_card_is_said_with_an_action(open_with: OpenWith) -> None:
    """By its code; the form lists those that can be said, in words. The journal has the name that the clause gives."""
    hall = open_with({"smash": SMASH})
    hall.refused("ada", "smash", "no-card", "Tolls", card="abc")
    hall.grant_card("ada", "5")
    hall.grant_card("ada", "7", ["Adamantine"])
    hall.grant_card("bob", "9")
    five, seven = hall.cards("ada")
    action = action_named("smash", hall.cycle.law)
    assert action.choices is not None
    assert action.choices(hall.read_context("ada")) == {"card": [Choice(five.code, "5")]}
    hall.refused("ada", "smash", "indestructible", "Tolls", card=seven.code)
    for code, why in (("nowhere", "there is no card 'nowhere'"), (hall.cards("bob")[0].code, "9 is bob's: only your")):
        with pytest.raises(BadArguments, match=why):
            hall.do("ada", "smash", card=code)
    entry = hall.do("ada", "smash", card=five.code)
    assert (entry.action, entry.args) == ("smash", {"card": five.code})
    assert entry.words == ["ada smashes a card.", "ada gains 1 Chip.", "ada loses 5."]
    hall.is_sound()


def test_a_limit_counts_an_action_by_the_name_it_is_called(open_with: OpenWith) -> None:
    """Twice a phase, and then again in the next."""
    hall = open_with({"smash": SMASH})
    for _ in range(3):
        hall.grant_card("ada", "5")
    for card in hall.cards("ada")[:2]:
        hall.do("ada", "smash", card=card.code)
    hall.refused("ada", "smash", "too-often", "Tolls", card=hall.cards("ada")[0].code)


def test_some_cards_of_others_are_said_with_an_action(open_with: OpenWith) -> None:
    """As many as may be, each once, and only those of which the condition is true."""
    steal = {
        "action": "Steal",
        "with": {
            "loot": {
                "is": "cards",
                "of": "others",
                "least": 1,
                "most": 2,
                "where": {"has": "$it", "species": ["5", "7"]},
            }
        },
        "do": [{"move": "$loot", "to": "inventory", "of": "$me"}],
    }
    hall = open_with({"steal": steal})
    hall.grant_card("ada", "5")
    for species in ("5", "7", "9"):
        hall.grant_card("bob", species)
    five, seven, nine = (card.code for card in sorted(hall.cards("bob"), key=lambda card: card.species))
    for said, why in (
        ([], "loot"),
        ([five, five], "is named twice"),
        ([nine], "cannot be chosen: it must be a card"),
        ([five, seven, nine], "2"),
    ):
        with pytest.raises(BadArguments, match=why):
            hall.do("ada", "tolls_steal", loot=said)
    hall.do("ada", "tolls_steal", loot=[seven, five])
    assert sorted(card.species for card in hall.cards("ada")) == ["5", "5", "7"]
    hall.is_sound()


@pytest.mark.parametrize(
    ("clauses", "path", "why"),
    [
        ({"a": {**SMASH, "called": "vote"}}, "/a/called", "another action is called 'vote'"),
        ({"a": SMASH, "b": SMASH}, "/b/called", "another action is called 'smash'"),
        ({"a": {**SMASH, "called": "x_y"}}, "/a/called", ""),
        (
            {"a": {**SMASH, "with": {"card": {"is": "card", "where": {"has": "$it", "species": "Tron"}}}}},
            "/a/with/card/where/species",
            "there is no species 'Tron'",
        ),
        (
            {"a": {**SMASH, "with": {"card": {"is": "cards", "least": 3, "most": 2}}}},
            "/a/with/card/most",
            "below the minimum",
        ),
    ],
)
def test_what_is_wrong_with_a_card_as_an_argument(clauses: Clauses, path: str, why: str) -> None:
    """With its place."""
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]
    assert any(where == f"/rules/tolls/clauses{path}" and why in detail for where, detail in found), found

"""What the clauses of the shipped laws say, read by somebody who has never seen one."""

import re
from typing import Any

import pytest

from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates
from tests.clauses.conftest import with_clauses
from tests.support.hall import cycle_16

LAWS = sorted(law_templates())
STUMBLES = re.compile(
    r"\b(the|a|an|of|is|that) \1 "  # the same word twice
    r"|such that they (are|have)\b"
    r"|\d+ the players"
    r"|\bequals [^\W\d]\w* ?[,;:.)]"  # a name: nothing equals it, something is it
)


def said_in(template: str, rule: str) -> str:
    return " ".join(explain_rule(Law(document_of(template)), rule))


@pytest.mark.parametrize("template", LAWS)
def test_no_sentence_stumbles(template: str) -> None:
    """No word twice, no number before a name that has an article, no relative clause that begins anew."""
    law = Law(document_of(template))
    stumbles = {rule: STUMBLES.findall(" ".join(explain_rule(law, rule))) for rule in law.document["rules"]}
    assert {rule: found for rule, found in stumbles.items() if found} == {}


def test_a_name_is_what_something_is() -> None:
    """Within quotation marks where it could be taken for a word of the sentence."""
    assert "a player's Light rises or falls, if the new Light is at least 6" in said_in("ministry-of-lamps", "lamps")


def test_those_of_several_who_have_a_name() -> None:
    """With the most or the least of something, or so many of them."""
    assert "If there are at least 2 “bright” players" in said_in("ministry-of-lamps", "bridge")


def test_of_whom_one_thing_or_another_is_true() -> None:
    """One relative clause says both."""
    assert "You and the “other” player each secretly choose" in said_in("ministry-of-lamps", "bridge")


def test_what_is_done_at_an_event_says_who_that_brings() -> None:
    """As at a clause that listens to it; a name from before gives way to one of the event."""
    law = document_of("cycle-16")
    moved = {"at": "value-moved", "do": [{"grant": "Vertebra", "n": "$now", "to": "$who"}]}
    gained = {"at": "item-gained", "do": [{"grant": "Vertebra", "n": "$n", "to": "$player"}]}
    number = {"is": "number", "most": 9}
    clauses = {
        "kept": {"value": "Kept", "of": "cycle", "place": 1},
        "wait": {"action": "Wait", "with": {"n": number}, "do": [moved, gained], "place": 2},
    }
    law["rules"]["luck"]["clauses"] = clauses
    assert explain_rule(Law(law), "luck")[1].endswith(
        "\n  – The next time a number changes, the player who acted gains Vertebrae equal to its new amount."
        "\n  – The next time a player gains an item, that player gains Vertebrae equal to the amount."
    )


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (
            {"freeze": "items", "because": "They rest", "whose": {"any": [
                {"is": [{"count": {"players": "reputable"}}, "at_least", 5]},
                {"not": {"is": [{"stock": "Chip", "of": "$it"}, "equals", 1]}}]}},
            "while they do not have exactly 1 Chip or there are at least 5 reputable players.",
        ),
        (
            {"when": "joined", "do": [{"after": {"phases": 2}, "do": [
                {"grant": "Chip", "to": "$player", "until": {"phases": 2}}]}]},
            "when the phase after the one running at that time ends",
        ),
        (
            {"when": "day-begins", "do": [{"each": "them", "in": {"players": "active"}, "do": [
                {"enter": {"values": ["Sweeping"]}, "in": "Duties", "of": "$them"}]}]},
            "Whenever a day begins, Sweeping is added to each active player's Duties.",
        ),
        (
            {"when": "law-changed", "if": {"some": {"players": "inactive"}},
             "do": [{"grant": "Chip", "to": {"players": "inactive"}}]},
            "Whenever the law changes, each inactive player gains 1 Chip.",
        ),
        (
            {"when": "law-changed", "do": [{"grant": "Chip", "to": {"players": "players", "where": {
                "not": {"member": {"names_in": "Room", "of": "$it"}, "of": {"listed_in": "Rooms"}}}}}]},
            "each player whose Room is not listed in Rooms gains 1 Chip",
        ),
        (
            {"when": "card-destroyed",
             "if": {"some": {"cards": "inventory", "of": "$player", "where": {"has": "$it", "value": "even"}}},
             "do": [{"grant": "Chip", "to": "$player"},
                    {"grant": "Chip", "to": {"players": "players", "except": "$player"}}]},
            "if the card's owner has a card with an even value:",
        ),
        (
            {"when": "does", "act": "vote", "do": [
                {"revoke": "Chip", "from": "$who"},
                {"grant": "Chip", "to": {"sample": 1, "from": {"players": "players"}}}]},
            "The voter loses 1 Chip.",
        ),
        (
            {"when": "does", "act": "gift", "if": {"in_match": "$who", "kind": "battle"},
             "do": [{"revoke": "Chip", "from": "$who"}]},
            "if the giver is in a battle, the giver loses 1 Chip",
        ),
    ],
    ids=["they", "phases", "each of them", "needless", "listed", "even", "voter", "giver"],
)  # fmt: skip
def test_who_and_when_are_clear(clause: dict[str, Any], said: str) -> None:
    """ "They" are not the players who are counted, and a phase later is not the same one again."""
    values: dict[str, Any] = {
        "duties": {"value": "Duties", "is": "names", "of": "player"},
        "room": {"value": "Room", "is": "name", "of": "player", "starts": "Hall"},
        "rooms": {"table": "Rooms", "columns": {"Toll": "number"}, "rows": {"Hall": {"Toll": 2}}},
    }
    law = Law(with_clauses(cycle_16(), {**values, "it": clause}))
    assert said in " ".join(explain_rule(law, "tolls"))

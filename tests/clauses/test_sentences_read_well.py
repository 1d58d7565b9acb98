"""What the clauses of the shipped laws say, read by somebody who has never seen one."""

import re

import pytest

from nomic.clauses.views.wording import explain_rule
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, templates

LAWS = sorted(templates())
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
    assert "You and the “other” player each simultaneously choose" in said_in("ministry-of-lamps", "bridge")


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
        " The next time a number changes, the player who acted gains Vertebrae equal to its new amount."
        " The next time a player gains an item, that player gains Vertebrae equal to the amount."
    )

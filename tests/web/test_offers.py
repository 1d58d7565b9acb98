"""The buttons of an offer of a rule: one is primary, and it is not the one that takes something."""

import re

import pytest
from django.template.loader import render_to_string

from nomic.effects.asking.questions import Option, Question
from nomic.web.forms.questions import asked_form


def primaries(does: str, kind: str = "offer") -> list[str]:
    question = Question("Ada", "Feed it a card?", kind, (Option(0, "Yes"),), 0, 1)
    html = render_to_string("components/asked.html", {"asked": asked_form(question, (), {0: does}, "Nothing happens.")})
    found = re.findall(r'<button class="pick([^"]*)"[^>]*>(\w+)', html)
    assert len(found) == (2 if kind == "offer" else 1)
    return [label for classes, label in found if "quiet" not in classes]


@pytest.mark.parametrize(
    ("does", "primary"),
    [
        ("You gain a Gem Key.", "Yes"),
        ("Choose a card of yours, which is destroyed.", "No"),
        ("You lose a Chip.", "No"),
    ],
)
def test_one_button_is_primary_and_takes_nothing(does: str, primary: str) -> None:
    assert primaries(does) == [primary]


def test_options_of_equal_rank_have_no_primary() -> None:
    assert primaries("", "card") == []

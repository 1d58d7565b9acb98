"""The buttons of an offer of a rule: one is primary, and it is not the one that takes something."""

import re
from types import SimpleNamespace

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


@pytest.mark.parametrize("scenes", [[], [SimpleNamespace(title="The stairs", words="Lie down?", rule="")]])
def test_below_the_laws_own_words_a_long_effect_is_folded(scenes: list[SimpleNamespace]) -> None:
    """“Yes” stays a button that one reads at a glance. Without the law's words nothing else says what it does."""
    options = (Option(0, "Yes"), Option(1, "Perhaps"))
    question = Question("Ada", "Lie down?", "offer", options, 0, 1)
    long = f"You gain {' and '.join(['1 Chip'] * 20)}."
    asked = asked_form(question, (), {0: long, 1: "You gain 1 Chip."}, long)
    html = render_to_string("components/asked.html", {"asked": asked, "scenes": scenes})
    on_buttons = re.findall(r'<span class="does">(.*?)</span>', html)
    assert on_buttons == (["You gain 1 Chip."] if scenes else [long, "You gain 1 Chip.", long])
    folded = re.findall(r"<li><strong>(\w+):</strong> (.*?)</li>", html)
    assert folded == ([("Yes", long), ("No", long)] if scenes else [])


def test_options_of_equal_rank_have_no_primary() -> None:
    assert primaries("", "card") == []

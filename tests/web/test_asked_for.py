"""Sentences that ask for an idea of the gallery: they are drafted as a whole, or told to their author."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.questions import ChoiceQuestion
from nomic.recipes.sentences import PHRASES, asked_for
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.unread_orders import marked, with_recipes

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("asked_for.yaml").read_text(encoding="utf-8"))
ASKED = [case for case in CASES if "idea" in case]
OFFERED = [case for case in CASES if "offered" in case]


@cache
def _law(template: str) -> Law:
    return Law(document_of(template))


@pytest.mark.parametrize("case", ASKED, ids=[case["text"][:50] for case in ASKED])
def test_it_is_drafted_with_its_answers(case: dict[str, Any]) -> None:
    law = _law(case["law"])
    found = draft_from(law, case["text"], [])
    asked = asked_for(case["text"].removeprefix("I propose that "), law)
    assert asked is not None
    assert (asked.listed.name, {**asked.answers, **case["answers"]}) == (case["idea"], asked.answers)
    assert found.operations == draft_from_recipe(recipes()[case["idea"]], law, asked.answers).amendments
    assert not found.left
    assert flaws_of(amended_draft(law.document, found.operations)) == []


@pytest.mark.parametrize("case", OFFERED, ids=[case["text"][:60] for case in OFFERED])
def test_what_leaves_something_open_is_offered_with_its_answers(case: dict[str, Any]) -> None:
    law = _law(case["law"])
    found = draft_from(law, case["text"], [])
    assert not found.operations
    ideas = [idea for each in with_recipes(marked(case["text"], found.left), law) for idea in each.recipes[:1]]
    assert [idea.listed.name for idea in ideas] == [case["offered"]]
    assert {**ideas[0].answers, **case["answers"]} == ideas[0].answers
    questions = recipes()[case["offered"]].recipe.questions
    assert {name for name in questions if questions[name].asks in found.left[0][1]} == {*case["open"]}
    draft_from_recipe(recipes()[case["offered"]], law, ideas[0].answers)


@pytest.mark.parametrize("case", [case for case in CASES if "marked" in case], ids=lambda case: case["text"][:50])
def test_what_no_idea_does_is_told(case: dict[str, Any]) -> None:
    found = draft_from(_law(case["law"]), case["text"], [])
    assert not found.operations
    assert [order for order, _ in found.left if order.startswith(case["marked"])]


def test_drafting_it_again_adds_nothing() -> None:
    law, text = _law("cycle-16"), ASKED[0]["text"]
    once = draft_from(law, text, [])
    again = draft_from(law, text, once.operations)
    assert (again.operations, again.placed, again.left) == ([], once.placed, [])


def test_what_the_law_does_already_is_not_drafted() -> None:
    law, text = _law("cycle-16"), ASKED[0]["text"]
    document = amended_draft(law.document, draft_from(law, text, []).operations)
    found = draft_from(Law(document), "Whenever a phase begins, all players gain a Vertebra each.", [])
    assert (found.operations, found.left) == ([], [])


def test_what_happens_again_is_not_said_to_happen_once() -> None:
    found = draft_from(_law("cycle-16"), "Give each player one extra pack per phase. Give each player a card.", [])
    again, once = (why for _, why in found.left)
    assert "again and again" in again
    assert "once" in once


@pytest.mark.parametrize("name", [name for name, each in recipes().items() if each.recipe.sentences])
def test_a_choice_that_a_sentence_gives_has_words(name: str) -> None:
    """At least two of its answers, or the sentence could not choose."""
    recipe = recipes()[name].recipe
    for asked, question in recipe.questions.items():
        if isinstance(question, ChoiceQuestion) and any(f"<{asked}>" in each.says for each in recipe.sentences):
            assert len(question.of.keys() & PHRASES.keys()) > 1


def test_the_idea_that_a_marked_sentence_asks_for_comes_first() -> None:
    """Tetromic has no money: the idea of a wage brings some along, so only its author can want it."""
    text = "Each player gains 3 Coins per week."
    found = draft_from(_law("tetromic"), text, [])
    stretch = with_recipes(marked(text, found.left), _law("tetromic"))[0]
    assert stretch.recipes[0].listed.name == "wage"

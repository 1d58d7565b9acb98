"""Words of a recipe that no longer fit, after what it does was changed in the draft."""

import json

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.outdated_recipe_words import TEXT, TITLE, words_left
from tests.recipes.laws import law_of


def left(recipe: str, was: str, now: str) -> dict[str, tuple[str, str]]:
    """The hints for a draft in whose amendments some data was replaced, by sentence: where it is and what is new."""
    law = law_of("cycle-16")
    made = draft_from_recipe(recipes()[recipe], law, {})
    sent = json.dumps(made.amendments)
    assert was in sent
    after = Law(amended_draft(law.document, json.loads(sent.replace(was, now))))
    found = words_left(law, made.made_of, after, made.title, made.text)
    return {each.sentence: (each.rule, each.change) for each in found}


def test_another_moment() -> None:
    found = left("bank", '"when": "week-begins"', '"when": "phase-ends"')
    (where, change) = next(each for sentence, each in found.items() if sentence.startswith("When a week begins, your"))
    assert where == "Bank"
    assert change.startswith("now: Whenever a phase ends")


def test_a_share_becomes_a_number() -> None:
    share = '{"quotient": [{"sum": [{"count": {"players": "active"}}, 2]}, 3]}'
    found = left("quorum", share, "4")
    assert {where for where, _ in found.values()} == {"Quorum", TITLE, TEXT}
    assert "This holds for every class of proposals that does not say otherwise." not in found


def test_another_item_in_title_and_text() -> None:
    found = left("auction", '"grant": "Gem Key"', '"grant": "Handy Pack"')
    assert found["Auction: 1 Gem Key"] == (TITLE, "now: The Highest bidder gains 1 Handy Pack.")
    assert found["I propose an auction of 1 Gem Key."][0] == TEXT


@pytest.mark.parametrize("name", sorted(recipes()))
def test_no_recipe_contradicts_itself(name: str) -> None:
    law = law_of("cycle-16")
    if recipes()[name].why_not(law):
        pytest.skip("not under this law")
    made = draft_from_recipe(recipes()[name], law, {})
    after = Law(amended_draft(law.document, made.amendments))
    assert words_left(law, made.made_of, after, made.title, made.text) == []

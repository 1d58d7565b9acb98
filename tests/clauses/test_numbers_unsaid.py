"""Numbers in the words of a new rule that nothing of what it does has."""

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.diff.law_differences import differences
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from tests.recipes.laws import LAWS, law_of

PAY = {"when": "proposal-enacted", "do": [{"grant": "Chip", "n": 3, "to": "$who"}]}


def hints(body: str) -> list[tuple[str, str]]:
    law = law_of("cycle-16").document
    rule = {"parent": None, "place": 900, "title": "Prize", "body": body, "clauses": {"pay": PAY}}
    after = amended_draft(law, [{"op": "add", "path": "/rules/prize", "value": rule}])
    return [(each.sentence, each.change) for each in differences(law, after).outdated]


def test_a_number_that_the_rule_does_not_have() -> None:
    assert hints("The author gains 5 Chips. Well done!") == [("The author gains 5 Chips.", "its effect says 3, not 5")]
    assert hints("The author gains '''five''' Chips.") == [("The author gains five Chips.", "its effect says 3, not 5")]


@pytest.mark.parametrize(
    "body",
    [
        "The author gains 3 Chips.",
        "The author gains three Chips.",
        "The author gains {{law|/rules/prize/clauses/pay/do/0|items}}.",
        "No player may buy more than 5 packs in a phase. The author gains 3 Chips.",
        "The author gains 3 Chips. No player may buy more than 5 packs in a phase.",
        "One of you gains Chips, as in version 1.5 of 2-player games.",
    ],
)
def test_what_agrees_or_is_no_amount(body: str) -> None:
    assert hints(body) == []


@pytest.mark.parametrize("name", LAWS)
def test_no_recipe_contradicts_itself(name: str) -> None:
    law = law_of(name)
    for recipe, listed in recipes().items():
        if not listed.why_not(law):
            after = amended_draft(law.document, draft_from_recipe(listed, law, {}).amendments)
            assert differences(law.document, after).outdated == [], recipe

"""The document for authors of recipes: its example is a recipe, and its lists are complete."""

import re

from nomic.devtools.virtualenv import ROOT
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import flaws_of
from nomic.recipes.catalogue import Listed, read_recipe
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.questions import Question
from nomic.recipes.schema import STEPS
from tests.recipes.checking import Check
from tests.recipes.conftest import CycleUnder
from tests.recipes.laws import law_of

TEXT = (ROOT / "docs/adding-a-recipe.md").read_text(encoding="utf-8")


def example() -> Listed:
    found = re.search(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return Listed("toll", read_recipe("toll.yaml", found[1]), "")


def test_its_example_does_what_it_says(cycle_under: CycleUnder) -> None:
    listed = example()
    law = law_of("tetromic")
    assert flaws_of(amended_draft(law.document, draft_from_recipe(listed, law, {}).amendments)) == []
    Check(cycle_under("tetromic"), listed, listed.recipe.checks[0]).carry_out()


def test_it_names_every_kind_of_question_and_every_step_of_a_check() -> None:
    kinds = {kind.model_fields["is_"].annotation.__args__[0] for kind in Question.__subclasses__()}
    assert {kind for kind in kinds if f"| `{kind}` |" not in TEXT} == set()
    heads = STEPS - {"with", "as", "of", "for", "is", "against"}
    assert {step for step in heads if f"{{{step}: " not in TEXT} == set()

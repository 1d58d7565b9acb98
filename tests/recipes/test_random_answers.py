"""Every recipe under every shipped law with random answers: enacted, with all that it says; or not offered, and why.

An ordinary run tries each recipe under one law, another one for each. A thorough run tries all pairs.
"""

import random

import pytest
from jsonpointer import resolve_pointer

from nomic.cycles.domain.exceptions import BadArguments
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.web.composer.orders.drafting import orders_left
from nomic.web.composer.source_recipe import own_words
from tests.recipes.checking import Check, enact
from tests.recipes.conftest import CycleUnder
from tests.recipes.laws import LAWS, law_of, laws_for
from tests.recipes.test_any_answers import any_answers
from tests.support.example_counts import THOROUGH
from tests.support.hall import DAY

PAIRS = [(name, law) for name, listed in recipes().items() for law in laws_for(listed)]
NOT_OFFERED = [(name, law) for name in recipes() for law in LAWS if (name, law) not in PAIRS]


def _sample() -> list[tuple[str, str]]:
    """Return all pairs if the run is thorough, else one law for each recipe, by a draw that is the same each time."""
    luck = random.Random("fair")
    return PAIRS if THOROUGH else [(name, luck.choice(laws_for(listed))) for name, listed in recipes().items()]


@pytest.mark.parametrize(("name", "law"), _sample())
def test_whatever_is_answered_is_enacted_and_runs_for_a_week(cycle_under: CycleUnder, name: str, law: str) -> None:
    hall, listed = cycle_under(law), recipes()[name]
    before = hall.cycle.law
    made = draft_from_recipe(listed, before, any_answers(listed, before, random.Random(f"{name} {law}")))
    enacted = enact(hall, made)
    now = hall.cycle.law.document
    for each in made.amendments:
        if "/" in each["path"].strip("/"):  # a section may have grown since
            written, found = each["value"], resolve_pointer(now, each["path"])
            assert found == written or written.items() <= found.items(), each["path"]
    assert enacted.effects == made.effects
    assert enacted.effects_failed == ""
    left = orders_left(before, own_words(before, enacted), enacted.amendments, does_something_once=bool(made.effects))
    assert (left.undone, left.once, left.by_hand) == ([], [], [])
    for _ in range(8):
        hall.to(hall.clock.now + DAY)
    hall.is_sound()


@pytest.mark.parametrize(("name", "law"), _sample())
def test_its_checks_hold_under_any_names(cycle_under: CycleUnder, name: str, law: str) -> None:
    """Names and texts are answered at random; all else is as the check needs it."""
    listed = recipes()[name]
    answers = any_answers(listed, law_of(law), random.Random(f"{law} {name}"))
    named = {each: answer for each, answer in answers.items() if listed.recipe.questions[each].is_ in ("name", "text")}
    Check(cycle_under(law), listed, listed.recipe.checks[0], named).carry_out()


@pytest.mark.parametrize(("name", "law"), NOT_OFFERED)
def test_where_it_is_not_offered_the_reason_is_said(name: str, law: str) -> None:
    listed = recipes()[name]
    why_not = listed.why_not(law_of(law))
    assert why_not.endswith(".")
    with pytest.raises(BadArguments) as refused:
        draft_from_recipe(listed, law_of(law), {})
    assert [(error.field, error.detail) for error in refused.value.errors] == [("", why_not)]

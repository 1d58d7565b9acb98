"""Whatever is answered under whichever shipped law, the proposal is one that can become law; also a second time."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.proposals import one_time_effects
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import PreparedQuestion, asked_under, draft_from_recipe
from nomic.recipes.taken_names import Taken
from tests.recipes.laws import LAWS, law_of
from tests.support.example_counts import examples

Answering = Callable[[Listed, Law], dict[str, str]]
NAMES = ("Œuvre", "Zoë’s own", "The 3rd door & more", "Ωμέγα", "東京", "x", "Rest. And be quiet!")


def any_answer(asked: PreparedQuestion, luck: random.Random) -> str:
    """An answer that fits: any of the choices, any number within the bounds, or a name like no other."""
    question = asked.question
    if asked.choices is not None:
        return luck.choice(asked.choices).value
    if question.is_ == "amount":
        return str(luck.choice([question.least, question.most, luck.randint(question.least, question.most)]))
    most = getattr(question, "most", 20)
    return luck.choice([name for name in NAMES if len(name) <= most]) + f" {luck.randint(1, 9)}" * (most > 24)


def any_answers(listed: Listed, law: Law, luck: random.Random) -> dict[str, str]:
    found: dict[str, str] = {}
    for asked in asked_under(listed, law):
        answer = any_answer(asked, luck)
        while asked.question.is_ in ("name", "text") and (answer in found.values() or answer in Taken(law)):
            answer = f"{any_answer(asked, luck)[:8].strip()} {luck.randint(1, 999)}"
        found[asked.name] = answer
    return found


def all_at_once(law: Law, answers: Answering) -> Law:
    """The law after every recipe in turn, each drafted under the law that those before it made."""
    for listed in recipes().values():
        if not listed.why_not(law):
            made = draft_from_recipe(listed, law, answers(listed, law))
            assert made.title
            assert "<" not in made.title + made.text, listed.name
            law = Law(amended_draft(law.document, made.amendments), number=law.number + 1)
            if made.effects:
                one_time_effects.check(law, made.effects)
    assert [f"{flaw}" for flaw in flaws_of(law.document)] == []
    return law


@pytest.mark.parametrize("name", LAWS)
def test_all_recipes_one_after_another_make_a_valid_law_whatever_is_answered(name: str) -> None:
    """With the defaults, and again under that law with any answers: no name, id or title of another is taken."""
    luck = random.Random(name)
    first = all_at_once(law_of(name), lambda listed, law: {})
    second = all_at_once(first, partial(any_answers, luck=luck))
    kept = {rule: second.document["rules"].get(rule) for rule in first.document["rules"]}
    assert kept == first.document["rules"]


@pytest.mark.parametrize("seed", range(examples(9)))
def test_any_answers_make_a_valid_law(seed: int) -> None:
    luck = random.Random(seed)
    all_at_once(law_of(LAWS[seed % len(LAWS)]), partial(any_answers, luck=luck))

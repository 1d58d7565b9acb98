"""What a recipe writes reads like a sentence, whatever is chosen."""

import re
from collections.abc import Iterator

import pytest

from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import asked_under, draft_from_recipe
from nomic.recipes.questions import Amount
from tests.recipes.laws import law_of, laws_for

TWICE = re.compile(r"\b(\w+) \1\b|\b(?:an?|the|one|each|this|every) (?:an?|the)\b", re.IGNORECASE)


def _texts(name: str) -> Iterator[str]:
    """The texts of a recipe's proposal with each answer to each of its choices, under a law that has most of them."""
    listed = recipes()[name]
    law = law_of(max(laws_for(listed), key=lambda each: len(law_of(each).document)))
    some = {name: "1" for name, each in listed.recipe.questions.items() if isinstance(each, Amount) and not each.least}
    for asked in asked_under(listed, law):
        for choice in asked.choices or () if asked.question.is_ == "choice" else ():
            made = draft_from_recipe(listed, law, {**some, asked.name: choice.value})
            bodies = [change["value"].get("body", "") for change in made.amendments if "/rules/" in change["path"]]
            yield from (made.title, made.text, *bodies)


@pytest.mark.parametrize("name", [name for name in recipes() if any(_texts(name))])
def test_no_article_comes_twice_and_plurals_are_right(name: str) -> None:
    for text in _texts(name):
        assert not TWICE.search(text), text
        assert not re.search(r"\b\d+ \w*(?:ch|sh|x)s\b", text), text

"""The recipe that a draft or a proposal was made from: the address of its questions, and the words that it wrote."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from pydantic import ValidationError

from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.proposals.models import Proposal
from nomic.proposals.submission import MadeOf, complete_amendments
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import draft_from_recipe

PREFIX = "answer-"  # of the fields of a recipe's form
Recipe = dict[str, Any]  # a `MadeOf` as it is stored


@dataclass(frozen=True, slots=True)
class Idea:
    """A recipe that matches words of a proposal, with the answers that the words give."""

    listed: Listed
    answers: Mapping[str, str]

    @property
    def query(self) -> str:
        """The answers as parameters of the page with the recipe's questions."""
        return urlencode({f"{PREFIX}{name}": answer for name, answer in self.answers.items()})


def read_recipe_field(sent: str) -> Recipe:
    """Parse a recipe with its answers from a hidden field of the composer. Returns {} if the field is malformed."""
    try:
        return MadeOf.model_validate_json(sent).as_json()
    except ValidationError:
        return {}


def as_field(recipe: Recipe) -> str:
    """Return a recipe as JSON for a hidden field, or "" if it is empty."""
    return json.dumps(recipe, ensure_ascii=False) if recipe else ""


def answers_again(cycle: Cycle, recipe: Recipe, **more: str) -> str:
    """Return the address of a recipe's questions with the answers filled in, or "" if the recipe is unknown.

    `more` are further parameters: the draft or the proposal that the new one will replace.
    """
    name = recipe.get("recipe", "")
    if name not in recipes():
        return ""
    answers = {f"{PREFIX}{each}": answer for each, answer in recipe["answers"].items()}
    asked = urlencode(answers | {key: value for key, value in more.items() if value})
    return f"{reverse('web:recipe', args=[cycle.slug, name])}?{asked}"


def own_words(law: Law, proposal: Proposal) -> str:
    """Return the words of a proposal without its recipe's words, or all of its words if the recipe no longer fits.

    A recipe fits if the proposal has all effects of the recipe. The recipe is drafted again under the law of the
    proposal's time, so that nobody can hide words by naming a recipe.
    """
    made_of: Mapping[str, Any] = proposal.made_of
    listed = recipes().get(made_of.get("recipe", ""))
    if listed is None:
        return proposal.text
    try:
        made = draft_from_recipe(listed, law, made_of["answers"])
        amendments = complete_amendments(law, made.amendments)
    except BadArguments:
        return proposal.text
    does_all = all(each in proposal.amendments for each in amendments) and all(
        each in proposal.effects for each in made.effects
    )
    return proposal.text.replace(made.text, "", 1) if does_all else proposal.text

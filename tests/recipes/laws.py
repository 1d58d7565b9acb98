"""The shipped laws that recipes are tried under."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates
from nomic.recipes.catalogue import Listed
from nomic.recipes.questions import AnyQuestion

LAWS = sorted(law_templates())


@cache
def law_of(name: str) -> Law:
    """A shipped law as a cycle begins with it."""
    return Law(document_of(name))


def laws_for(listed: Listed, answers: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The shipped laws that have what a recipe needs, and offer these answers where it asks for a choice."""
    chosen = [(each, answers[name]) for name, each in listed.recipe.questions.items() if name in answers]
    return [
        law
        for law in LAWS
        if not listed.why_not(law_of(law))
        and all(answer in _choices(question, law) for question, answer in chosen if question.is_ == "choice")
    ]


def _choices(question: AnyQuestion, law: str) -> set[str]:
    return {choice.value for choice in question.choices(law_of(law)) or ()}

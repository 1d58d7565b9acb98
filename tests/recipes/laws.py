"""The shipped laws that recipes are tried under."""

from functools import cache

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, templates
from nomic.recipes.catalogue import Listed

LAWS = sorted(templates())


@cache
def law_of(name: str) -> Law:
    """A shipped law as a cycle begins with it."""
    return Law(document_of(name))


def laws_for(listed: Listed) -> list[str]:
    """The shipped laws that have what a recipe needs."""
    return [law for law in LAWS if not listed.why_not(law_of(law))]

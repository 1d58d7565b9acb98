"""Checks of prices and other numbers that may be worked out."""

from collections.abc import Iterator, Mapping

from nomic.clauses.checks.secrecy import Secrets, told_by_number
from nomic.clauses.schema.kinds import AmountJson
from nomic.clauses.vocabulary.scope_nouns import THEM
from nomic.effects.checking.in_law import value_flaws
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import Meant
from nomic.law.document.sections import Flaw, pointer


def number_flaws(
    path: str,
    raw: AmountJson | None,
    known: Vocabulary,
    secrets: Secrets,
    scope: Scope = scopes.WHO_ACTS,
    called: Mapping[str, Meant] = THEM,
) -> Iterator[Flaw]:
    """Yield the flaws of a number that may be worked out, for somebody who acts (`$me`). It tells no secret."""
    if raw is not None:
        wrong = [*value_flaws(path, raw, "number", scope, known, "condition", called)]
        yield from wrong or told_by_number(path, raw, scope, secrets)


def price_flaws(
    path: str, costs: Mapping[str, AmountJson], scope: Scope, known: Vocabulary, called: Mapping[str, Meant]
) -> Iterator[Flaw]:
    """Yield the flaws of each amount of the price at `path`. Nothing is drawn for it, because it is shown before."""
    for item, raw in costs.items():
        yield from value_flaws(path + pointer(item), raw, "number", scope, known, "condition", called)

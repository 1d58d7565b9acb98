"""Checks of prices and other amounts that may be expressions."""

from collections.abc import Iterator, Mapping

from nomic.clauses.checks.secrecy import leaks_in_number
from nomic.clauses.schema.clause_models import AmountJson
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.vocabulary.scope_nouns import THEM
from nomic.effects.checking.effects_in_sections import value_flaws
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import NameMeaning
from nomic.law.document.sections import Flaw, pointer


def number_flaws(
    path: str,
    raw: AmountJson | None,
    known: Vocabulary,
    secrets: Secrets,
    scope: Scope = scopes.WHO_ACTS,
    called: Mapping[str, NameMeaning] = THEM,
) -> Iterator[Flaw]:
    """Yield the flaws of an amount, evaluated for the actor (`$me`) if it is an expression.

    The expression must not read secrets. `called` holds the nouns for the names in scope.
    """
    wrong = [*value_flaws(path, raw, "number", scope, known, "condition", called)]
    yield from wrong or leaks_in_number(path, raw, scope, secrets)


def price_flaws(
    path: str, costs: Mapping[str, AmountJson], scope: Scope, known: Vocabulary, called: Mapping[str, NameMeaning]
) -> Iterator[Flaw]:
    """Yield the flaws of `costs`, the amounts by item of the price at `path`.

    Amounts must not draw, because players see the price before they act. `called` holds the nouns for the names in
    scope.
    """
    for item, raw in costs.items():
        yield from value_flaws(path + pointer(item), raw, "number", scope, known, "condition", called)

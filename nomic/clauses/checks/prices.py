"""Checks of prices whose amounts may be worked out."""

from collections.abc import Iterator, Mapping

from nomic.clauses.schema.kinds import AmountJson
from nomic.effects.checking.in_law import value_flaws
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import Meant
from nomic.law.document.sections import Flaw, pointer


def price_flaws(
    path: str, costs: Mapping[str, AmountJson], scope: Scope, known: Vocabulary, called: Mapping[str, Meant]
) -> Iterator[Flaw]:
    """Yield the flaws of each amount of the price at `path`. Nothing is drawn for it, because it is shown before."""
    for item, raw in costs.items():
        yield from value_flaws(path + pointer(item), raw, "number", scope, known, "condition", called)

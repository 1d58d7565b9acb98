"""Parts of the sentences that describe clauses: conditions, effects, prices and phases."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomic.effects.checking.in_law import TruthJson
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.prose.context import Meant
from nomic.effects.prose.english import condition_in_words, effect_in_words
from nomic.effects.prose.grammar import listed
from nomic.inventory.law_section import named, plurals_of
from nomic.law.document.sections import Law

Said = tuple[str, ...]
Names = Mapping[str, Meant]


def in_phases(kinds: Sequence[str]) -> str:
    """Describe the kinds of phases in which a clause applies, or return "" if it applies in all."""
    return f" in {listed(kinds)} phases" if kinds else ""


def price_in_words(law: Law, costs: Mapping[str, int]) -> str:
    """Describe a price, to follow a comma. Returns "" if there is no price."""
    price = prices(law, costs)
    return f", for {listed(price)}" if price else ""


def prices(law: Law, costs: Mapping[str, int]) -> list[str]:
    """Return each part of a price in words, sorted by item."""
    return [named(law, item, amount) for item, amount in sorted(costs.items()) if amount]


def if_in_words(law: Law, raw: TruthJson | None, scope: Scope, lead: str, names: Names | None = None) -> str:
    """Describe a condition, to follow the words `lead`. Returns "" if there is no condition."""
    return "" if raw is None else f"{lead}{condition_in_words(read_condition(raw, scope), plurals_of(law), names)}"


def does_in_words(law: Law, raw: list[dict[str, Any]], scope: Scope, names: Names | None = None) -> Said:
    """Describe an effect in sentences."""
    return tuple(effect_in_words(read_effect(raw, scope), plurals_of(law), names))

"""Parts of the sentences that describe clauses: conditions, effects, prices and phases."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomic.clauses.schema.clause_models import AmountJson
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition, read_effect, read_number
from nomic.effects.prose.context import Context, NameMeaning
from nomic.effects.prose.describe import condition_in_words, effect_after, effect_in_lines, effect_in_words
from nomic.effects.prose.english_grammar import as_items, listed, sentence
from nomic.effects.prose.operations.operation_lists import BEGINS_WITH_A_TIME
from nomic.effects.prose.values.amounts import amount
from nomic.inventory.law_section import amount_of_item, wording_of
from nomic.law.document.sections import Law
from nomic.law.labels.indented_outline import INDENT

Said = tuple[str, ...]
Names = Mapping[str, NameMeaning]
MAX_WORDS = 40  # of an effect in one paragraph


def in_phases(kinds: Sequence[str]) -> str:
    """Return the kinds of phases in which a clause applies as text, or "" if it applies in all."""
    return f" in {listed(kinds, 'or')} phases" if kinds else ""


def price_in_words(
    law: Law, costs: Mapping[str, AmountJson], scope: Scope = scopes.WHO_ACTS, names: Names | None = None
) -> str:
    """Return a price as a sentence, such as "Pay 2 Coins.", or "" if there is no price."""
    price = prices(law, costs, scope, names)
    return f"Pay {listed(price)}." if price else ""


def prices(
    law: Law, costs: Mapping[str, AmountJson], scope: Scope = scopes.WHO_ACTS, names: Names | None = None
) -> list[str]:
    """Return each part of a price as text, sorted by item. Amounts that are expressions are described."""
    return [_price(law, item, raw, scope, names) for item, raw in sorted(costs.items()) if raw]


def _price(law: Law, item: str, raw: AmountJson, scope: Scope, names: Names | None) -> str:
    if isinstance(raw, int):
        return amount_of_item(law, item, raw)
    context = Context(wording_of(law), names or {})
    return amount(read_number(raw, scope), item, wording_of(law).get(item, item), context)


def if_in_words(law: Law, raw: TruthJson | None, scope: Scope, lead: str, names: Names | None = None) -> str:
    """Return a condition as text that follows the words `lead`, or "" without a condition."""
    return "" if raw is None else f"{lead}{condition_in_words(read_condition(raw, scope), wording_of(law), names)}"


def does_in_words(law: Law, raw: list[dict[str, Any]], scope: Scope, names: Names | None = None) -> Said:
    """Return an effect as sentences that follow a first sentence.

    A long effect becomes a list of steps, and so does one in which a sentence would seem to happen as late as the one
    before it.
    """
    steps = effect_in_lines(read_effect(raw, scope), wording_of(law), names)
    is_long = any("\n" in step for step in steps) or sum(len(step.split()) for step in steps) > MAX_WORDS
    has_branches = any(not line.startswith(INDENT) for step in steps for line in step.split("\n")[1:])
    is_unclear_when = any(BEGINS_WITH_A_TIME.match(step) for step in steps[:-1])
    if (is_long and len(steps) > 1) or has_branches or is_unclear_when:
        return (as_items(steps),)
    return tuple(sentence(step) for step in steps)


def does_in_short(law: Law, raw: list[dict[str, Any]], scope: Scope, names: Names | None = None) -> Said:
    """Return the sentences that describe an effect (`raw`, its JSON), without nested lists."""
    return tuple(effect_in_words(read_effect(raw, scope), wording_of(law), names))


def does_after(lead: str, law: Law, raw: list[dict[str, Any]], scope: Scope, names: Names | None = None) -> str:
    """Return one sentence that begins with `lead`, such as "when a player joins", and states the effect."""
    return effect_after(lead, read_effect(raw, scope), wording_of(law), names)

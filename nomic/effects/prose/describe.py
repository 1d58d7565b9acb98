"""Effects in plain English, generated from the same data that is run, so that the two cannot diverge."""

from collections.abc import Mapping
from typing import Any

from nomic.effects.language.nodes.base import Condition, Effect, Expression, Node, Operation
from nomic.effects.language.nodes.conditions import Any_
from nomic.effects.language.nodes.selectors import Values
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.operations.choosing import Choose
from nomic.effects.language.world import Value
from nomic.effects.prose import conditions, operations, values  # noqa: F401 - they register descriptions
from nomic.effects.prose.context import IT, Context, NameMeaning, clause, noun, number
from nomic.effects.prose.english_grammar import Noun, as_items, sentence
from nomic.effects.prose.operations.choosing import some
from nomic.effects.prose.operations.conditions_in_front import in_front
from nomic.effects.prose.operations.operation_lists import (
    after_lead,
    context_after,
    described_in,
    operations_in_words,
    step_clauses,
)
from nomic.effects.prose.sets import selectors, subsets  # noqa: F401 - they register descriptions

Plurals = Mapping[str, str]
THESE = Noun(one="one of these", many="of these", whole="these", singular=False, some_of="these")


def in_words(node: Node, plurals: Plurals | None = None) -> str:
    """Describe any node, without capital letter and full stop. `plurals` maps items to their plurals."""
    context = Context({} if plurals is None else plurals)
    if isinstance(node, Operation | Condition):
        return clause(node, context)
    is_number = isinstance(node, Expression) and node.kind == "number"
    return number(node, context) if is_number else noun(node, context).whole


def condition_in_words(
    condition: Condition, plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> str:
    """Describe a condition, as it follows an "if". `names` holds the nouns of the names in scope."""
    return clause(condition, Context({} if plurals is None else plurals, names or {}))


def condition_after(lead: str, condition: Condition, plurals: Plurals | None = None) -> str:
    """Describe a condition after an introduction that names the card, such as "you can play a card".

    Alternatives become a list.
    """
    if not isinstance(condition, Any_) or len(condition.any_) < 2:
        return sentence(f"{lead} if {_of_it(condition, plurals)}")
    parts = [condition_in_words(part, plurals) for part in condition.any_]
    return sentence(f"{lead} if one of these is true:{as_items(parts)}")


def _of_it(condition: Condition, plurals: Plurals | None) -> str:
    """Describe a condition on a card that the sentence has just named: "it is not Special"."""
    said = condition_in_words(condition, plurals)
    as_it = condition_in_words(condition, plurals, {"this": NameMeaning("card", noun=IT)})
    return as_it if said.count("this card") == 1 and said.startswith("this card ") else said


def number_in_words(
    node: Expression[Any], plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> str:
    """Describe a number as a noun phrase, such as "the number of active players"."""
    return number(node, Context({} if plurals is None else plurals, names or {}))


def effect_in_words(
    effect: Effect, plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> list[str]:
    """Describe an effect in sentences. `names` holds the nouns of the names in scope."""
    return [sentence(step) for step in effect_in_clauses(effect, plurals, names)]


def effect_in_clauses(
    effect: Effect, plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> list[str]:
    """Describe an effect in clauses, each without its capital letter and full stop."""
    return _described(effect, Context({} if plurals is None else plurals, names or {}))


def effect_in_lines(
    effect: Effect, plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> list[str]:
    """Describe an effect in clauses, with nested lists on separate lines (`grammar.as_items`)."""
    return _described(effect, Context({} if plurals is None else plurals, names or {}, in_lines=True))


def effect_after(
    lead: str, effect: Effect, plurals: Plurals | None = None, names: Mapping[str, NameMeaning] | None = None
) -> str:
    """Describe an effect after an introduction such as "when a player joins", with a list below if it is long."""
    context = Context({} if plurals is None else plurals, names or {}, in_lines=True)
    said = operations_in_words(effect, context)
    return sentence(after_lead(lead, operations_in_words(effect, context) if context.alike else said))


def _described(effect: Effect, context: Context) -> list[str]:
    said = _step_clauses(effect, context)
    return _step_clauses(effect, context) if context.alike else said


def _step_clauses(effect: Effect, context: Context) -> list[str]:
    said: list[str] = []
    effect = in_front(effect)
    for place, step in enumerate(effect):
        said += step_clauses(step, described_in(context, step, effect[place + 1 :]))
        context = context_after(step, context, effect[place + 1 :])
    return said


def choice_in_words(choose: Choose, least: int, most: int, context: Context | None = None) -> str:
    """Describe a choice with a known number: "a card in a participant's hand, to be destroyed".

    Computed options are called "these", because the player sees them and the formula would be less clear. `context`
    holds the nouns of the names in scope.
    """
    from_ = THESE if _is_worked_out(choose.from_) else noun(choose.from_, context or Context())
    return f"{some(from_, least, most)}{', to be destroyed' if choose.for_ else ''}"


def _is_worked_out(from_: Expression[Value]) -> bool:
    return (
        isinstance(from_, Values)
        and isinstance(from_.values, tuple)
        and not all(isinstance(member, Literal) for member in from_.values)
    )

"""Goals: the numbers on which the ways to win of a law depend, found in their conditions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import clauses_of, secrets_of
from nomic.clauses.runtime.run_effects import condition_of
from nomic.clauses.schema.clause_models import WinsClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.short_sentences import says_of
from nomic.clauses.views.winning_conditions import IT, lead_of, winning_in_words
from nomic.clauses.vocabulary.scope_nouns import WINNER
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import All, Any_, Is
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.values import Literal, Ref
from nomic.effects.language.operations.values import ValueOf
from nomic.effects.prose.context import Context
from nomic.effects.prose.describe import number_in_words
from nomic.effects.prose.sets.selectors import held_by_each
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef

MAX_MEASURES = 4  # numbers of one way to win that are shown
RELATIONS = ("at_least", "more_than", "equals")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number tested by a victory condition, for each player or for the cycle.

    `target` is the number to reach, or None if the player with the most wins. `more` is 1 if the target has to be
    exceeded. `called` is the name of the player in the expression, such as `$it`. `item` or `value` names the only
    thing counted, if the expression counts nothing else.
    """

    name: str
    expression: Expression[Any]
    called: str = IT
    target: Expression[Any] | None = None
    more: int = 0
    is_exact: bool = False
    of_players: bool = True
    least: bool = False
    is_secret: bool = False
    item: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A way to win: its rule, its sentences and its numbers.

    It has no numbers if they cannot be derived from the condition. `place` is the JSON pointer of the clause.
    """

    rule: RuleRef
    brief: str
    words: tuple[str, ...]
    measures: tuple[Measure, ...]
    place: str = ""


def goals_of(law: Law) -> tuple[Goal, ...]:
    """Return the goals in a law's clauses, in the order of its rules."""
    return law.once(
        "goals", lambda: tuple(each for placed in clauses_of(law).victories for each in _goals(law, placed))
    )


def _goals(law: Law, placed: Placed[WinsClause]) -> Iterator[Goal]:
    """Yield the goals of a clause: one for each alternative in its condition."""
    condition = condition_of(law, placed, placed.clause.wins, scopes.WHO_WINS)
    words = winning_in_words(placed.clause, law)
    brief = says_of(placed.clause, law) or words[0]
    alternatives = condition.any_ if isinstance(condition, Any_) and condition.any_ else (condition,)
    found = [tuple(_measures(law, each))[:MAX_MEASURES] for each in alternatives]
    for number, measures in enumerate(found):
        if measures or number == 0:
            yield Goal(RuleRef(placed.rule, placed.title), brief, words, measures, placed.path)


def _parts(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, All):
        for part in condition.all_:
            yield from _parts(part)
    else:
        yield condition


def _measures(law: Law, condition: Condition) -> Iterator[Measure]:
    """Yield the numbers that a condition compares with a target, and those in which the winner must lead."""
    parts, seen = list(_parts(condition)), set[str]()
    for part in parts:
        measure = _compared(law, part)
        if measure is not None and measure.name not in seen:
            seen.add(measure.name)
            yield measure
    for part in parts:
        lead = lead_of(part, law)
        if lead is not None:
            measure = _measure(law, lead.by, lead.called, least=lead.is_least)
            if measure.name not in seen:
                seen.add(measure.name)
                yield measure


def _compared(law: Law, part: Condition) -> Measure | None:
    """Return the number that a part of a condition compares with a target, or None for other parts."""
    if not isinstance(part, Is):
        return None
    one, relation, other = part.is_
    if relation not in RELATIONS or isinstance(one, Literal) or (one.kind, other.kind) != ("number", "number"):
        return None
    return _measure(law, one, IT, target=other, more=int(relation == "more_than"), is_exact=relation == "equals")


def _measure(law: Law, expression: Expression[Any], called: str, **more: Any) -> Measure:
    target = more.get("target")
    both = [expression] if target is None else [expression, target]
    item = value = ""
    if isinstance(expression, Stock) and isinstance(expression.stock, Literal) and _is_of(expression.of, called):
        item = str(next(iter(expression.stock.members), ""))
    elif isinstance(expression, ValueOf) and expression.for_ is None and _is_of(expression.of, called):
        value = expression.value_of
    return Measure(
        _name(law, expression, called),
        expression,
        called,
        of_players=any(_mentions(each, called) for each in both),
        is_secret=any(_reads_secret(law, each) for each in both),
        item=item,
        value=value,
        **more,
    )


def _name(law: Law, expression: Expression[Any], called: str) -> str:
    """Return a heading for a number: "Chips", "Fog"."""
    held = held_by_each(expression, called, Context(wording_of(law)))
    if held is not None:
        return held[0]
    if isinstance(expression, ValueOf) and expression.for_ is None and not _mentions(expression, called):
        return expression.value_of
    words = number_in_words(expression, wording_of(law), {called: WINNER[IT]})
    for idle in ("the number of ", " they have", "their "):
        words = words.replace(idle, "")
    return words[:1].upper() + words[1:]


def _is_of(node: Any, called: str) -> bool:
    return isinstance(node, Ref) and node.name == called and not node.part


def _mentions(expression: Expression[Any], called: str) -> bool:
    return any(isinstance(node, Ref) and node.name == called for _, node in walk(expression))


def _reads_secret(law: Law, expression: Expression[Any]) -> bool:
    secrets = secrets_of(law)
    return any(node.value_read() in secrets for _, node in walk(expression))

"""English descriptions of operations that change the law, and of nodes that read it."""

import json

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.compound_fields import LawPlace, Stretch
from nomic.effects.language.nodes.values import Literal, as_members
from nomic.effects.language.operations.governance.amending import THIS, Amend, InLaw, Repeal, RulesAdded
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, clause, noun, number
from nomic.effects.prose.english_grammar import Noun, definite, listed, placed
from nomic.law.document.sections import pointer

MAX_CONTENT = 1_000  # characters of an entry in a sentence


def place_words(place: LawPlace, context: Context) -> str:
    """Describe a place of the law. Computed keys are described as values."""
    said = context.place(pointer(*(key if isinstance(key, str) else "*" for key in place.keys)))
    for key in place.keys:
        if not isinstance(key, str):
            words = number(key, context) if key.kind == "number" else noun(key, context).whole
            said = said.replace("*", words, 1)
    return said


def _worth(value: Expression[Value], context: Context) -> str:
    if value.kind == "number":
        return number(value, context)
    return clause(value, context) if value.kind == "truth" else noun(value, context).whole


@clause.register
def describe_amend(step: Amend, context: Context) -> str:
    place = place_words(step.amend, context)
    if step.to is not None:
        return f"change the law: set {placed(place)} to {_worth(step.to, context)}"
    if step.by is not None:
        by = number(step.by, context)
        return f"change the law: {'lower' if by.startswith('−') else 'raise'} {placed(place)} by {by.removeprefix('−')}"
    if step.remove:
        return f"strike {placed(place)} from the law"
    content = step.put if isinstance(step.put, str) else json.dumps(step.put, ensure_ascii=False, sort_keys=True)
    return (
        f"change the law: set {placed(place)} to “{content[:MAX_CONTENT]}{'…' if len(content) > MAX_CONTENT else ''}”"
    )


@clause.register
def describe_repeal(step: Repeal, context: Context) -> str:
    if step.is_of_itself:
        return "this rule is repealed"
    if isinstance(step.repeal, Literal):
        names = [
            "this rule" if each == THIS else context.place(f"/rules/{each}") for each in as_members(step.repeal.source)
        ]
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} repealed"
    if isinstance(step.repeal, RulesAdded):
        return f"{_every_rule(step.repeal, context)} is repealed"
    return f"repeal these rules: {noun(step.repeal, context).whole}"


def _every_rule(node: RulesAdded, context: Context) -> str:
    return f"every rule added {_lately(node.rules_added, context)}"


def _lately(span: Stretch, context: Context) -> str:
    """Describe a time span that ends now: "in this phase", "in the last 2 days"."""
    count = number(span.n, context)
    if span.unit == "phases":
        return "in this phase" if count == "1" else f"in the last {count} phases, counting this one"
    return f"in the last {span.unit.removesuffix('s')}" if count == "1" else f"in the last {count} {span.unit}"


@noun.register
def noun_of_in_law(node: InLaw, context: Context) -> Noun:
    return definite(place_words(node.law, context))


@noun.register
def noun_of_rules_added(node: RulesAdded, context: Context) -> Noun:
    lately = _lately(node.rules_added, context)
    return Noun(
        one=f"rule added {lately}", many=f"rules added {lately}", whole=f"the rules added {lately}", singular=False
    )

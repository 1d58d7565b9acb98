"""English descriptions of comparisons."""

from msgspec import structs

from nomic.effects.language.nodes.arithmetic import Remainder, constant_value
from nomic.effects.language.nodes.conditions import Is
from nomic.effects.language.nodes.item_holders import POOL, Stock
from nomic.effects.language.nodes.people import Seniority, Since
from nomic.effects.language.nodes.values import Literal, Ref, Tally
from nomic.effects.language.operations.values import ValueOf
from nomic.effects.prose.conditions.amounts import cards_held, having, having_so_many, held_number, so_many, there_are
from nomic.effects.prose.conditions.durations import time_compared, time_passed, whose_time
from nomic.effects.prose.conditions.identity import is_same, same, same_as, same_names
from nomic.effects.prose.conditions.relations import SAID_OF_NUMBERS
from nomic.effects.prose.context import Context, clause, noun, number, predicate
from nomic.effects.prose.english_grammar import conjugated, flagged, is_plural_name, quoted_if_words
from nomic.effects.prose.values.counts import unit
from nomic.effects.prose.values.item_holders import holder_noun
from nomic.effects.prose.values.nouns_for_sets import all_of, is_single
from nomic.effects.prose.values.operands import is_open
from nomic.effects.prose.values.relative_clauses import is_named, said_of_themselves
from nomic.effects.prose.values.stored_values import flagged_thing, for_key

# Whether a comparison of a flag says that it is set, or that it is not. Others are about its number.
FLAGS = {("equals", 1): True, ("at_least", 1): True, ("more_than", 0): True, ("equals", 0): False}


def _is_on(condition: Is, context: Context) -> bool | None:
    """Return whether a comparison requires a flag to be on, or None if it is not about a flag."""
    value, relation, other = condition.is_
    if (
        not isinstance(value, ValueOf)
        or (value.for_ is not None and value.of is not None)
        or not context.is_flag(value.value_of)
    ):
        return None
    count = constant_value(other)
    return None if count is None else FLAGS.get((relation, count))


@predicate.register
def predicate_of_is(condition: Is, called: str, context: Context, singular: bool) -> str:
    stock = condition.is_[0]
    if isinstance(stock, Seniority | Since) and is_named(whose_time(stock), called):
        return time_passed(condition, context, singular=singular, negated=False)
    time, relation = condition.is_[2], condition.is_[1]
    if isinstance(time, Seniority | Since) and is_named(whose_time(time), called) and relation != "equals":
        return time_passed(_turned(condition), context, singular=singular, negated=True)
    if isinstance(stock, Stock) and is_named(stock.of, called):
        return f"{conjugated('have', singular)} {so_many(stock, condition, context, negated=False)}"
    if (
        isinstance(stock, ValueOf)
        and is_named(stock.of, called)
        and (held := held_number(condition, context, negated=False))
    ):
        return f"{conjugated('have', singular)} {held}"
    if isinstance(stock, ValueOf) and is_named(stock.of, called) and (on := _is_on(condition, context)) is not None:
        return f"{conjugated('be', singular)} {flagged(stock.value_of, on)}"
    for this, other in (condition.is_[::2], condition.is_[::-2]):
        if (
            is_same(condition)
            and is_named(this, called)
            and (this is condition.is_[0] or is_single(noun(other, context)))
        ):
            return same_as(noun(other, context), singular=singular, negated=False)
    return ""


@clause.register
def describe_is(node: Is, context: Context) -> str:
    one = node.is_[0]
    if is_same(node):
        return same(node, context, negated=False)
    if isinstance(one, Tally) and is_drew_any(node):
        return _drew_any(one, context)
    return compared(node, context, negated=False)


def compared(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of numbers, or its negation."""
    if said := _divided(node, context, negated) or time_compared(node, context, negated=negated):
        return said
    return _of_amounts(node, context, negated)


def _of_amounts(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of amounts, values or names, or its negation."""
    one, relation, other = node.is_
    is_of_a_number = isinstance(one, Literal) and not isinstance(other, Literal) and isinstance(one.source, int)
    if is_of_a_number or (isinstance(one, Ref) and isinstance(other, ValueOf) and one.kind == "number"):
        return compared(_turned(node), context, negated if relation == "equals" else not negated)
    if isinstance(one, ValueOf) and (on := _is_on(node, context)) is not None:
        owner = None if one.of is None else noun(one.of, context)
        if owner is None and (thing := flagged_thing(one.for_, context)) is not None:
            return f"{thing.does('be')} {flagged(one.value_of, on != negated)}"
        if owner is None:
            flag = f"{quoted_if_words(one.value_of)}{for_key(one.for_, context, one.value_of)}"
            return f"{flag} is {'on' if on != negated else 'off'}"
        if owner.is_of_one:
            return f"{owner.does('be')} {flagged(one.value_of, on != negated)}"
    if isinstance(one, Stock) and one.of.raw != POOL:
        owner = holder_noun(one.of, context)
        who, is_one = (owner.whole, owner.singular) if owner.is_of_one else (f"{all_of(owner)} together", False)
        return having_so_many(who, one, node, context, singular=is_one, negated=negated)
    if isinstance(one, ValueOf) and one.of is not None and (held := held_number(node, context, negated)):
        owner = noun(one.of, context)
        if owner.is_of_one:
            return f"{owner.whole} {having(held, owner.singular)}"
    if unit(one, context):
        return cards_held(node, context, negated) or there_are(node, context, negated)
    if relation == "equals" and isinstance(other, Literal) and isinstance(other.source, tuple) and other.source:
        return same_names(one, noun(other, context).whole, context, negated=negated)
    return _two_numbers(node, context, negated)


def _two_numbers(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of two numbers or of two computed names, or its negation."""
    one, relation, other = node.is_
    said = SAID_OF_NUMBERS[relation][negated]
    if relation == "equals" and {one.kind, other.kind} == {"number"} and not number(other, context).isdigit():
        said += " equal to"
    is_many = isinstance(one, ValueOf) and is_plural_name(one.value_of) and not context.is_column(one.value_of)
    is_many = is_many and not number(one, context).startswith(("the total", "the number of "))
    if is_many or (one.kind == "names" and not noun(one, context).singular):
        said = said.replace("is", "are", 1).replace("less", "fewer")
    theirs = number(other, context)
    if isinstance(one, ValueOf) and one.of is not None:
        theirs = said_of_themselves(theirs, noun(one.of, context), context)
    return f"{number(one, context)} {said} {theirs}"


def _divided(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison with a remainder: "that number is even", "Fog is a multiple of 3", or ""."""
    one, relation, other = node.is_
    if not isinstance(one, Remainder) or relation != "equals" or is_open(one.remainder[0]):
        return ""
    divisor, rest = constant_value(one.remainder[1]), constant_value(other)
    said = {(2, 0): "even", (2, 1): "odd"}.get((divisor or 0, -1 if rest is None else rest), "")
    if not said and rest == 0 and divisor is not None and divisor > 1:
        said = f"a multiple of {divisor}"
    return said and f"{number(one.remainder[0], context)} is {'not ' if negated else ''}{said}"


def _turned(node: Is) -> Is:
    """Return the comparison with its sides swapped.

    Except for "equals", the result means the opposite: "at least" becomes "more than".
    """
    one, relation, other = node.is_
    opposite = {"at_least": "more_than", "more_than": "at_least"}.get(relation, relation)
    return structs.replace(node, is_=(other, opposite, one))


def is_drew_any(node: Is) -> bool:
    one, relation, other = node.is_
    return isinstance(one, Tally) and relation == "more_than" and constant_value(other) == 0


def _drew_any(tally: Tally, context: Context) -> str:
    words = unit(tally, context).removeprefix("card ").split(" drew ")
    return f"{words[0]} drew a card {' drew '.join(words[1:])}"

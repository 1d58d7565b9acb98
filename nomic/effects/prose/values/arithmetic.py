"""English descriptions of arithmetic."""

import re

from nomic.effects.language.nodes.arithmetic import (
    Absolute,
    ComputedDice,
    Greatest,
    Minus,
    Quotient,
    Remainder,
    Smallest,
    SumOf,
    Worth,
    constant_value,
)
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.item_holders import Amount, Stock
from nomic.effects.language.nodes.people import Seniority, Since
from nomic.effects.language.nodes.phases import Phase
from nomic.effects.language.nodes.values import Count, Literal, Roll, Sum, Tally, Times
from nomic.effects.language.operations.values import ValueOf
from nomic.effects.language.world import Value
from nomic.effects.prose.context import IT, SORTS, THEY, YOU, Context, NameMeaning, clause, noun, number
from nomic.effects.prose.english_grammar import RELATIVE, Noun, bracketed, definite, listed
from nomic.effects.prose.values.nouns_for_sets import all_of
from nomic.effects.prose.values.operands import (
    FRACTIONS,
    in_brackets_if_open,
    is_fraction,
    is_of_dice,
    is_open,
    limited,
    rounded_up,
)

# What all members of a set of players have together: "the number of cards in participants' hands".
OF_EVERYBODY = re.compile(r"(?P<what>the number of \w+) in (?P<whose>participants|players)' (?P<where>\w+)s")
_REACH = (Sum, Minus, Quotient)


def _within(node: Expression[Value], context: Context) -> str:
    """Describe a number as a part of another, in brackets if it is ambiguous otherwise."""
    said = number(node, context)
    return bracketed(said) if isinstance(node, _REACH) or is_open(node) or said.startswith("−") else said


@number.register
def number_of_minus(node: Minus, context: Context) -> str:
    if not node.minus:
        return "0"
    first, *others = node.minus
    begin = in_brackets_if_open(first, context)
    less = " − " if is_of_dice(node.minus) else " minus "
    return less.join([begin, *(_within(part, context) for part in others)])


@number.register
def number_of_quotient(node: Quotient, context: Context) -> str:
    counted, by = node.quotient
    remark, divisor = "rounded down", constant_value(by)
    if (up := rounded_up(node)) is not None:
        counted, remark = up, "rounded up"
    whole, over = (f"({said})" if isinstance(part, Times) else said for part, said in _both((counted, by), context))
    if divisor not in FRACTIONS:
        return f"{whole} divided by {over} ({remark})"
    is_counted = whole.startswith("the number of ") or isinstance(counted, Phase)
    if divisor == 2 and (is_counted or (isinstance(counted, ValueOf) and counted.of is None)):
        return f"half {whole if whole.startswith('the ') else f'of {whole}'} ({remark})"
    return f"{FRACTIONS[divisor]} of {whole} ({remark})"


def growth(by: Expression[Value], context: Context) -> tuple[str, str]:
    """Return the verb and the amount of a change by a number: ("decrease", "2").

    The verb is "change" if the number is a sum that begins below 0, or of dice that can be of either sign.
    """
    said = number(by, context)
    if said.startswith("−"):
        return ("decrease", said.removeprefix("−")) if isinstance(by, Literal | Times) else ("change", said)
    parts = by.sum_ if isinstance(by, Sum) else by.minus if isinstance(by, Minus) else ()
    is_either = is_of_dice(parts) and by.bounds({}).low < 0
    return "change" if is_either else "increase", said


@number.register
def number_of_remainder(node: Remainder, context: Context) -> str:
    whole, by = (f"({said})" if isinstance(part, Times) else said for part, said in _both(node.remainder, context))
    return f"the remainder when {whole} is divided by {by}"


def _both(parts: tuple[Expression[Value], ...], context: Context) -> list[tuple[Expression[Value], str]]:
    return [(part, _within(part, context)) for part in parts]


@number.register
def number_of_smallest(node: Smallest, context: Context) -> str:
    least = "smaller" if len(node.smallest) == 2 else "smallest"
    return limited(node, context) or f"the {least} of {_compared(node.smallest, context)}"


@number.register
def number_of_greatest(node: Greatest, context: Context) -> str:
    most = "larger" if len(node.greatest) == 2 else "largest"
    return limited(node, context) or f"the {most} of {_compared(node.greatest, context)}"


def _compared(parts: tuple[Expression[Value], ...], context: Context) -> str:
    written_first = sorted(
        parts, key=lambda part: constant_value(part) is None
    )  # "the smaller of 5 and the number of …"
    return listed([in_brackets_if_open(part, context) for part in written_first]) or "no numbers"


@number.register
def number_of_absolute(node: Absolute, context: Context) -> str:
    inner = node.absolute
    if isinstance(inner, Minus) and len(inner.minus) == 2:
        one, other = (in_brackets_if_open(part, context) for part in inner.minus)
        return f"the difference between {one} and {other}"
    is_written = isinstance(inner, Literal)
    return f"the absolute value of {(number if is_written else _within)(inner, context)}"


@number.register
def number_of_worth(node: Worth, context: Context) -> str:
    one, other = (_within(part, context) for part in (node.worth, node.else_))
    return f"({one} if {clause(node.if_, context)}, otherwise {other})"


@number.register
def number_of_sum_of(node: SumOf, context: Context) -> str:
    sort = SORTS[node.sum_of.kind]
    members = noun(node.sum_of, context)
    if members.is_of_one and constant_value(node.by) is None:
        return number(node.by, context.knowing(node.as_, NameMeaning(sort, noun=members)))
    if (multiple := as_multiple(node, context)) is not node:
        return number(multiple, context)
    inside = context.looking_at(node.as_, sort)
    over = members.object if members.is_of_one else all_of(members)
    return f"the sum, over {members.some_of or over}, of {number(node.by, inside)}"


def as_multiple(node: Expression[Value], context: Context) -> Expression[Value]:
    """Return a sum of the same number for each member as a multiple: "4 times the number of cards in your hand"."""
    if not isinstance(node, SumOf) or constant_value(node.by) is None:
        return node
    if noun(node.sum_of, context).whole in (YOU.whole, THEY.whole, IT.whole):  # who certainly exists
        return node.by
    counted = Count(raw={"count": node.sum_of.raw}, scope=node.scope, count=node.sum_of)
    if constant_value(node.by) == 1:
        return counted
    return Times(raw={"times": [node.by.raw, counted.raw]}, scope=node.scope, times=(node.by, counted))


@number.register
def number_of_computed_dice(node: ComputedDice, context: Context) -> str:
    count, sides = number(node.dice, context), number(node.sides, context)
    dice = "1 die" if constant_value(node.dice) == 1 else f"{count if constant_value(node.dice) else f'({count})'} dice"
    rolled = f"{dice} with {sides if constant_value(node.sides) else f'({sides})'} sides"
    if node.target is None:
        return f"the total of {rolled}"
    return f"the number of dice that reach {number(node.target, context)} among {rolled}"


@number.register
def number_of_phase(node: Phase, context: Context) -> str:
    return "the phase number"


@number.register
def number_of_seniority(node: Seniority, context: Context) -> str:
    who = noun(node.seniority, context)
    return f"the number of full {node.in_} {who.does('have')} played"


SINCE = {"joined": "joined", "reputable": "became reputable", "last_act": "last acted", "match": "began a match"}


@number.register
def number_of_since(node: Since, context: Context) -> str:
    return f"the number of full {node.in_} since {noun(node.of, context).whole} {SINCE[node.since]}"


@noun.register(Phase)
@noun.register(Minus)
@noun.register(Quotient)
@noun.register(Remainder)
@noun.register(Smallest)
@noun.register(Greatest)
@noun.register(Absolute)
@noun.register(Worth)
@noun.register(SumOf)
@noun.register(ComputedDice)
@noun.register(Seniority)
@noun.register(Since)
def noun_of_calculation(node: Expression[Value], context: Context) -> Noun:
    return definite(number(node, context))


@number.register
def number_of_sum(node: Sum, context: Context) -> str:
    # What is taken away comes last: "your Light minus 3", not "−3 plus your Light".
    parts = sorted(node.sum_, key=lambda part: number(part, context).startswith("−"))
    said, last = "", tuple(parts[-1:])
    more, less = (" + ", " − ") if is_of_dice(node.sum_) else (" plus ", " minus ")
    for part in parts:
        is_last = (part,) == last and not limited(part, context)
        text = number(part, context) if is_last or is_fraction(part) else in_brackets_if_open(part, context)
        if not said:
            said = text
        elif text.startswith("−"):
            said = _those_of_others(said, text[1:]) or f"{said}{less}{_those_of(said, text[1:])}"
        else:
            said += f"{more}{text}"
    return said or "0"


def _those_of_others(every: str, own: str) -> str:
    """Return what all have without what one of them has: "cards in other participants' hands". Otherwise ""."""
    found = OF_EVERYBODY.fullmatch(every)
    if found is None or own not in {f"{found['what']} in {whose} {found['where']}" for whose in ("their", "your")}:
        return ""
    return f"{found['what']} in other {found['whose']}' {found['where']}s"


def _those_of(before: str, less: str) -> str:
    """Return the subtracted number without the noun that both share: "cards in your deck minus those in …"."""
    same = re.match(r"the number of \w+ (?=in )", before)
    if same is None or not less.startswith(f"{same[0]}in ") or RELATIVE.search(less):
        return less
    return f"those {less.removeprefix(same[0])}".replace("those in their ", "those in their own ")


@number.register
def number_of_times(node: Times, context: Context) -> str:
    said = [
        f"({number(part, context)})" if isinstance(part, Sum | Minus) else in_brackets_if_open(part, context)
        for part in node.times
    ]
    if len(said) == 2 and said[0] == "−1":
        return f"−{said[1]}"
    if len(said) == 2 and said[0] == "2" and not isinstance(node.times[1], Literal | Roll | Times):
        return f"twice {said[1]}"
    return " times ".join(said) or "1"


@number.register
def number_of_roll(node: Roll, context: Context) -> str:
    if node.roll.target is None:
        return str(node.roll)
    return f"the number of {node.roll.count}d{node.roll.sides} that reach {node.roll.target}"


@noun.register(ValueOf)
@noun.register(Count)
@noun.register(Stock)
@noun.register(Amount)
@noun.register(Tally)
@noun.register(Sum)
@noun.register(Times)
@noun.register(Roll)
def noun_of_stored_number(node: Expression[Value], context: Context) -> Noun:
    return definite(number(node, context))

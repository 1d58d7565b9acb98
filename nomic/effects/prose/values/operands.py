"""Descriptions of numbers as operands of other numbers: in brackets, with a limit, as a fraction."""

from nomic.effects.language.nodes.arithmetic import (
    ComputedDice,
    Greatest,
    Quotient,
    Remainder,
    Smallest,
    SumOf,
    constant_value,
)
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.keyed_values import ListedIn
from nomic.effects.language.nodes.selectors import CardsIn, PlayersWho
from nomic.effects.language.nodes.values import Count, Literal, Ref, Roll, Sum
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, number
from nomic.effects.prose.english_grammar import RELATIVE, bracketed
from nomic.effects.prose.values.references import signed_number

# Parts with a name of their own. Other numbers are "divided by".
FRACTIONS = {
    2: "half",
    3: "a third",
    4: "a quarter",
    5: "a fifth",
    6: "a sixth",
    7: "a seventh",
    8: "an eighth",
    9: "a ninth",
    10: "a tenth",
    20: "a twentieth",
    100: "a hundredth",
}


def is_open(node: Expression[Value]) -> bool:
    """Return whether the description of a number would be ambiguous if more text followed it.

    An example is "the greatest of 2 and 3 + 1".
    """
    if isinstance(node, Count | SumOf):
        return isinstance(node, SumOf) or not is_plain(node.count)
    return isinstance(node, Greatest | Smallest | Quotient | Remainder | ComputedDice)


def limited(node: Expression[Value], context: Context) -> str:
    """Describe a number with a constant upper limit: "the number of Chips you have (at most 3)".

    Returns "" for other numbers, and if the limit could be mistaken for a limit on a part of the number.
    """
    parts = node.smallest if isinstance(node, Smallest) else node.greatest if isinstance(node, Greatest) else ()
    limits = [constant_value(part) for part in parts]
    if len(parts) != 2 or limits.count(None) != 1:
        return ""
    open_part = parts[limits.index(None)]
    said, limit = number(open_part, context), limits[1 - limits.index(None)]
    if is_open(open_part) or RELATIVE.search(said) or "(" in said:
        return ""
    return f"{said} (at {'most' if isinstance(node, Smallest) else 'least'} {signed_number(limit or 0)})"


def in_brackets_if_open(node: Expression[Value], context: Context) -> str:
    """Describe a number as an operand of another number, in brackets if it is ambiguous (see `is_open`)."""
    said = number(node, context)
    return bracketed(said) if is_open(node) else said


def is_plain(node: Expression[Value]) -> bool:
    """Return whether the description of a set is short, without a condition on its members.

    An example is "all cards in your hand".
    """
    if isinstance(node, PlayersWho):
        return node.where is None and node.except_ is None
    if isinstance(node, CardsIn):
        return node.where is None and node.cards != "copies" and (node.of is None or is_plain(node.of))
    if isinstance(node, PlayersIn | NamesIn | ListedIn):
        return node.of is None or (isinstance(node.of, Ref) and not node.of.part)
    return isinstance(node, Ref | Literal)


def is_of_dice(parts: tuple[Expression[Value], ...]) -> bool:
    """Return whether a sum has only dice and constants, so that it is written with signs: "2d6 + 12"."""
    return any(isinstance(part, Roll) and part.roll.target is None for part in parts) and all(
        isinstance(part, Roll | Literal) for part in parts
    )


def rounded_up(node: Quotient) -> Expression[Value] | None:
    """Return X for "(X + 3) / 4", a quarter of X that is rounded up, or None for other quotients."""
    counted, by = node.quotient
    if not isinstance(counted, Sum) or len(counted.sum_) != 2 or (divisor := constant_value(by)) is None or divisor < 2:
        return None
    return counted.sum_[0] if constant_value(counted.sum_[1]) == divisor - 1 else None


def is_fraction(node: Expression[Value]) -> bool:
    """Return whether a number begins with a fraction and ends with a remark about rounding: "half of …"."""
    return isinstance(node, Quotient) and constant_value(node.quotient[1]) in FRACTIONS

"""English descriptions of amounts: "1 Chip", "3 Vertebrae for each Chip in the pool"."""

from nomic.effects.language.nodes.arithmetic import Quotient
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.values import Literal, Ref, Roll, Sum, Times
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, number
from nomic.effects.prose.values.arithmetic import as_multiple
from nomic.effects.prose.values.counts import unit
from nomic.effects.prose.values.operands import is_of_dice
from nomic.effects.prose.values.references import signed

FOR_EVERY = " for every "


def amount(node: Expression[Value] | None, one: str, many: str, context: Context) -> str:
    """Describe an amount: "1 Chip", "2d3 Vertebrae", "3 Vertebrae for each Chip in the pool"."""
    if node is None:
        return f"1 {one}"
    node = as_multiple(node, context)
    if isinstance(node, Literal) and isinstance(node.source, int):
        return f"{signed(node.source)} {one if node.source == 1 else many}"
    if isinstance(node, Roll) and node.roll.target is None:
        return f"{node.roll} {many}"
    if isinstance(node, Sum) and is_of_dice(node.sum_) and "(" not in (said := number(node, context)):
        return f"{said} {many}"
    if isinstance(node, Ref) and number(node, context) == "that number":
        return f"that many {many}"
    said = number(node, context)
    if said == "the number you chose":
        return f"as many {many} as you chose"
    if said.startswith("“"):
        return f"{said} {many}"
    if counted := unit(node, context):
        return f"1 {one} for each {counted}"
    if many.startswith("of ") or one == "card":
        return f"as many {many} as {said}"
    return _multiplied(node, one, many, context) or _for_every(node, one, context) or f"{many} equal to {said}"


def _for_every(node: Expression[Value], one: str, context: Context) -> str:
    """Describe a quotient of a count, "1 Penny for every 5 Pennies in the Bank", or return ""."""
    if not isinstance(node, Quotient):
        return ""
    counted, by = node.quotient
    several = number(counted, context).removeprefix("the number of ")
    if not (isinstance(by, Literal) and isinstance(by.source, int) and by.source > 1 and unit(counted, context)):
        return ""
    return "" if several.startswith("the ") else f"1 {one}{FOR_EVERY}{by.source} {several}"


def _multiplied(node: Expression[Value], one: str, many: str, context: Context) -> str:
    if not isinstance(node, Times) or len(node.times) != 2:
        return ""
    factor, counted = node.times
    if not (isinstance(factor, Literal) and isinstance(factor.source, int) and unit(counted, context)):
        return ""
    return f"{amount(factor, one, many, context)} for each {unit(counted, context)}"

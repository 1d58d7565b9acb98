"""English descriptions of amounts: "1 Chip", "3 Vertebrae for each Chip in the pool"."""

from dataclasses import dataclass
from typing import Literal as OneOf

from nomic.effects.language.nodes.arithmetic import Quotient
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.values import Literal, Ref, Roll, Sum, Times
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, number
from nomic.effects.prose.values.arithmetic import as_multiple
from nomic.effects.prose.values.counts import unit
from nomic.effects.prose.values.operands import is_of_dice
from nomic.effects.prose.values.references import signed_number

LONG_PLACE = 40  # characters of a place that is set off by a comma: "from each player whose Light is at least 1,"
MAX_NAME = 3  # words of a number that only has a name, such as "the Best bid"


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of an item in words. A computed amount has a `link` to its `basis`, from which it is computed.

    "2 Coins" is a start alone; "1 Chip" + "for each" + "Chip in the pool"; "Coins" + "equal to" + "your Light".
    """

    start: str
    link: OneOf["", "for each", "for every", "equal to"] = ""
    basis: str = ""

    def __str__(self) -> str:
        return f"{self.start} {self.link} {self.basis}" if self.link else self.start

    @property
    def is_computed(self) -> bool:
        """True if the words are long, because they say from what the amount is computed."""
        return self.link in ("for each", "equal to")

    @property
    def is_formula(self) -> bool:
        """True if it ends in a formula, to which a following place would seem to belong."""
        return self.link == "equal to" and len(self.basis.split()) > MAX_NAME

    def with_place(self, place: str) -> str:
        """Return the words with a place where it cannot seem to belong to what the amount is computed from.

        "1 Coin from the Lot for each lamp", "Coins equal to Fog into the Lot", "Coins from the Lot equal to half of …".
        """
        if self.is_formula or self.link == "for each":
            return f"{self.start} {place}{',' if len(place) > LONG_PLACE else ''} {self.link} {self.basis}"
        return f"{self} {place}"


def amount(node: Expression[Value] | None, one: str, many: str, context: Context) -> str:
    """Describe an amount: "1 Chip", "2d3 Vertebrae", "3 Vertebrae for each Chip in the pool"."""
    return str(amount_in_parts(node, one, many, context))


def amount_in_parts(node: Expression[Value] | None, one: str, many: str, context: Context) -> Amount:
    """Return the words of an amount, from which sentences about computed amounts are built."""
    if node is None:
        return Amount(f"1 {one}")
    node = as_multiple(node, context)
    if isinstance(node, Literal) and isinstance(node.source, int):
        return Amount(f"{signed_number(node.source)} {one if node.source == 1 else many}")
    if isinstance(node, Roll) and node.roll.target is None:
        return Amount(f"{node.roll} {many}")
    if isinstance(node, Sum) and is_of_dice(node.sum_) and "(" not in (said := number(node, context)):
        return Amount(f"{said} {many}")
    if isinstance(node, Ref) and number(node, context) == "that number":
        return Amount(f"that many {many}")
    said = number(node, context)
    if said == "the number you chose":
        return Amount(f"as many {many} as you chose")
    if said.startswith("“"):
        return Amount(f"{said} {many}")
    if counted := unit(node, context):
        return Amount(f"1 {one}", "for each", counted)
    if many.startswith("of ") or one == "card":
        return Amount(f"as many {many} as {said}")
    computed = _multiplied(node, one, many, context) or _for_every(node, one, context)
    return computed or Amount(many, "equal to", said)


def _for_every(node: Expression[Value], one: str, context: Context) -> Amount | None:
    """Describe a quotient of a count, "1 Penny for every 5 Pennies in the Bank". None for others."""
    if not isinstance(node, Quotient):
        return None
    counted, by = node.quotient
    several = number(counted, context).removeprefix("the number of ")
    if not (isinstance(by, Literal) and isinstance(by.source, int) and by.source > 1 and unit(counted, context)):
        return None
    return None if several.startswith("the ") else Amount(f"1 {one}", "for every", f"{by.source} {several}")


def _multiplied(node: Expression[Value], one: str, many: str, context: Context) -> Amount | None:
    """Describe a multiple of a count, "3 Vertebrae for each Chip in the pool". None for others."""
    if not isinstance(node, Times) or len(node.times) != 2:
        return None
    factor, counted = node.times
    if not (isinstance(factor, Literal) and isinstance(factor.source, int) and unit(counted, context)):
        return None
    return Amount(amount(factor, one, many, context), "for each", unit(counted, context))

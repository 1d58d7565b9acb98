"""Pieces of fields that are no nodes by themselves."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nomic.effects.language.nodes.base import Condition, Effect, Expression, Node, Part
from nomic.effects.language.world import Players, TurnChange, Value


class Option(Part, frozen=True, eq=False, kw_only=True):
    """One thing that an offer lets somebody do, if its needs are met."""

    say: str
    needs: Condition | None
    do: Effect


class Row(NamedTuple):
    """What happens for the numbers from one to another."""

    low: int
    high: int
    do: Effect


class ChangeOfTurns(Part, frozen=True, eq=False, kw_only=True):
    """The order turns round, or some players are skipped or have another turn."""

    change: TurnChange
    who: Expression[Players] | None = None

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        if self.who is not None:
            yield f"{path}/{self.change}", self.who


class Range(Part, frozen=True, eq=False, kw_only=True):
    """All numbers from one to another."""

    from_: Expression[Value]
    to: Expression[Value]


Unit = Literal["hours", "days", "phases"]


class Stretch(Part, frozen=True, eq=False, kw_only=True):
    """So many hours, days or phases; of phases the one counts that is running."""

    unit: Unit
    n: Expression[Value]

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        yield f"{path}/{self.unit}", self.n

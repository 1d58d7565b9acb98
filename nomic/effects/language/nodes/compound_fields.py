"""Structured fields of nodes, such as the options of an offer."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nomic.effects.language.nodes.base import Condition, Effect, Expression, Node, Part
from nomic.effects.language.world import Names, Players, Runner, TurnChange, Value


class Option(Part, frozen=True, eq=False, kw_only=True):
    """An option of an offer, available if its condition holds."""

    say: str
    needs: Condition | None
    do: Effect


class Row(NamedTuple):
    """An effect for the numbers from `low` to `high`."""

    low: int
    high: int
    do: Effect


class ChangeOfTurns(Part, frozen=True, eq=False, kw_only=True):
    """A change of the order of turns: reverse it, skip players, or give them another turn."""

    change: TurnChange
    who: Expression[Players] | None = None

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        if self.who is not None:
            yield f"{path}/{self.change}", self.who


class Range(Part, frozen=True, eq=False, kw_only=True):
    """All integers from `from` to `to`."""

    from_: Expression[Value]
    to: Expression[Value]


class LawPlace(Part, frozen=True, eq=False, kw_only=True):
    """A place of the law as a sequence of keys, some of which may be computed."""

    keys: tuple[str | Expression[Value], ...]

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        yield from ((path, key) for key in self.keys if isinstance(key, Node))

    @property
    def pattern(self) -> tuple[str, ...]:
        """The keys, with `*` for each computed one."""
        return tuple(key if isinstance(key, str) else "*" for key in self.keys)


class Chance(Part, frozen=True, eq=False, kw_only=True):
    """A collection of modifiers, and the chance in per cent that one of its elements is applied."""

    collection: str
    per_cent: Expression[Value]

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        yield f"{path}/1", self.per_cent

    def now(self, run: Runner, names: Names) -> tuple[str, int]:
        """Return the collection and the current chance, clamped to 0 to 100."""
        found = self.per_cent.value(run, names)
        return self.collection, max(0, min(found if isinstance(found, int) else 0, 100))


Unit = Literal["hours", "days", "phases"]


class Stretch(Part, frozen=True, eq=False, kw_only=True):
    """A time span in hours, days or phases. The current phase counts as the first."""

    unit: Unit
    n: Expression[Value]

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        yield f"{path}/{self.unit}", self.n

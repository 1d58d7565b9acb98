"""Nodes for arithmetic: differences, quotients, minimum and maximum, sums over a set, computed dice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nomic.chance.dice_notation import MAX_DICE, MAX_SIDES, Dice
from nomic.effects.language.allowed_moments import WITH_CHANCE, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Bounds, Expression, Extent, Flaws, Kind, Measure, Sizes, register_node
from nomic.effects.language.nodes.selectors import cost_for_each, measured
from nomic.effects.language.nodes.values import Literal, as_members, as_number, kept_in_bounds
from nomic.effects.language.world import Names, Runner, Value


def constant_value(number: Expression[Value]) -> int | None:
    """Return the value of a constant number, or None for a computed one."""
    return number.source if isinstance(number, Literal) and isinstance(number.source, int) else None


@register_node
class Minus(Expression[int], frozen=True, eq=False, kw_only=True):
    """The first number minus all others."""

    minus: field_types.Numbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        if not self.minus:
            return 0
        first, *others = (as_number(part.value(run, names)) for part in self.minus)
        return kept_in_bounds(first - sum(others))

    def flaws(self, moment: Moment) -> Flaws:
        if len(self.minus) < 2:
            yield "/minus", "at least two numbers: the others are subtracted from the first"

    def bounds(self, sizes: Sizes) -> Bounds:
        low = high = 0
        for place, part in enumerate(self.minus):
            ends = part.bounds(sizes)
            low, high = (low - ends.high, high - ends.low) if place else ends
        return Bounds(kept_in_bounds(low), kept_in_bounds(high))


@register_node
class Quotient(Expression[int], frozen=True, eq=False, kw_only=True):
    """The first number divided by the second, rounded down; 0 if the second is 0."""

    quotient: field_types.TwoNumbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        whole, by = (as_number(part.value(run, names)) for part in self.quotient)
        return kept_in_bounds(whole // by) if by else _nothing(run)

    def flaws(self, moment: Moment) -> Flaws:
        yield from _by_nothing("quotient", self.quotient[1])

    def bounds(self, sizes: Sizes) -> Bounds:
        (low, high), (least, _) = (part.bounds(sizes) for part in self.quotient)
        if low >= 0 and least >= 0:
            return Bounds(0, high // max(least, 1))
        most = max(abs(low), abs(high))
        return Bounds(-most, most)


@register_node
class Remainder(Expression[int], frozen=True, eq=False, kw_only=True):
    """The remainder of dividing the first number by the second, never negative; 0 if the second is 0."""

    remainder: field_types.TwoNumbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        whole, by = (as_number(part.value(run, names)) for part in self.remainder)
        return whole % abs(by) if by else _nothing(run)

    def flaws(self, moment: Moment) -> Flaws:
        yield from _by_nothing("remainder", self.remainder[1])

    def bounds(self, sizes: Sizes) -> Bounds:
        (low, high), by = (part.bounds(sizes) for part in self.remainder)
        below = max(max(abs(end) for end in by) - 1, 0)
        return Bounds(0, min(high, below) if low >= 0 else below)


def _nothing(run: Runner | None) -> int:
    """Return 0, the result of a division by 0, and report the division to the world (R140).

    `run` is None for a game's formula, which has no world.
    """
    if run is not None:
        run.world.divided_by_zero(run)
    return 0


def _by_nothing(word: str, by: Expression[Value]) -> Flaws:
    if constant_value(by) == 0:
        yield f"/{word}/1", "nothing can be divided by 0"


@register_node
class Smallest(Expression[int], frozen=True, eq=False, kw_only=True):
    """The smallest of these numbers; 0 if the list is empty."""

    smallest: field_types.Numbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return min(_numbers(self.smallest, run, names), default=0)

    def flaws(self, moment: Moment) -> Flaws:
        yield from _of_nothing("smallest", self.smallest)

    def bounds(self, sizes: Sizes) -> Bounds:
        return _bounds_of_extreme(self.smallest, sizes, min)


@register_node
class Greatest(Expression[int], frozen=True, eq=False, kw_only=True):
    """The greatest of these numbers; 0 if the list is empty."""

    greatest: field_types.Numbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return max(_numbers(self.greatest, run, names), default=0)

    def flaws(self, moment: Moment) -> Flaws:
        yield from _of_nothing("greatest", self.greatest)

    def bounds(self, sizes: Sizes) -> Bounds:
        return _bounds_of_extreme(self.greatest, sizes, max)


def _numbers(parts: tuple[Expression[Value], ...], run: Runner, names: Names) -> Iterator[int]:
    """Yield the numbers in a list of numbers and sets, including each number in a set."""
    for part in parts:
        yield from (member for member in as_members(part.value(run, names)) if isinstance(member, int))


def _bounds_of_extreme(
    parts: tuple[Expression[Value], ...], sizes: Sizes, extreme: Callable[[Iterable[int]], int]
) -> Bounds:
    """Return bounds of the smallest or greatest of some numbers. A part that is a set may be empty."""
    ends = [part.bounds(sizes) for part in parts]
    if parts and all(part.kind == "number" for part in parts):
        return Bounds(extreme(each.low for each in ends), extreme(each.high for each in ends))
    return Bounds.around(ends).or_nothing()


def _of_nothing(word: str, parts: tuple[Expression[Value], ...]) -> Flaws:
    if not parts:
        yield f"/{word}", "a list of at least one number"


@register_node
class Absolute(Expression[int], frozen=True, eq=False, kw_only=True):
    """The absolute value of a number."""

    absolute: field_types.Number
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return abs(as_number(self.absolute.value(run, names)))

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(0, max(abs(end) for end in self.absolute.bounds(sizes)))


@register_node
class Worth(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number `worth` if a condition is true, otherwise the number `else`."""

    worth: field_types.Number
    if_: field_types.Truth
    else_: field_types.Number
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return as_number((self.worth if self.if_.value(run, names) else self.else_).value(run, names))

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        either = max(self.worth.cost(measure, sizes), self.else_.cost(measure, sizes))
        return self.if_.cost(measure, sizes) + either

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds.around(part.bounds(sizes) for part in (self.worth, self.else_))


@register_node
class SumOf(Expression[int], frozen=True, eq=False, kw_only=True):
    """The sum of the number `by` over the members of a set. The member is `$it`, or the name in `as`."""

    sum_of: field_types.AnySet
    by: field_types.Number
    as_: field_types.NewName = "it"
    kind: Kind = "number"

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): read["sum_of"].kind} if field == "by" and "sum_of" in read else {}

    def value(self, run: Runner, names: Names) -> int:
        return run.loop_cache.once(self, names, lambda: self._added(run, names))

    def _added(self, run: Runner, names: Names) -> int:
        return kept_in_bounds(sum(number for number, _ in measured(self.sum_of, self.by, self.as_, run, names)))

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        each = cost_for_each(self.sum_of.size(sizes), self.by, self.as_, measure, sizes)
        return self.sum_of.cost(measure, sizes) + each

    def bounds(self, sizes: Sizes) -> Bounds:
        members = self.sum_of.size(sizes)
        low, high = self.by.bounds(self._inside(sizes)).or_nothing()
        return Bounds(kept_in_bounds(members * low), kept_in_bounds(members * high))

    def _inside(self, sizes: Sizes) -> Sizes:
        return {**sizes, self.as_: Extent(1, self.sum_of.bounds(sizes))}


@register_node
class ComputedDice(Expression[int], frozen=True, eq=False, kw_only=True):
    """A roll of a computed number of dice and sides; or if `target` is given, the number of dice that reach it (R17).

    At most 100 dice are rolled. If there are no dice or sides, the result is 0.
    """

    dice: field_types.Number
    sides: field_types.Number
    target: field_types.Number | None = None
    kind: Kind = "number"
    stands_at = WITH_CHANCE

    def value(self, run: Runner, names: Names) -> int:
        count = max(0, min(as_number(self.dice.value(run, names)), MAX_DICE))
        sides = min(as_number(self.sides.value(run, names)), MAX_SIDES)
        target = None if self.target is None else as_number(self.target.value(run, names))
        return run.roll(Dice(count, sides, target)) if count and sides > 0 else 0

    def flaws(self, moment: Moment) -> Flaws:
        count, sides = constant_value(self.dice), constant_value(self.sides)
        if count is not None and not 1 <= count <= MAX_DICE:
            yield "/dice", f"1 to {MAX_DICE} dice"
        if sides is not None and not 1 <= sides <= MAX_SIDES:
            yield "/sides", f"1 to {MAX_SIDES} sides"

    def is_by_chance(self) -> bool:
        return True

    def steps(self, sizes: Sizes) -> int:
        return max(self._most_dice(sizes), 1)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self._most_dice(sizes)

    def bounds(self, sizes: Sizes) -> Bounds:
        count = self._most_dice(sizes)
        most_each = 1 if self.target is not None else max(0, min(self.sides.bounds(sizes).high, MAX_SIDES))
        return Bounds(0, count * most_each)

    def _most_dice(self, sizes: Sizes) -> int:
        return max(0, min(self.dice.bounds(sizes).high, MAX_DICE))

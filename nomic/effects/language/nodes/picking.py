"""Nodes that pick members of a set: by a condition, by order, at random, or as cards with equal traits."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from nomic.effects.language.allowed_moments import EVERYWHERE, WITH_CHANCE, WITHOUT_CARDS, Moment
from nomic.effects.language.bounds import MAX_MADE
from nomic.effects.language.card_places import KnownSpots, Spots
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Bounds, Expression, Flaws, Kind, Listed, Measure, Sizes, register_node
from nomic.effects.language.nodes.selectors import cost_for_each, filtered, measured
from nomic.effects.language.nodes.ties import flaws_of_ties, settle_tie, steps_of_ties
from nomic.effects.language.nodes.values import Literal, as_number
from nomic.effects.language.world import Members, Names, Runner


class Picked(Expression[Members], frozen=True, eq=False, kw_only=True):
    """Base class of nodes that pick members of a set.

    The kind, the bounds and the places of cards are those of that set.
    """

    def of_which(self) -> Expression[Members]:
        """Return the set from which the members are picked."""
        raise NotImplementedError

    def size(self, sizes: Sizes) -> int:
        return self.of_which().size(sizes)

    def bounds(self, sizes: Sizes) -> Bounds:
        return self.of_which().bounds(sizes).or_nothing()

    def spots(self, known: KnownSpots) -> Spots:
        return self.of_which().spots(known)

    def possible_names(self, listed: Listed) -> Members:
        return self.of_which().possible_names(listed)


@register_node
class Those(Picked, frozen=True, eq=False, kw_only=True):
    """The members of a set for which a condition holds."""

    those: field_types.AnySet
    where: field_types.Truth
    as_: field_types.NewName = "it"

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): read["those"].kind} if field == "where" and "those" in read else {}

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read["those"].kind} if "those" in read else {}

    def of_which(self) -> Expression[Members]:
        return self.those

    def value(self, run: Runner, names: Names) -> Members:
        return run.loop_cache.once(
            self, names, lambda: filtered(self.those.value(run, names), self.where, self.as_, run, names)
        )

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        each = cost_for_each(self.those.size(sizes), self.where, self.as_, measure, sizes)
        return self.those.cost(measure, sizes) + each


@register_node
class Together(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The union of several sets of one kind."""

    together: field_types.Sets
    kind: Kind

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        sets = read.get("together", ())
        return {"kind": sets[0].kind if sets else "names"}

    def value(self, run: Runner, names: Names) -> Members:
        return tuple(dict.fromkeys(member for part in self.together for member in part.value(run, names)))

    def flaws(self, moment: Moment) -> Flaws:
        if len(self.together) < 2:
            yield "/together", "at least two sets"
        for place, part in enumerate(self.together):
            if part.kind != self.kind:
                yield f"/together/{place}", f"{self.kind} needed here, as in the first"

    def size(self, sizes: Sizes) -> int:
        return sum(part.size(sizes) for part in self.together)

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds.around(part.bounds(sizes) for part in self.together)

    def spots(self, known: KnownSpots) -> Spots:
        return frozenset(spot for part in self.together for spot in part.spots(known))

    def possible_names(self, listed: Listed) -> Members:
        return tuple(name for part in self.together for name in part.possible_names(listed))


@register_node
class First(Picked, frozen=True, eq=False, kw_only=True):
    """The first members of a set, sorted by a number, greatest first; if `least` is set, smallest first.

    If several tie for the last place, `ties` decides: `all` of them are taken (the default), `none`, as many as fit by
    `lot`, or the `earliest`: of players, those who joined the cycle first, otherwise those that come first in the set.
    """

    first: field_types.Number
    of: field_types.AnySet
    by: field_types.Number
    least: field_types.Flag = False
    ties: field_types.Ties = "all"
    as_: field_types.NewName = "it"

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): read["of"].kind} if field == "by" and "of" in read else {}

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read["of"].kind} if "of" in read else {}

    def of_which(self) -> Expression[Members]:
        return self.of

    def value(self, run: Runner, names: Names) -> Members:
        return run.loop_cache.once(self, names, lambda: self._found(run, names))

    def _found(self, run: Runner, names: Names) -> Members:
        count = as_number(self.first.value(run, names))
        sign = 1 if self.least else -1
        ordered = sorted(measured(self.of, self.by, self.as_, run, names), key=lambda found: sign * found[0])
        if count <= 0:
            return ()
        if count >= len(ordered):
            return tuple(member for _, member in ordered)
        last = ordered[count - 1][0]
        if last != ordered[count][0]:
            return tuple(member for _, member in ordered[:count])
        before = tuple(member for number, member in ordered[:count] if number != last)
        tying = tuple(member for number, member in ordered if number == last)
        return before + settle_tie(self.ties, tying, count - len(before), self.kind, run)

    def is_by_chance(self) -> bool:
        return self.ties == "lot"

    def flaws(self, moment: Moment) -> Flaws:
        yield from flaws_of_ties(self.ties, self.kind, moment)
        if isinstance(self.first, Literal) and as_number(self.first.source) < 1:
            yield "/first", "at least 1"

    def draws(self, sizes: Sizes, collections: int) -> int:
        return _as_many(self.first.bounds(sizes).high, self.of.size(sizes)) if self.ties == "lot" else 0

    def steps(self, sizes: Sizes) -> int:
        return 1 + steps_of_ties(self.ties, self.of.size(sizes))

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        each = cost_for_each(self.of.size(sizes), self.by, self.as_, measure, sizes)
        return self.first.cost(measure, sizes) + self.of.cost(measure, sizes) + each

    def size(self, sizes: Sizes) -> int:
        members = self.of.size(sizes)
        return members if self.ties == "all" else _as_many(self.first.bounds(sizes).high, members)


@register_node
class Sample(Picked, frozen=True, eq=False, kw_only=True):
    """A random sample of a set without repetition; if `repeats` is set, up to 100 draws from the whole set."""

    sample: field_types.Number
    from_: field_types.AnySet
    repeats: field_types.Flag = False
    stands_at = WITH_CHANCE

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read["from_"].kind} if "from_" in read else {}

    def of_which(self) -> Expression[Members]:
        return self.from_

    def value(self, run: Runner, names: Names) -> Members:
        count, members = as_number(self.sample.value(run, names)), self.from_.value(run, names)
        if not members or count <= 0:
            return ()
        if not self.repeats:
            return run.draw(members, min(count, len(members)), "sample")
        return tuple(member for _ in range(min(count, MAX_MADE)) for member in run.draw(members, 1, "sample"))

    def is_by_chance(self) -> bool:
        return True

    def flaws(self, moment: Moment) -> Flaws:
        if isinstance(self.sample, Literal):
            count = as_number(self.sample.source)
            if count < 1:
                yield "/sample", "at least 1"
            elif self.repeats and count > MAX_MADE:
                yield "/sample", f"at most {MAX_MADE} at a time"

    def size(self, sizes: Sizes) -> int:
        return _as_many(self.sample.bounds(sizes).high, MAX_MADE if self.repeats else self.from_.size(sizes))

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self.size(sizes)

    def steps(self, sizes: Sizes) -> int:
        return 1 + self.size(sizes)


@register_node
class Mixed(Picked, frozen=True, eq=False, kw_only=True):
    """The members of a set in random order."""

    mixed: field_types.AnySet
    stands_at = WITH_CHANCE

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read["mixed"].kind} if "mixed" in read else {}

    def of_which(self) -> Expression[Members]:
        return self.mixed

    def value(self, run: Runner, names: Names) -> Members:
        members = self.mixed.value(run, names)
        return run.draw(members, len(members), "order")

    def is_by_chance(self) -> bool:
        return True

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self.size(sizes)

    def steps(self, sizes: Sizes) -> int:
        return 1 + self.size(sizes)


def _as_many(wanted: int, there: int) -> int:
    return max(0, min(wanted, there))


@register_node
class Alike(Picked, frozen=True, eq=False, kw_only=True):
    """The cards of a set that form groups of at least `n` equal cards: same values, suits and colours (R108)."""

    alike: field_types.Cards
    n: field_types.Number
    kind: Kind = "cards"
    stands_at = EVERYWHERE - WITHOUT_CARDS

    def of_which(self) -> Expression[Members]:
        return self.alike

    def value(self, run: Runner, names: Names) -> Members:
        needed = as_number(self.n.value(run, names))
        faces = {card: run.world.face(card) for card in self.alike.value(run, names)}
        kinds = {card: (face.values, face.values_from, face.suits, face.colours) for card, face in faces.items()}
        times = Counter(kinds.values())
        return tuple(card for card, kind in kinds.items() if times[kind] >= needed)

    def steps(self, sizes: Sizes) -> int:
        return 1 + self.alike.size(sizes)

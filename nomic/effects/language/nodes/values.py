"""Nodes for numbers, names and references."""

from collections.abc import Mapping
from typing import cast

from nomic.effects.language.allowed_moments import (
    AWAY_FROM_A_GAME,
    EVERYWHERE,
    WITH_CHANCE,
    WITHOUT_CARDS,
)
from nomic.effects.language.bounds import CARDS, MAX_NUMBER, PLAYERS
from nomic.effects.language.card_places import NOWHERE, KnownSpots, Spots
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import UNKNOWN, Bounds, Expression, Kind, Listed, Sizes, register_node
from nomic.effects.language.world import Cards, Members, Names, Runner, Value

PROPERTIES: Mapping[str, Kind] = {
    "owner": "players",
    "values": "names",
    "suits": "names",
    "colours": "names",
    "types": "names",
    "modifiers": "names",
    "species": "names",
}
MODIFIER_PROPERTIES: Mapping[str, Kind] = {"by": "players", "count": "number", "name": "names"}
# Parts of proposals. `for`, `against` and `unclear` are numbers of votes, the next four the players who cast them.
PROPOSAL_PROPERTIES: Mapping[str, Kind] = {
    "author": "players",
    "class": "names",
    "number": "number",
    "title": "names",
    "state": "names",
    "chosen": "names",
    "for": "number",
    "against": "number",
    "unclear": "number",
    "voters": "players",
    "supporters": "players",
    "opponents": "players",
    "undecided": "players",
    "seconders": "players",
    "hours": "number",
    "days": "number",
    "phases": "number",
}
EVENT_PROPERTIES: Mapping[str, Kind] = {"who": "players", "card": "cards"}
# The maximal number of members of a part: values of a card, names of one.
MAX_PER_PART = 100
_ONE_EACH = ("me", "next", "this", "beneath", "above", "winner", "rolled", "it", "mod", "event", "card")
_PARTS_OF_ONE = ("owner", "by", "who", "card", "name", "author", "class", "title", "state")


def kind_of_part(name: str, part: str, kind: Kind) -> Kind | None:
    """Return the kind of `$name.part` if `$name` has this kind, or None if there is no such part."""
    if name == "event":
        return EVENT_PROPERTIES.get(part)
    if name == "mod":
        return MODIFIER_PROPERTIES.get(part) if part else "names"
    if not part:
        return kind
    return parts_of(kind).get(part)


def parts_of(kind: Kind) -> Mapping[str, Kind]:
    """Return the parts of a name of this kind, each with its kind."""
    return PROPERTIES if kind == "cards" else PROPOSAL_PROPERTIES if kind == "proposals" else {}


def kept_in_bounds(number: int) -> int:
    """Return the number, clamped to the language's bounds of ±1,000,000,000."""
    return max(-MAX_NUMBER, min(number, MAX_NUMBER))


def as_number(value: Value) -> int:
    """Return a value as a number: of a set, the first number in it, or 0."""
    if isinstance(value, tuple):
        return next((member for member in value if isinstance(member, int)), 0)
    return int(value)


def as_members(value: Value) -> Members:
    """Return a value as a set. A single value becomes a set of one member."""
    return value if isinstance(value, tuple) else (value,)


class Literal(Expression[Value], frozen=True, eq=False, kw_only=True):
    """A constant number or name."""

    source: Value

    @property
    def members(self) -> Members:
        """The constant names or numbers."""
        return as_members(self.source)

    def value(self, run: Runner, names: Names) -> Value:
        return self.source

    def steps(self, sizes: Sizes) -> int:
        return 0

    def size(self, sizes: Sizes) -> int:
        return len(self.members)

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds.around(Bounds(member, member) for member in self.members if isinstance(member, int))

    def possible_names(self, listed: Listed) -> Members:
        return self.members


class Ref(Expression[Value], frozen=True, eq=False, kw_only=True):
    """`$name`, the value of a name, or `$name.part`, a property of that value."""

    name: str
    part: str = ""

    def value(self, run: Runner, names: Names) -> Value:
        if self.name == "mod":
            return self._of_modifier(run, names)
        if self.name == "event":
            return names[f"event.{self.part}"]
        value = names[self.name] if self.name in names else run.everybody(self.name)
        if self.part and self.of_proposals:
            return part_of_proposals(as_members(value), self.part, run)
        return value if not self.part else self._property(run, cast("Cards", value))

    @property
    def of_proposals(self) -> bool:
        """True if the name refers to proposals."""
        return self.scope.get(self.name) == "proposals"

    def without_end(self, run: Runner, names: Names) -> int | None:
        """Return the smallest start of an endless set of values among the cards (R25).

        Returns None if the name does not refer to the values of cards, or if none of the cards has an endless set.
        """
        if self.part != "values":
            return None
        starts = (run.world.face(card).values_from for card in cast("Cards", names[self.name]))
        return min((start for start in starts if start is not None), default=None)

    def _of_modifier(self, run: Runner, names: Names) -> Value:
        (card,), (modifier,) = cast("Cards", names["this"]), cast("tuple[str]", names["mod"])
        if self.part == "by":
            return run.world.binder(card, modifier)
        if self.part == "count":
            return run.world.ticks(card, modifier)
        return names["mod"]

    def _property(self, run: Runner, cards: Cards) -> Members:
        gathered: dict[int | str, None] = {}
        for card in cards:
            if self.part == "owner":
                gathered |= dict.fromkeys(run.world.owner(card))
                continue
            face = run.world.face(card)
            if self.part == "species":
                gathered[face.species] = None
            else:
                gathered |= dict.fromkeys(sorted(getattr(face, self.part)))
                if self.part == "values" and face.values_from is not None:
                    gathered[face.values_from] = None
        return tuple(gathered)

    def steps(self, sizes: Sizes) -> int:
        return 0

    def size(self, sizes: Sizes) -> int:
        if self.part and self.part not in _PARTS_OF_ONE:
            return PLAYERS if self.kind == "players" else MAX_PER_PART
        if self.name in ("all", "others"):
            return PLAYERS
        return sizes[self.name].members if self.name in sizes else 1 if self.name in _ONE_EACH else PLAYERS * CARDS

    def bounds(self, sizes: Sizes) -> Bounds:
        return sizes[self.name].bounds if self.name in sizes and not self.part else UNKNOWN

    def own_names(self) -> frozenset[str]:
        return frozenset({self.name})

    def spots(self, known: KnownSpots) -> Spots:
        if self.kind != "cards":
            return NOWHERE
        return known.get(f"{self.name}.{self.part}" if self.part else self.name, NOWHERE)

    def possible_names(self, listed: Listed) -> Members:
        return () if self.part else listed.get(self.name, ())


def part_of_proposals(codes: Members, part: str, run: Runner) -> Value:
    """Return the property `part` of these proposals. For several, return the sum of numbers or the union of sets."""
    each = [run.world.about_proposal(str(code), part) for code in codes]
    if PROPOSAL_PROPERTIES[part] == "number":
        return kept_in_bounds(sum(as_number(value) for value in each))
    return tuple(dict.fromkeys(member for value in each for member in as_members(value)))


@register_node
class Count(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of members of a set."""

    count: field_types.AnySet
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return len(self.count.value(run, names))

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(0, self.count.size(sizes))


@register_node
class Tally(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of cards that players drew in a turn (`drawn`), or because of its acts (`drawn_by_cause`)."""

    tally: field_types.Counter
    of: field_types.Players
    during: field_types.Span
    kind: Kind = "number"
    stands_at = EVERYWHERE - AWAY_FROM_A_GAME - WITHOUT_CARDS

    def value(self, run: Runner, names: Names) -> int:
        return sum(run.world.tally(self.tally, player, self.during) for player in self.of.value(run, names))

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(0, CARDS)


@register_node
class Sum(Expression[int], frozen=True, eq=False, kw_only=True):
    """The sum of numbers."""

    sum_: field_types.Numbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        return kept_in_bounds(sum(as_number(part.value(run, names)) for part in self.sum_))

    def bounds(self, sizes: Sizes) -> Bounds:
        ends = [part.bounds(sizes) for part in self.sum_]
        return Bounds(kept_in_bounds(sum(each.low for each in ends)), kept_in_bounds(sum(each.high for each in ends)))


@register_node
class Times(Expression[int], frozen=True, eq=False, kw_only=True):
    """The product of numbers."""

    times: field_types.Numbers
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        product = 1
        for part in self.times:
            product = kept_in_bounds(product * as_number(part.value(run, names)))
        return product

    def bounds(self, sizes: Sizes) -> Bounds:
        low = high = 1
        for part in self.times:
            corners = [kept_in_bounds(one * other) for one in (low, high) for other in part.bounds(sizes)]
            low, high = min(corners), max(corners)
        return Bounds(low, high)


@register_node
class Roll(Expression[int], frozen=True, eq=False, kw_only=True):
    """A roll of dice whose numbers are constants, such as 2d6 or "5d6 target 4" (R17)."""

    roll: field_types.DiceText
    kind: Kind = "number"
    stands_at = WITH_CHANCE

    def value(self, run: Runner, names: Names) -> int:
        return run.roll(self.roll)

    def steps(self, sizes: Sizes) -> int:
        return max(self.roll.count, 1)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self.roll.count

    def bounds(self, sizes: Sizes) -> Bounds:
        count = self.roll.count
        return Bounds(0, count) if self.roll.target is not None else Bounds(count, count * self.roll.sides)

    def is_by_chance(self) -> bool:
        return True


def one_member(sizes: Sizes) -> int:
    """Return 1: the maximum number of members of a name that has a single member."""
    return 1

"""Nodes whose value is true or false."""

from collections.abc import Iterator

import msgspec

from nomic.effects.language.allowed_moments import IN_A_PLAY, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Condition, Expression, Flaws, LawNames, Listed, register_node
from nomic.effects.language.nodes.values import Literal, as_members, as_number
from nomic.effects.language.world import Face, Members, Names, Rest, Runner, Value

PARITY = {"odd": 1, "even": 0}
_WANTED = (
    ("species", "species"),
    ("suit", "suit"),
    ("colour", "colour"),
    ("type", "type_"),
    ("modifier", "modifier"),
    ("flag", "flag"),
    ("value", "value_"),
)
_PLURALS = {"species": "species"}


@register_node
class All(Condition, frozen=True, eq=False, kw_only=True):
    """True if all of these conditions hold. An empty list is true."""

    all_: field_types.Truths

    def value(self, run: Runner, names: Names) -> bool:
        for part in self.all_:  # noqa: SIM110 - a generator takes twice as long, and this runs most often
            if not part.value(run, names):
                return False
        return True


@register_node
class Any_(Condition, frozen=True, eq=False, kw_only=True):
    """True if at least one of these conditions holds."""

    any_: field_types.Truths

    def value(self, run: Runner, names: Names) -> bool:
        for part in self.any_:  # noqa: SIM110 - as above
            if part.value(run, names):
                return True
        return False


@register_node
class Not(Condition, frozen=True, eq=False, kw_only=True):
    """True if this condition does not hold."""

    not_: field_types.Truth

    def value(self, run: Runner, names: Names) -> bool:
        return not self.not_.value(run, names)


@register_node
class Is(Condition, frozen=True, eq=False, kw_only=True):
    """A comparison of two values: equals, at_least or more_than. Sets are equal if they have the same members."""

    is_: field_types.Comparison

    def value(self, run: Runner, names: Names) -> bool:
        one, relation, other = self.is_
        left, right = one.value(run, names), other.value(run, names)
        if relation == "at_least":
            return as_number(left) >= as_number(right)
        if relation == "more_than":
            return as_number(left) > as_number(right)
        if isinstance(left, tuple) and isinstance(right, tuple):
            return _same_members(left, right)
        return as_number(left) == as_number(right)


def _same_members(left: Members, right: Members) -> bool:
    """Return whether two sets have the same members. Sets of one member are compared without building a set."""
    if len(left) == 1 and right:
        return all(member == left[0] for member in right)
    if len(right) == 1 and left:
        return all(member == right[0] for member in left)
    return set(left) == set(right)


# Numbers, and the codes of proposals, can be among names.
_AMONG = (("number", "names"), ("proposals", "names"))


@register_node
class Member(Condition, frozen=True, eq=False, kw_only=True):
    """True if the given members are all in a set, and there is at least one of them."""

    member: field_types.Member
    of: field_types.AnySet

    def value(self, run: Runner, names: Names) -> bool:
        members = as_members(self.member.value(run, names))
        if not members:
            return False
        return run.loop_cache.once(self.of, names, lambda: frozenset(self.of.value(run, names)), "members").issuperset(
            members
        )

    def flaws(self, moment: Moment) -> Flaws:
        if self.member.kind != self.of.kind and (self.member.kind, self.of.kind) not in _AMONG:
            yield "/of", f"{self.of.kind} have no {self.member.kind} among them"


@register_node
class Some(Condition, frozen=True, eq=False, kw_only=True):
    """True if a set is not empty."""

    some: field_types.AnySet

    def value(self, run: Runner, names: Names) -> bool:
        return bool(self.some.value(run, names))


@register_node
class Has(Condition, frozen=True, eq=False, kw_only=True):
    """True if one of these cards matches all given traits: species, suit, colour, type, modifier, flag, value.

    The value is a number, odd, or even.
    """

    has: field_types.Cards
    species: field_types.Names | None = None
    suit: field_types.Names | None = None
    colour: field_types.Names | None = None
    type_: field_types.Names | None = None
    modifier: field_types.Names | None = None
    flag: field_types.Names | None = None
    value_: field_types.Names | None = None

    def value(self, run: Runner, names: Names) -> bool:
        for card in self.has.value(run, names):  # noqa: SIM110 - as above
            if self._matches(run.world.face(card), run, names):
                return True
        return False

    def wanted(self) -> Iterator[tuple[str, str, Expression[Value]]]:
        """Yield the given traits as (name, plural of the name, required value)."""
        for trait, field in _WANTED:
            wanted = getattr(self, field)
            if wanted is not None:
                yield trait, _PLURALS.get(trait, f"{trait}s"), wanted

    def law_names(self, listed: Listed) -> LawNames:
        for trait, kind, wanted in self.wanted():
            if trait != "value":
                yield from ((f"/{trait}", kind, named) for named in wanted.possible_names(listed))

    def flaws(self, moment: Moment) -> Flaws:
        for named in self.value_.members if isinstance(self.value_, Literal) else ():
            if isinstance(named, str) and named not in PARITY:
                yield "/value", f"a value is a number, odd or even, not {named!r}"

    def _matches(self, face: Face, run: Runner, names: Names) -> bool:
        return (
            (self.species is None or face.species in as_members(self.species.value(run, names)))
            and (self.suit is None or _meets(self.suit, face.suits, run, names))
            and (self.colour is None or _meets(self.colour, face.colours, run, names))
            and (self.type_ is None or _meets(self.type_, face.types, run, names))
            and (self.modifier is None or _meets(self.modifier, face.modifiers, run, names))
            and (self.flag is None or _meets(self.flag, face.flags, run, names))
            and (
                self.value_ is None
                or any(_has_value(face, wanted) for wanted in as_members(self.value_.value(run, names)))
            )
        )


def _meets(wanted: Expression[Value], held: frozenset[str], run: Runner, names: Names) -> bool:
    return not held.isdisjoint(as_members(wanted.value(run, names)))


def _has_value(face: Face, wanted: int | str) -> bool:
    if isinstance(wanted, str):
        parity = PARITY.get(wanted)
        return face.values_from is not None or any(value % 2 == parity for value in face.values)
    return wanted in face.values or (face.values_from is not None and wanted >= face.values_from)


@register_node
class Shares(Condition, frozen=True, eq=False, kw_only=True):
    """True if two cards have a value, suit, colour or type in common. Values may differ by up to `within`.

    If `whole` is set, the cards have to be equal in this trait.
    """

    shares: field_types.Trait
    of: field_types.TwoCards
    within: field_types.Small = 0
    whole: field_types.Flag = False

    def value(self, run: Runner, names: Names) -> bool:
        one, other = self.of
        alike = self._same if self.whole else self._touch
        for card in one.value(run, names):
            face = run.world.face(card)
            for against in other.value(run, names):
                if alike(face, run.world.face(against)):
                    return True
        return False

    def _same(self, one: Face, other: Face) -> bool:
        trait = f"{self.shares}s"
        same = bool(getattr(one, trait) == getattr(other, trait))
        return same and (self.shares != "value" or one.values_from == other.values_from)

    def _touch(self, one: Face, other: Face) -> bool:
        if self.shares == "value":
            return _values_touch(one, other, self.within)
        trait = f"{self.shares}s"
        return not getattr(one, trait).isdisjoint(getattr(other, trait))


def _values_touch(one: Face, other: Face, within: int) -> bool:
    if one.values_from is not None and other.values_from is not None:
        return True
    for endless, against in ((one, other), (other, one)):
        start = endless.values_from
        if start is not None and any(value >= start - within for value in against.values):
            return True
    for value in one.values:
        for facing in other.values:
            if -within <= value - facing <= within:
                return True
    return False


@register_node
class Opposes(Condition, frozen=True, eq=False, kw_only=True):
    """True if a colour of one card opposes a colour of the other."""

    opposes: field_types.TwoCards

    def value(self, run: Runner, names: Names) -> bool:
        one, other = self.opposes
        return any(
            run.world.opposes(colour, against)
            for card in one.value(run, names)
            for facing in other.value(run, names)
            for colour in run.world.face(card).colours
            for against in run.world.face(facing).colours
        )


@register_node
class Playable(Condition, frozen=True, eq=False, kw_only=True):
    """True if the law allows a card to be played on another, including allowances and demands."""

    playable: field_types.Cards
    upon: field_types.Cards
    stands_at = IN_A_PLAY

    def value(self, run: Runner, names: Names) -> bool:
        return all(
            run.world.playable(card, beneath)
            for card in self.playable.value(run, names)
            for beneath in self.upon.value(run, names)
        )


class NamedTruth(Condition, frozen=True, eq=False, kw_only=True):
    """`$name`, a name in scope whose value is true or false, such as `$first` of an event."""

    name: str

    def value(self, run: Runner, names: Names) -> bool:
        return bool(names[self.name])

    def own_names(self) -> frozenset[str]:
        return frozenset({self.name})


class Demanded(Condition, frozen=True, eq=False, kw_only=True):
    """`$event.where`: the card of the event fulfils what the event requires (R120).

    It is used by a waiting effect that replaces the event.
    """

    def value(self, run: Runner, names: Names) -> bool:
        demand = self.to_stored(names)
        return demand is None or all(run.fits(demand, card) for card in as_members(names["it"]))

    def own_names(self) -> frozenset[str]:
        return frozenset({"event", "it"})

    def to_stored(self, names: Names) -> Rest | None:
        kept = as_members(names.get("event.where", ()))
        return msgspec.json.decode(str(kept[0]), type=Rest) if kept else None

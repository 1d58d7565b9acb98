"""Nodes that are numbers, names and references, and the description of a card."""

from typing import Any

from nomic.effects.language import slots
from nomic.effects.language.nodes import Description, Expression, Heads, Kind
from nomic.effects.language.world import Names, Value

PROPERTIES: dict[str, Kind] = {
    "owner": "players",
    "values": "names",
    "suits": "names",
    "colours": "names",
    "types": "names",
    "species": "names",
}
MODIFIER_PROPERTIES: dict[str, Kind] = {"by": "players", "count": "number", "name": "names"}
EVENT_PROPERTIES: dict[str, Kind] = {"who": "players", "card": "cards"}
EVERYBODY = ("next", "all", "others")


MOST = 1_000_000_000


def kept_in_bounds(number: int) -> int:
    """A number as the language has them: what goes beyond a thousand million, up or down, stops there."""
    return max(-MOST, min(number, MOST))


def as_number(value: Value) -> int:
    """A value where a number is needed: a set of numbers gives its first, none gives 0."""
    if isinstance(value, tuple):
        return next((member for member in value if isinstance(member, int)), 0)
    return int(value)


class Literal(Expression, frozen=True, eq=False, kw_only=True):
    """A number or a name, as it stands."""

    source: Value

    def value(self, run: Any, names: Names) -> Value:
        return self.source


class Ref(Expression, frozen=True, eq=False, kw_only=True):
    """`$name`: what a name stands for, or with `.part` a property of it."""

    name: str
    part: str = ""

    def value(self, run: Any, names: Names) -> Value:
        if self.name == "mod":
            return self._of_modifier(run, names)
        if self.name == "event":
            return names[f"event.{self.part}"]
        value: Value = names[self.name] if self.name in names else run.everybody(self.name)
        return value if not self.part else self._property(run, value)

    def _of_modifier(self, run: Any, names: Names) -> Value:
        (card,), (modifier,) = names["this"], names["mod"]  # type: ignore[misc]
        if self.part == "by":
            owner: Value = run.world.binder(card, modifier)
            return owner
        if self.part == "count":
            return int(run.world.ticks(card, modifier))
        return names["mod"]

    def _property(self, run: Any, cards: Any) -> Value:
        gathered: dict[Any, None] = {}
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


class Count(Expression, frozen=True, eq=False, kw_only=True):
    """How many there are in a set."""

    count: slots.AnySet
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        return len(self.count.value(run, names))  # type: ignore[arg-type]


class Stock(Expression, frozen=True, eq=False, kw_only=True):
    """How many of an item somebody has, or the pool."""

    stock: slots.Word
    of: slots.Holders
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        return sum(run.world.stock(self.stock, holder) for holder in self.of.value(run, names))  # type: ignore[union-attr]


class Tally(Expression, frozen=True, eq=False, kw_only=True):
    """A counter of the world: cards that somebody drew in a turn (`drawn`), or because of its acts."""

    tally: slots.Counter
    of: slots.Players
    during: slots.Span
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        players = self.of.value(run, names)
        return sum(run.world.tally(self.tally, player, self.during) for player in players)  # type: ignore[union-attr]


class Sum(Expression, frozen=True, eq=False, kw_only=True):
    """Numbers added up."""

    sum_: slots.Numbers
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        return kept_in_bounds(sum(as_number(part.value(run, names)) for part in self.sum_))


class Times(Expression, frozen=True, eq=False, kw_only=True):
    """Numbers multiplied."""

    times: slots.Numbers
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        product = 1
        for part in self.times:
            product = kept_in_bounds(product * as_number(part.value(run, names)))
        return product


class Roll(Expression, frozen=True, eq=False, kw_only=True):
    """Dice, as 2d6 or "5d6 target 4" (R17): the only number from chance."""

    roll: slots.DiceText
    kind: Kind = "number"

    def value(self, run: Any, names: Names) -> int:
        return int(run.roll(self.roll))


class CardSpec(Description, frozen=True, eq=False, kw_only=True):
    """A card to be made: a species with modifiers, or a random one (R27) of some types, out of some collections."""

    card: slots.Word
    with_: slots.Words = ()
    types: slots.Words = ()
    collections: slots.Chances = None

    @property
    def is_random(self) -> bool:
        return self.card == "random"


Heads.add(Count, Stock, Tally, Sum, Times, Roll, CardSpec)

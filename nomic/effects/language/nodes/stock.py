"""Nodes that count items: of players, of a game's pool, of the cycle itself, and of what changed hands."""

from nomic.effects.language.moments import IN_THE_HALL, WHERE, WITHOUT_A_POOL, Moment
from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Expression, Flaws, Kind, LawNames, Listed, Sizes, register
from nomic.effects.language.nodes.holding import CYCLE, amounts_in, holders_in, item_flaws, item_names, items_in
from nomic.effects.language.world import Members, Names, Runner

POOL = "pool"
MAX_ITEMS = 50  # kinds of items among items with their numbers


@register
class Stock(Expression[int], frozen=True, eq=False, kw_only=True):
    """How many of an item somebody has, or the pool, or the `cycle` itself; the sum if there are several."""

    stock: slots.Item
    of: slots.Holders
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        holders = holders_in(self.of, run, names)
        return sum(run.world.stock(item, holder) for item in items_in(self.stock, run, names) for holder in holders)

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("stock", self.stock, listed)

    def flaws(self, moment: Moment) -> Flaws:
        yield from item_flaws("stock", self.stock, moment)
        if self.of.kind == "keeping" and moment not in IN_THE_HALL:
            yield "/of", f"rules keep nothing {WHERE[moment]}"
        if self.of.kind != "names":
            return
        if self.of.raw not in (POOL, CYCLE[0]):
            yield "/of", "whose: players, or pool, or cycle, or a keeping"
        elif self.of.raw == POOL and moment in WITHOUT_A_POOL:
            yield "/of", f"there is no pool {WHERE[moment]}"
        elif self.of.raw != POOL and moment not in IN_THE_HALL:
            yield "/of", f"the cycle keeps nothing {WHERE[moment]}"

    def lower_bound(self, sizes: Sizes) -> int:
        return 0


@register
class Amount(Expression[int], frozen=True, eq=False, kw_only=True):
    """How many of an item are among items with their numbers, such as `$paid`."""

    amount: slots.Item
    in_: slots.Amounts
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        found = amounts_in(self.in_.value(run, names))
        return sum(found.get(item, 0) for item in items_in(self.amount, run, names))

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("amount", self.amount, listed)

    def lower_bound(self, sizes: Sizes) -> int:
        return 0


@register
class ItemsIn(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The names of the items among items with their numbers, such as `$paid`."""

    items_in: slots.Amounts
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        return tuple(amounts_in(self.items_in.value(run, names)))

    def size(self, sizes: Sizes) -> int:
        return MAX_ITEMS

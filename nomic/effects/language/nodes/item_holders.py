"""Items and their holders: players, the cycle itself, and keepings of rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language.allowed_moments import IN_THE_HALL, WHERE, WITHOUT_A_POOL, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    NATURAL,
    Bounds,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.values import Literal, as_members
from nomic.effects.language.world import Members, Names, Players, Runner, Value

# The law's word for the cycle's own store, and its holder. No player can have this name.
CYCLE: Players = ("cycle",)
STORE = "cycle:store"


# The holder of what a rule keeps: this, its name, and the player whose part it is. No player can have such a name.
KEPT = "kept:"
MAX_KEEPING_NAME = 24  # characters


def kept_holder(keeping: str, player: str = "") -> str:
    """Return the holder's name of a keeping, or of a player's part of it unless `player` is ""."""
    return f"{KEPT}{keeping}:{player}" if player else f"{KEPT}{keeping}"


def is_no_player(holder: str) -> bool:
    """Return whether a holder is not a player, but the cycle itself or a keeping (a rule's own store)."""
    return holder == STORE or holder.startswith(KEPT)


def holder_in_words(holder: str) -> str:
    """Return a holder as text.

    Examples: "Ada", "the treasury", "the Bank", "Ada's part of the Bank", "the pool of match 7k2m9qx4".
    """
    if holder == STORE:
        return "the treasury"
    if not holder.startswith(KEPT):
        kind, colon, match = holder.partition(":")  # which no player's name has
        return f"the {kind} of match {match}" if colon else holder
    keeping, _, player = holder.removeprefix(KEPT).partition(":")
    return f"{player}'s part of the {keeping}" if player else f"the {keeping}"


@register_node
class Keeping(Expression[Players], frozen=True, eq=False, kw_only=True):
    """A rule's own store of items and cards, as a holder. If `of` is given, these players' parts of it."""

    keeping: field_types.Word
    of: field_types.Players | None = None
    kind: Kind = "keeping"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Players:
        if self.of is None:
            return (kept_holder(self.keeping),)
        return tuple(kept_holder(self.keeping, player) for player in self.of.value(run, names))

    def law_names(self, listed: Listed) -> LawNames:
        yield "/keeping", f"keepings_of_{'cycle' if self.of is None else 'players'}", self.keeping

    def size(self, sizes: Sizes) -> int:
        return 1 if self.of is None else self.of.size(sizes)


def is_store(who: Expression[Any]) -> bool:
    """Return whether an expression names a holder that is not a player: the cycle itself, or a keeping."""
    return who.kind == "keeping" or (who.kind == "names" and who.raw == CYCLE[0])


def items_in(item: Expression[Value], run: Runner, names: Names) -> Iterator[str]:
    """Yield the current items. Names that are not items are skipped and reported in the journal."""
    yield from (str(member) for member in as_members(item.value(run, names)))


def amounts_in(members: Members) -> dict[str, int]:
    """Return a value of the kind `amounts` as a mapping from item to number.

    In `members`, each item is followed by its number.
    """
    return {str(item): int(count) for item, count in zip(members[::2], members[1::2], strict=True)}


def as_amounts(items: Mapping[str, int]) -> Members:
    """Return a mapping from item to number as a value of the kind `amounts`, sorted by item, without zeros."""
    return tuple(part for item, count in sorted(items.items()) if count for part in (item, count))


def holders_in(who: Expression[Any], run: Runner, names: Names) -> Players:
    """Return the current holders denoted by `who`: names of players, of keepings, or of the cycle."""
    held: Players = who.value(run, names)
    return (STORE,) if who.kind == "names" and held == CYCLE else held


def item_names(word: str, item: Expression[Value], listed: Listed) -> LawNames:
    """Yield the constant items of the field `word` as names that the law must have."""
    yield from ((f"/{word}", "items", named) for named in item.possible_names(listed))


def item_flaws(word: str, item: Expression[Value], moment: Moment) -> Flaws:
    """Yield a flaw for the field `word` if its item is computed in a game.

    Only effects outside of games can compute items.
    """
    if moment not in IN_THE_HALL and not isinstance(item, Literal):
        yield f"/{word}", f"an item has to be a fixed name {WHERE[moment]}"


def holder_flaws(word: str, who: Expression[Any], moment: Moment) -> Flaws:
    """Yield a flaw for the field `word` unless `who` denotes players, a keeping or, outside of games, the cycle."""
    if who.kind != "names":
        return
    if who.raw != CYCLE[0]:
        yield f"/{word}", "players, or cycle, or a keeping, needed here"
    elif moment not in IN_THE_HALL:
        yield f"/{word}", f"the cycle keeps nothing {WHERE[moment]}"


POOL = "pool"
MAX_ITEMS = 50  # kinds of items among items with their numbers


@register_node
class Stock(Expression[int], frozen=True, eq=False, kw_only=True):
    """The amount of an item that holders have: players, the pool, or the `cycle` itself.

    The amounts of several are added up.
    """

    stock: field_types.Item
    of: field_types.Holders
    kind: Kind = "number"

    def value(self, run: Runner, names: Names) -> int:
        holders = holders_in(self.of, run, names)
        return sum(run.world.stock(item, holder) for item in items_in(self.stock, run, names) for holder in holders)

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("stock", self.stock, listed)

    def flaws(self, moment: Moment) -> Flaws:
        yield from item_flaws("stock", self.stock, moment)
        if self.of.kind != "names":
            return
        if self.of.raw not in (POOL, CYCLE[0]):
            yield "/of", "whose: players, or pool, or cycle, or a keeping"
        elif self.of.raw == POOL and moment in WITHOUT_A_POOL:
            yield "/of", f"there is no pool {WHERE[moment]}"
        elif self.of.raw != POOL and moment not in IN_THE_HALL:
            yield "/of", f"the cycle keeps nothing {WHERE[moment]}"

    def bounds(self, sizes: Sizes) -> Bounds:
        return NATURAL


@register_node
class Amount(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of one item in a value of amounts, such as `$paid`."""

    amount: field_types.Item
    in_: field_types.Amounts
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        found = amounts_in(self.in_.value(run, names))
        return sum(found.get(item, 0) for item in items_in(self.amount, run, names))

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("amount", self.amount, listed)

    def bounds(self, sizes: Sizes) -> Bounds:
        return NATURAL


@register_node
class ItemsIn(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The names of the items in a value of amounts, such as `$paid`."""

    items_in: field_types.Amounts
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        return tuple(amounts_in(self.items_in.value(run, names)))

    def size(self, sizes: Sizes) -> int:
        return MAX_ITEMS

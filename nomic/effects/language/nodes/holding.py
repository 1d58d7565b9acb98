"""Items, constant or computed, and their holders: players, or the cycle itself."""

from collections.abc import Iterator, Mapping

from nomic.effects.language.moments import IN_THE_HALL, WHERE, Moment
from nomic.effects.language.nodes.base import Expression, Flaws, LawNames, Listed
from nomic.effects.language.nodes.values import Literal, as_members
from nomic.effects.language.world import Members, Names, Players, Runner, Value

# The law's word for the cycle's own store, and its holder. No player can have this name.
CYCLE: Players = ("cycle",)
STORE = "cycle:store"


def items_in(item: Expression[Value], run: Runner, names: Names) -> Iterator[str]:
    """Yield the current items.

    A name that is no item has no effect, and the journal reports it.
    """
    yield from (str(member) for member in as_members(item.value(run, names)))


def amounts_in(members: Members) -> dict[str, int]:
    """Return items with their numbers, from a value of the kind `amounts`: each item followed by its number."""
    return {str(item): int(count) for item, count in zip(members[::2], members[1::2], strict=True)}


def as_amounts(items: Mapping[str, int]) -> Members:
    """Return items with their numbers as a value of the kind `amounts`, sorted by item."""
    return tuple(part for item, count in sorted(items.items()) if count for part in (item, count))


def holders_in(who: Expression[Players], run: Runner, names: Names) -> Players:
    """Return the current holders."""
    held = who.value(run, names)
    return (STORE,) if who.kind == "names" and held == CYCLE else held


def item_names(word: str, item: Expression[Value], listed: Listed) -> LawNames:
    """Yield the items that are written down as constants."""
    yield from ((f"/{word}", "items", named) for named in item.possible_names(listed))


def item_flaws(word: str, item: Expression[Value], moment: Moment) -> Flaws:
    """Yield a flaw for a computed item in a game; only effects outside of games can compute items."""
    if moment not in IN_THE_HALL and not isinstance(item, Literal):
        yield f"/{word}", f"an item is written down {WHERE[moment]}"


def holder_flaws(word: str, who: Expression[Players], moment: Moment) -> Flaws:
    """Yield a flaw for the cycle's store in a game; only effects outside of games can use it."""
    if who.kind != "names":
        return
    if who.raw != CYCLE[0]:
        yield f"/{word}", "players, or cycle, needed here"
    elif moment not in IN_THE_HALL:
        yield f"/{word}", f"the cycle keeps nothing {WHERE[moment]}"

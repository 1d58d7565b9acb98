"""Values that a rule stores by key, a player or a name, and the set of keys with stored content."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from nomic.effects.language.allowed_moments import IN_THE_HALL
from nomic.effects.language.bounds import MAX_LIST, PLAYERS
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Expression, Kind, LawNames, Listed, Sizes, register_node
from nomic.effects.language.nodes.values import Literal, as_members
from nomic.effects.language.vocabulary import KEY_OF
from nomic.effects.language.world import Members, Names, Players, Runner, Value

THE_CYCLE: Players = ("",)
NO_KEY = ("",)


def holders(of: Expression[Players] | None, run: Runner, names: Names) -> Players:
    """Return the holders of a value: the players `of`, or the cycle if `of` is None."""
    return THE_CYCLE if of is None else of.value(run, names)


def keys_for(for_: Expression[Value] | None, run: Runner, names: Names) -> tuple[str, ...]:
    """Return the keys that `for` specifies, without repetitions, or one empty key if there is no `for`."""
    if for_ is None:
        return NO_KEY
    return tuple(dict.fromkeys(str(member) for member in as_members(for_.value(run, names))))


def kept_under(
    name: str, of: Expression[Players] | None, for_: Expression[Value] | None, run: Runner, names: Names
) -> Iterator[Value]:
    """Yield the stored contents of a value for each holder and key, or for all keys if `for_` is None."""
    named = keys_for(for_, run, names)
    for holder in holders(of, run, names):
        for key in run.world.keys(name, holder) if for_ is None else named:
            yield run.world.stored_value(name, holder, key)


def key_names(word: str, name: str, for_: Expression[Value] | None, *, needs_key: bool = True) -> LawNames:
    """Yield the names that the law must have so that the value `name` can be read with this `for`.

    `word` is the place of the name in the node. If there is no `for`, the value must not have keys, unless `needs_key`
    is False because the node applies to all keys.
    """
    if for_ is not None:
        yield f"/{word}", f"kept by {'players' if for_.kind == 'players' else 'names'}", name
        for key in for_.members if isinstance(for_, Literal) else ():
            yield "/for", f"{KEY_OF}{name}", str(key)
    elif needs_key:
        yield f"/{word}", "kept without keys", name


def changed_names(word: str, name: str, for_: Expression[Value] | None, *, needs_key: bool = True) -> LawNames:
    """Yield what `key_names` yields, and the requirement that rules may change the value."""
    yield f"/{word}", "changeable", name
    yield from key_names(word, name, for_, needs_key=needs_key)


@register_node
class ListedIn(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The keys under which a stored value differs from its initial content, sorted.

    The keys are names, or players if `are: players` is set. For a table, they are the names of its rows. For several
    players, they are the union.
    """

    listed_in: field_types.Word
    of: field_types.Players | None = None
    are: field_types.KeyKind = "names"
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read.get("are", "names")}

    def value(self, run: Runner, names: Names) -> Members:
        found: dict[str, None] = {}
        for holder in holders(self.of, run, names):
            found |= dict.fromkeys(run.world.keys(self.listed_in, holder))
        return cast("Members", tuple(sorted(key for key in found if key)))

    def value_read(self) -> str:
        return self.listed_in

    def law_names(self, listed: Listed) -> LawNames:
        yield "/listed_in", f"listed_for_{'cycle' if self.of is None else 'players'}", self.listed_in
        yield "/listed_in", f"kept by {self.are}", self.listed_in

    def size(self, sizes: Sizes) -> int:
        return PLAYERS if self.are == "players" else MAX_LIST

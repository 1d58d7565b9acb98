"""Operations and nodes for values stored by rules, and announcements."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.bounds import MAX_LIST, MAX_NUMBER, PLAYERS
from nomic.effects.language.interpolation import filled_in, names_in, text_flaws
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Bounds,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Node,
    Operation,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.item_holders import holder_flaws, holders_in, item_names, items_in
from nomic.effects.language.nodes.keyed_values import changed_names, holders, kept_under, key_names, keys_for
from nomic.effects.language.nodes.selectors import PlayersWho
from nomic.effects.language.nodes.values import Literal, Ref, as_members, as_number, kept_in_bounds
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.operations.deferred import end_flaws, end_names, keep_resetting
from nomic.effects.language.vocabulary import ONE_OF
from nomic.effects.language.world import Members, Names, Players, Runner, Value

# The kinds of values, as in a `Vocabulary`, that hold members of a kind. A proposal may be kept among names.
_HELD: Mapping[Kind, str] = {"players": "players", "names": "names", "proposals": "codes"}


def _spots(
    of: Expression[Players] | None, for_: Expression[Value] | None, run: Runner, names: Names
) -> Iterator[tuple[str, str]]:
    """Yield each pair of holder and key that an operation names. A value without keys has the empty key."""
    keys = keys_for(for_, run, names)
    return ((holder, key) for holder in holders(of, run, names) for key in keys)


def _as_it_was(name: str, holder: str, key: str, run: Runner) -> Value:
    """Return a value's content before a change. Draws of the read are secret if the value is."""
    with run.world.drawing_for(name):
        return run.world.stored_value(name, holder, key)


def kept_names(word: str, name: str, of: Expression[Players] | None, what: str = "values") -> LawNames:
    """Yield the requirement that the law has this value, for these holders and with this kind of content.

    The holder is the cycle if `of` is None, else players. `what` is "values" for numbers, "names" or "players".
    """
    yield f"/{word}", f"{what}_of_{'cycle' if of is None else 'players'}", name


@register_node
class ValueOf(Expression[int], frozen=True, eq=False, kw_only=True):
    """A number that a rule stores: for the cycle, or `of` players; `for` a key, if the value has keys.

    For several players or all keys, it is the sum. Also a number in a table, `for` a row.
    """

    value_of: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        return kept_in_bounds(sum(map(as_number, kept_under(self.value_of, self.of, self.for_, run, names))))

    def value_read(self) -> str:
        return self.value_of

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("value_of", self.value_of, self.of)
        yield from key_names("value_of", self.value_of, self.for_, needs_key=False)

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(high=MAX_NUMBER)


def written_names(word: str, names: Expression[Any], value: str) -> LawNames:
    """Yield the requirement that these names, if constant, are allowed contents of the value."""
    for name in names.members if isinstance(names, Literal) else ():
        if isinstance(name, str):
            yield f"/{word}", f"{ONE_OF}{value}", name


@register_node
class NamesIn(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The names that a rule stores in a value: for the cycle, or `of` players; `for` a key, if the value has keys.

    For several players or all keys, it is the union. Also the names in a table, `for` a row.
    """

    names_in: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        return members_of(self.names_in, self.of, run, names, self.for_)

    def value_read(self) -> str:
        return self.names_in

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("names_in", self.names_in, self.of, "names")
        yield from key_names("names_in", self.names_in, self.for_, needs_key=False)

    def size(self, sizes: Sizes) -> int:
        return MAX_LIST


@register_node
class PlayersIn(Expression[Players], frozen=True, eq=False, kw_only=True):
    """The players that a rule stores in a value: for the cycle, or `of` players; `for` a key, if the value has keys.

    For several players or all keys, it is the union.
    """

    players_in: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    kind: Kind = "players"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Players:
        return tuple(str(member) for member in members_of(self.players_in, self.of, run, names, self.for_))

    def value_read(self) -> str:
        return self.players_in

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("players_in", self.players_in, self.of, "players")
        yield from key_names("players_in", self.players_in, self.for_, needs_key=False)

    def size(self, sizes: Sizes) -> int:
        return PLAYERS


@register_node
class ProposalsIn(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The proposals that a rule stores in a value: for the cycle, or `of` players; `for` a key, if the value has keys.

    For several players or all keys, it is the union.
    """

    proposals_in: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    kind: Kind = "proposals"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        return members_of(self.proposals_in, self.of, run, names, self.for_)

    def value_read(self) -> str:
        return self.proposals_in

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("proposals_in", self.proposals_in, self.of, "proposals")
        yield from key_names("proposals_in", self.proposals_in, self.for_, needs_key=False)

    def size(self, sizes: Sizes) -> int:
        return MAX_LIST


def put_into(node: Node) -> tuple[str, Expression[Any]] | None:
    """Return the name of the value that a node writes to, and the new content or, for `raise`, the number added.

    Returns None if the node does not write to a value.
    """
    if isinstance(node, SetTo):
        return node.set_, node.to
    if isinstance(node, Raise):
        return node.raise_, node.by
    return (node.in_, node.enter) if isinstance(node, Enter) else None


def members_of(
    name: str, of: Expression[Players] | None, run: Runner, names: Names, for_: Expression[Value] | None = None
) -> Members:
    """Return the members of a value, as a union for several players or keys. Empty if the value no longer exists."""
    found: dict[int | str, None] = {}
    for content in kept_under(name, of, for_, run, names):
        found |= dict.fromkeys(content if isinstance(content, tuple) else ())
    return tuple(found)


@register_node
class Raise(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Increase or decrease a number that a rule stores, within its bounds."""

    raise_: field_types.Word
    by: field_types.Number
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        with run.world.drawing_for(self.raise_):
            by = as_number(self.by.value(run, names))
        for holder, key in _spots(self.of, self.for_, run, names):
            run.world.keep(self.raise_, holder, as_number(_as_it_was(self.raise_, holder, key, run)) + by, key)

    def value_changed(self) -> str:
        return self.raise_

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("raise", self.raise_, self.of)
        yield from changed_names("raise", self.raise_, self.for_)


@register_node
class SetTo(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Set a value that a rule stores: to a number within its bounds, to names or to players.

    If `until` is given, the value is then reset to its initial content, unless it was set again meanwhile.
    """

    set_: field_types.Word
    to: field_types.Keepable
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    until: field_types.End | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        with run.world.drawing_for(self.set_):
            value = self.to.value(run, names)
        whose, keys = holders(self.of, run, names), keys_for(self.for_, run, names)
        for key in keys:
            run.world.lasts(self.set_, whose, key)
            for holder in whose:
                run.world.keep(self.set_, holder, value, key)
            if self.until is not None and whose:
                under = None if self.for_ is None else (self.for_.kind, key)
                keep_resetting(self.set_, None if self.of is None else whose, self.until, run, names, under)

    def value_changed(self) -> str:
        return self.set_

    def law_names(self, listed: Listed) -> LawNames:
        if self.to.kind == "names":  # numbers are valid as names, and an empty list clears any value
            yield "/set", "kept_for_cycle" if self.of is None else "kept_for_players", self.set_
            yield from written_names("to", self.to, self.set_)
        else:
            yield from kept_names("set", self.set_, self.of, _HELD.get(self.to.kind, "values"))
        yield from changed_names("set", self.set_, self.for_)
        yield from end_names("until", self.until)

    def flaws(self, moment: Moment) -> Flaws:
        return end_flaws("until", self.until, moment)

    def keeps(self, sizes: Sizes) -> int:
        return 0 if self.until is None else 1 if self.for_ is None else self.for_.size(sizes)


@register_node
class Enter(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Add names or players to a list that a rule stores. Existing members keep their positions."""

    enter: field_types.Listable
    in_: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        with run.world.drawing_for(self.in_):
            entered = as_members(self.enter.value(run, names))
        for holder, key in _spots(self.of, self.for_, run, names):
            before = as_members(_as_it_was(self.in_, holder, key, run))
            run.world.keep(self.in_, holder, (*before, *entered), key)

    def value_changed(self) -> str:
        return self.in_

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("in", self.in_, self.of, _HELD[self.enter.kind])
        yield "/in", "lists", self.in_
        yield from changed_names("in", self.in_, self.for_)
        yield from written_names("enter", self.enter, self.in_)


@register_node
class Strike(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Remove names or players from a value that a rule stores."""

    strike: field_types.Listable
    from_: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        struck = set(as_members(self.strike.value(run, names)))
        for holder, key in _spots(self.of, self.for_, run, names):
            before = as_members(_as_it_was(self.from_, holder, key, run))
            run.world.keep(self.from_, holder, tuple(member for member in before if member not in struck), key)

    def value_changed(self) -> str:
        return self.from_

    def law_names(self, listed: Listed) -> LawNames:
        yield from kept_names("from", self.from_, self.of, _HELD[self.strike.kind])
        yield from changed_names("from", self.from_, self.for_)


@register_node
class Reveal(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Show a secret value to everybody, for these players or for all, until the value is set again."""

    reveal: field_types.Word
    of: field_types.Players | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        run.world.reveal(self.reveal, None if self.of is None else self.of.value(run, names))

    def law_names(self, listed: Listed) -> LawNames:
        yield "/reveal", "secrets", self.reveal
        if self.of is not None:
            yield "/reveal", "kept_for_players", self.reveal


@register_node
class Reset(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Reset a value that a rule stores to its initial content, for all its keys, or only `for` some of them."""

    reset: field_types.Word
    of: field_types.Players | None = None
    for_: field_types.Key | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        whose, named = holders(self.of, run, names), keys_for(self.for_, run, names)
        for key in named:
            run.world.lasts(self.reset, whose, None if self.for_ is None else key)
        for holder in whose:
            for key in run.world.keys(self.reset, holder) if self.for_ is None else named:
                run.world.reset(self.reset, holder, key)

    def value_changed(self) -> str:
        return self.reset

    def law_names(self, listed: Listed) -> LawNames:
        yield "/reset", "kept_for_cycle" if self.of is None else "kept_for_players", self.reset
        yield from changed_names("reset", self.reset, self.for_, needs_key=False)


@register_node
class Transfer(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Move `n` of an item from each giver to each taker; by default one.

    Holders are players, or the `cycle` itself. A giver who has fewer hands over all.
    """

    transfer: field_types.Item
    from_: field_types.Holder
    to: field_types.Holder
    n: field_types.Number | None = None
    stands_at = IN_THE_HALL - {"condition"}

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count, takers = self.count(run, names), holders_in(self.to, run, names)
        givers = holders_in(self.from_, run, names) if count > 0 else ()
        for item in items_in(self.transfer, run, names):
            for giver in givers:
                for taker in takers:
                    run.world.transfer(item, count, giver, taker, run)

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("transfer", self.transfer, listed)

    def flaws(self, moment: Moment) -> Flaws:
        yield from holder_flaws("from", self.from_, moment)
        yield from holder_flaws("to", self.to, moment)

    def futile(self, moment: Moment) -> Flaws:
        if isinstance(self.from_, Ref | PlayersWho | Literal) and self.from_.raw == self.to.raw:
            yield "/to", "from and to are the same players: nothing changes hands"


@register_node
class Announce(Operation, frozen=True, eq=False, kw_only=True):
    """Announce a text to everybody in the journal; `$name` in it is replaced with its value."""

    announce: field_types.Text
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        run.world.announce(filled_in(self.announce, self.scope, run, names))

    def names_in_text(self) -> list[str]:
        return names_in(self.announce)

    def flaws(self, moment: Moment) -> Flaws:
        yield from text_flaws("announce", self.announce, self.scope, moment)

    def futile(self, moment: Moment) -> Flaws:
        if not self.announce.strip():
            yield "/announce", "there is nothing to read here"

    def does_something(self) -> bool:
        return True

"""The events that clauses can listen for, and the names that each event provides to effects.

`$who` is the acting player, if there is one. A field's type determines the kind of its name: integers are numbers,
booleans are truth values, a `NamedPlayer` is a player, a `NamedCard` a card, a `NamedProposal` a proposal, numbers by
item are amounts, and other short texts are names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.events import TOPICS, Event, NamedCard, NamedPlayer, NamedProposal, all_events
from nomic.effects.language.event_names import event_named
from nomic.effects.language.nodes.base import Kind, Scope
from nomic.effects.language.nodes.item_holders import MAX_ITEMS, amounts_in, as_amounts
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Names, Value

TEXTS: Mapping[Any, Kind] = {str: "names", NamedPlayer: "players", NamedCard: "cards", NamedProposal: "proposals"}
MAX_LENGTH = 60  # characters of a name


Details = Callable[[ReadContext, Mapping[str, Any]], Names]
_details: dict[type[Event], list[tuple[Scope, Details]]] = {}


def register_details(event: type[Event], scope: Scope, read: Details) -> None:
    """Register further names of an event, which `read(ctx, event)` looks up when a rule reacts to it.

    These names are not stored in the journal, so they also exist for events recorded before they were registered.
    """
    known = _details.setdefault(event, [])
    if (scope, read) not in known:
        known.append((scope, read))


@dataclass(frozen=True)
class EventKind:
    """A kind of event that clauses can listen for."""

    event: type[Event]

    @property
    def kind(self) -> str:
        return self.event.kind()

    @property
    def description(self) -> str:
        """The description of the event: the first paragraph of its class's docstring."""
        return (self.event.__doc__ or "").partition("\n\n")[0].replace("\n", " ").strip()

    @property
    def whenever(self) -> str:
        """The event as text that follows "whenever", such as "a trade becomes void"."""
        return self.event.whenever or f"this happens: “{self.kind.replace('-', ' ')}”"

    @property
    def gone(self) -> frozenset[str]:
        """The names of the event whose values an effect can never use."""
        return self.event.gone if self.event.by_player else self.event.gone | {"who"}

    @cached_property
    def scope(self) -> Scope:
        """The names that the event provides, with their kinds."""
        hints = get_type_hints(self.event, include_extras=True)
        given = {name: _kind_of(hints[name]) for name in self.event.__struct_fields__}
        found: dict[str, Kind] = {"who": "players", **{name: kind for name, kind in given.items() if kind is not None}}
        for more, _ in _details.get(self.event, ()):
            found |= more
        return found

    def names_at(self, ctx: ReadContext, event: Mapping[str, Any], who: str) -> Names:
        """Return the values of the names that an event provides.

        Values that the event does not store are looked up now.
        """
        found = self.names(event, who)
        for _, read in _details.get(self.event, ()):
            found |= read(ctx, event)
        return found

    def names(self, event: Mapping[str, Any], who: str) -> Names:
        """Return the values of the names stored with an event. `who` is the actor, or "" if no player acted."""
        found: Names = {"who": (who,) if who else ()}
        for name, kind in self.scope.items():
            if name != "who":
                found[name] = value_of(kind, event.get(name))
        return found


def _kind_of(hint: Any) -> Kind | None:
    """Return the kind of an event's field in effects, or None if effects cannot use it."""
    if hint is bool:
        return "truth"
    if hint is int:
        return "number"
    if get_origin(hint) is dict:
        return "amounts" if get_args(hint) == (str, int) else None
    parts = get_args(hint) if get_origin(hint) in (list, Union, UnionType) else (hint,)
    texts = [each for each in parts if each is not NoneType]
    return TEXTS.get(texts[0]) if len(texts) == 1 else None


def value_of(kind: Kind, given: Any) -> Value:
    """Return a field of the journal as a value of this kind. A missing field gives an empty value."""
    if kind == "truth":
        return bool(given)
    if kind == "number":
        return int(given or 0)
    if kind == "amounts":
        return as_amounts(dict(islice(given.items(), MAX_ITEMS))) if isinstance(given, dict) else ()
    listed = given if isinstance(given, list) else [] if given in (None, "") else [given]
    return tuple(str(each)[:MAX_LENGTH] for each in listed)


def in_short(kind: Kind, given: Any) -> Any:
    """Return an argument shortened for an event. Texts are cut to the length of a name."""
    if kind == "amounts":
        return amounts_in(as_members(value_of(kind, given)))
    value = value_of(kind, given)
    return list(value) if isinstance(value, tuple) else value


def event_kind_named(kind: str) -> EventKind | None:
    """Return the event with this name that clauses can listen for, or None."""
    return _occasions().get(event_named(kind))


def occasions() -> list[EventKind]:
    """Return all events that clauses can listen for, sorted by name."""
    return list(_occasions().values())


def scopes_of_events() -> Mapping[str, Scope]:
    """Return the names that each event provides, with their kinds."""
    return {kind: each.scope for kind, each in _occasions().items()}


def said_of_events() -> Mapping[str, str]:
    """Return the description of each event as text to follow "whenever"."""
    return {kind: each.whenever for kind, each in _occasions().items()}


def topics_of_events() -> Mapping[str, str]:
    """Return the topic of each event that clauses can listen for, by its name, in the order of `TOPICS`."""
    found = sorted(_occasions().items(), key=lambda entry: TOPICS.index(entry[1].event.about or TOPICS[0]))
    return {kind: each.event.about for kind, each in found}


def gone_at_events() -> Mapping[str, frozenset[str]]:
    """Return, for each event, the names whose values an effect can never use."""
    return {kind: each.gone for kind, each in _occasions().items()}


def _occasions() -> Mapping[str, EventKind]:
    return _heard_among(all_events())


@lru_cache(maxsize=1)
def _heard_among(declared: tuple[type[Event], ...]) -> Mapping[str, EventKind]:
    return {each.kind(): EventKind(each) for each in declared if each.is_heard}

"""The events that rules can listen to, with the names that each gives to what a rule then does.

They are the events that rooms declare; `$who` is whoever acted, where a player did. A number is a number there, the
name of a player a player, yes or no a condition, any other short text a name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_origin, get_type_hints

from nomic.clauses.events import ClauseFailed
from nomic.cycles.domain.events import (
    ActFailed,
    CycleEnded,
    Event,
    ForkReseeded,
    ForkSeedRevealed,
    HistoryRewritten,
    NeverWas,
    OwnDice,
    PhaseReseeded,
    Unsealed,
    all_events,
)
from nomic.effects.language.event_names import event_named
from nomic.effects.language.nodes.base import Kind, Scope
from nomic.effects.language.world import Names, Value

# What events call players.
PLAYERS = frozenset({"player", "by", "giver", "receiver", "winner", "author", "of", "players", "winners", "partner"})
# What events call cards.
CARDS = frozenset({"card", "cards"})
# What is of the journal itself, and what nothing follows: what failed changes nothing, and after the end nobody acts.
UNHEARD: frozenset[type[Event]] = frozenset(
    {
        ActFailed,
        ClauseFailed,
        CycleEnded,
        ForkReseeded,
        ForkSeedRevealed,
        NeverWas,
        OwnDice,
        PhaseReseeded,
        HistoryRewritten,
        Unsealed,
    }
)
MAX_LENGTH = 60  # characters of a name


@dataclass(frozen=True)
class Occasion:
    """A kind of event as rules listen to it."""

    event: type[Event]

    @property
    def kind(self) -> str:
        return self.event.kind()

    @property
    def says(self) -> str:
        """What happened, in the words of whoever declared it."""
        return (self.event.__doc__ or "").partition("\n\n")[0].replace("\n", " ").strip()

    @property
    def whenever(self) -> str:
        """What happens, as what follows that word."""
        return self.event.whenever or f"this happens: “{self.kind.replace('-', ' ')}”"

    @property
    def gone(self) -> frozenset[str]:
        """Its names that never stand for anything that a rule can act on."""
        return self.event.gone if self.event.by_player else self.event.gone | {"who"}

    @cached_property
    def scope(self) -> Scope:
        """The names that it gives, and of which kind they are."""
        hints = get_type_hints(self.event)
        given = {name: _kind_of(name, hints[name]) for name in self.event.__struct_fields__}
        return {"who": "players", **{name: kind for name, kind in given.items() if kind is not None}}

    def names(self, event: Mapping[str, Any], who: str) -> Names:
        """What the names stand for at an event as the journal has it. `who` acted; empty where no player did."""
        found: Names = {"who": (who,) if who else ()}
        for name, kind in self.scope.items():
            if name != "who":
                found[name] = value_of(kind, event.get(name))
        return found


def _kind_of(name: str, hint: Any) -> Kind | None:
    """Of which kind a field of an event is for effects; None where they can do nothing with it."""
    if hint is bool:
        return "truth"
    if hint is float:
        return None
    if hint is int:
        return "number"
    if hint is str or (get_origin(hint) is list and get_args(hint) == (str,)) or _is_text_or_none(hint):
        return "players" if name in PLAYERS else "cards" if name in CARDS else "names"
    return None


def _is_text_or_none(hint: Any) -> bool:
    return set(get_args(hint)) == {str, type(None)}


def value_of(kind: Kind, given: Any) -> Value:
    """What is given in a journal, as a value of that kind; nothing where it is missing."""
    if kind == "truth":
        return bool(given)
    if kind == "number":
        return int(given or 0)
    listed = given if isinstance(given, list) else [] if given in (None, "") else [given]
    return tuple(str(each)[:MAX_LENGTH] for each in listed)


def in_short(kind: Kind, given: Any) -> Any:
    """What was given, as an event keeps it: a text only as far as a name is long."""
    value = value_of(kind, given)
    return list(value) if isinstance(value, tuple) else value


def occasion_named(kind: str) -> Occasion | None:
    """The event that a rule can listen to under this name, or None where there is none."""
    return _occasions().get(event_named(kind))


def occasions() -> list[Occasion]:
    """Every event that rules can listen to, by name."""
    return list(_occasions().values())


def scopes_of_events() -> Mapping[str, Scope]:
    """The names that each event gives."""
    return {kind: each.scope for kind, each in _occasions().items()}


def said_of_events() -> Mapping[str, str]:
    """What happens at each event, as what follows "whenever"."""
    return {kind: each.whenever for kind, each in _occasions().items()}


def gone_at_events() -> Mapping[str, frozenset[str]]:
    """Those of the names of each event that never stand for anything that a rule can act on."""
    return {kind: each.gone for kind, each in _occasions().items()}


def _occasions() -> dict[str, Occasion]:
    return {each.kind(): _made.setdefault(each, Occasion(each)) for each in all_events() if each not in UNHEARD}


_made: dict[type[Event], Occasion] = {}

"""What happens in the hall, by the names of its events: what can be waited for there, and what that gives names to.

Rooms declare events; which they are, the room above tells this one, for effects know no rooms.
"""

from collections.abc import Callable, Mapping

from nomic.effects.language.nodes import Scope

# What the calendar brings, as it is called where something is to happen then.
PHASE_ENDS = "phase-ends"
DAY_BEGINS = "day-begins"
WEEK_BEGINS = "week-begins"
OTHER_NAMES: Mapping[str, str] = {"phase-begins": "phase-began"}

_tellers: list[Callable[[], Mapping[str, Scope]]] = []


def register_events(tell: Callable[[], Mapping[str, Scope]]) -> None:
    """`tell()` gives every kind of event, with the names that it gives and of which kind they are."""
    if tell not in _tellers:
        _tellers.append(tell)


def event_named(word: str) -> str:
    """The kind of event that a word of the law means."""
    return OTHER_NAMES.get(word, word)


def scope_of_event(word: str) -> Scope | None:
    """The names that an event gives; None where nothing that happens is called so."""
    return next((known[event_named(word)] for known in _known() if event_named(word) in known), None)


def words_for_events() -> list[str]:
    """Everything that can be waited for, by name."""
    kinds = {kind for known in _known() for kind in known}
    return sorted(kinds | {word for word, kind in OTHER_NAMES.items() if kind in kinds})


def _known() -> list[Mapping[str, Scope]]:
    return [tell() for tell in _tellers]

"""What happens in the hall, by the names of its events: what can be waited for there, and what that gives names to.

Rooms declare events; which they are, the room above tells this one, for effects know no rooms.
"""

from collections.abc import Callable, Collection, Mapping

from nomic.effects.language.nodes.base import Scope

# What the calendar brings, as it is called where something is to happen then.
PHASE_ENDS = "phase-ends"
DAY_BEGINS = "day-begins"
WEEK_BEGINS = "week-begins"
WEEK_ENDS = "week-ends"
OTHER_NAMES: Mapping[str, str] = {"phase-begins": "phase-began"}

# An act of a player, which only a clause can wait for: it says which.
DOES = "does"

Gone = Mapping[str, frozenset[str]]

_tellers: list[Callable[[], Mapping[str, Scope]]] = []
_sayers: list[Callable[[], Mapping[str, str]]] = []
_gone: list[Callable[[], Gone]] = []


def register_events(
    tell: Callable[[], Mapping[str, Scope]], say: Callable[[], Mapping[str, str]], gone: Callable[[], Gone]
) -> None:
    """`tell()` gives every kind of event, with the names that it gives and of which kind they are.

    `say()` gives what happens at each, as what follows "whenever": "a player joins". `gone()` gives those of its names
    that never stand for anything that can be acted on.
    """
    if tell not in _tellers:
        _tellers.append(tell)
        _sayers.append(say)
        _gone.append(gone)


def event_named(word: str) -> str:
    """The kind of event that a word of the law means."""
    return OTHER_NAMES.get(word, word)


def scope_of_event(word: str) -> Scope | None:
    """The names that an event gives; None where nothing that happens is called so."""
    return next((known[event_named(word)] for known in _known() if event_named(word) in known), None)


def gone_at(word: str) -> frozenset[str]:
    """The names of an event that never stand for anything that can be acted on."""
    return frozenset().union(*(known().get(event_named(word), frozenset()) for known in _gone))


def event_in_words(word: str) -> str:
    """What happens at an event, as what follows "whenever"."""
    kind = event_named(word)
    return next((known[kind] for known in (say() for say in _sayers) if kind in known), f"“{word}”")


def words_for_events(told: Collection[str] | None = None) -> list[str]:
    """Everything that can be waited for, by name: of all events, or of those that are `told` under a law."""
    kinds = {kind for known in _known() for kind in known if told is None or kind in told} - {DOES}
    return sorted(kinds | {word for word, kind in OTHER_NAMES.items() if kind in kinds})


def _known() -> list[Mapping[str, Scope]]:
    return [tell() for tell in _tellers]

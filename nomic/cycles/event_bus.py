"""Who listens for what: what other rooms do when something happened, in the same transaction, live and in a replay.

Most listen for kinds of events, and are called with each once the act's own function has run: so they see all that it
did. Those that must hear before anything else is done are called `at_once`, as the event is told. Some look at every
act. The order is that of what each says it comes `after`, and nothing else: where that leaves it open, the host comes
before the games, and then the names decide. `manage.py wiring` prints it.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from django.core.checks import CheckMessage, Error

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import ActFailed, Event

E = TypeVar("E", bound=Event)
Call = Callable[..., None]


def all_others(act: Act) -> None:
    """Stands in `after` for every listener that does not come after all others itself."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Somebody who listens for events of these `kinds`, or, without any, looks at every act that did not fail."""

    name: str
    call: Call
    kinds: tuple[type[Event], ...] = ()
    after: tuple[str, ...] = ()
    at_once: bool = False

    @property
    def place(self) -> tuple[bool, str]:
        """Where it comes among those that no `after` puts in order."""
        return not self.name.startswith("nomic."), self.name


class Wiring:
    """All listeners, in their order. Raises WiringError where what they say of it cannot be."""

    def __init__(self, listeners: tuple[Listener, ...] = ()) -> None:
        self.listeners = listeners
        self._called: dict[frozenset[type[Event]], Sequence[tuple[int, Listener]]] = {}

    def plus(self, new: Listener) -> "Wiring":
        """With one listener more, or with one that listens for more."""
        known = next((listener for listener in self.listeners if listener.name == new.name), new)
        if (known.call, known.after, known.at_once) != (new.call, new.after, new.at_once):
            raise WiringError(f"{new.name} listens already, and comes elsewhere")
        new = replace(new, kinds=tuple(dict.fromkeys((*known.kinds, *new.kinds))))
        return Wiring((*(listener for listener in self.listeners if listener is not known), new))

    @cached_property
    def at_once(self) -> tuple[Listener, ...]:
        """Those that hear as an event is told."""
        return in_order([listener for listener in self.listeners if listener.at_once])

    @cached_property
    def afterwards(self) -> tuple[Listener, ...]:
        """Those that hear when the act's own function has run."""
        return in_order([listener for listener in self.listeners if not listener.at_once])

    def called_for(self, told: frozenset[type[Event]]) -> Sequence[tuple[int, Listener]]:
        """Those who are called after an act that told of these kinds, with their places in the order."""
        if told not in self._called:
            self._called[told] = [
                (place, listener)
                for place, listener in enumerate(self.afterwards)
                if not listener.kinds or not told.isdisjoint(listener.kinds)
            ]
        return self._called[told]

    def who_hears(self, kind: type[Event]) -> list[Listener]:
        """Those who listen for a kind of event, in the order in which they are called."""
        return [listener for listener in (*self.at_once, *self.afterwards) if kind in listener.kinds]


class WiringError(Exception):
    """What listeners say they come after goes in a circle, or is no listener."""


def in_order(listeners: Iterable[Listener]) -> tuple[Listener, ...]:
    """Each after those that it says it comes after."""
    by_name = {listener.name: listener for listener in listeners}
    last = name_of(all_others)
    not_last = {name for name, listener in by_name.items() if last not in listener.after}
    before = {
        name: {*listener.after} - {last} | (not_last if last in listener.after else set())
        for name, listener in by_name.items()
    }
    for name, those in before.items():
        if unknown := those - by_name.keys():
            raise WiringError(f"{name} comes after {', '.join(sorted(unknown))}, of which nobody has heard")
    sorter = TopologicalSorter(before)
    try:
        sorter.prepare()
    except CycleError as circle:
        raise WiringError(f"these come after each other: {', '.join(circle.args[1])}") from None
    ready: list[tuple[tuple[bool, str], Listener]] = []
    order: list[Listener] = []
    while sorter.is_active():
        for name in sorter.get_ready():
            heapq.heappush(ready, (by_name[name].place, by_name[name]))
        order.append(heapq.heappop(ready)[1])
        sorter.done(order[-1].name)
    return tuple(order)


_wiring = Wiring()


def wiring() -> Wiring:
    """Who listens for what, as all rooms have said it by now."""
    return _wiring


def flaws(app_configs: object, **options: object) -> list[CheckMessage]:
    """A check that Django makes at its start: everybody has a place in the order."""
    try:
        _ = _wiring.at_once, _wiring.afterwards
    except WiringError as error:
        return [Error(str(error), id="cycles.E001")]
    return []


def on(
    kind: type[E],
    call: Callable[[Act, E], None],
    *,
    after: Call | tuple[Call, ...] = (),
    at_once: bool = False,
    name: str = "",
) -> Listener:
    """One who calls `call(act, event)` for each event of a kind, after those listeners that are named.

    `at_once`: as the event is told, in the midst of the act, before anything that follows from it.
    """
    return Listener(name or name_of(call), call, (kind,), _names(after), at_once)


def on_every_act(call: Callable[[Act], None], *, after: Call | tuple[Call, ...] = ()) -> Listener:
    """One who calls `call(act)` with every act that has not failed, after those listeners that are named."""
    return Listener(name_of(call), call, after=_names(after))


def subscribe(*listeners: Listener) -> None:
    """Have these listen from now on. One function has one place, and may listen for several kinds."""
    global _wiring
    for listener in listeners:
        _wiring = _wiring.plus(listener)


def name_of(call: Call) -> str:
    """By what name a listener is known: where it stands, and what it is called there."""
    return f"{call.__module__}.{call.__qualname__}"


def _names(after: Call | tuple[Call, ...]) -> tuple[str, ...]:
    return tuple(name_of(call) for call in (after if isinstance(after, tuple) else (after,)))


def dispatch_now(act: Act, event: Event) -> None:
    """Call those who have to hear of an event as it is told."""
    for listener in _wiring.at_once:
        if type(event) in listener.kinds:
            listener.call(act, event)


def dispatch(act: Act) -> None:
    """Call who listens for what an act told, and who looks at every act. Each hears of what those before it did."""
    place: int | None = 0
    while place is not None:
        place = _hear_from(place, act)


def _hear_from(start: int, act: Act) -> int | None:
    """Call those from a place on, until something is told of another kind: from which place to go on then."""
    told = act.kinds_told
    known = frozenset(told)
    for place, listener in _wiring.called_for(known):
        if place < start:
            continue
        if listener.kinds:
            for event in [event for event in act.events if type(event) in listener.kinds]:
                listener.call(act, event)
        else:
            listener.call(act)
        if len(told) != len(known):
            return place + 1
    return None


def dispatch_failure(act: Act) -> None:
    """Call those who listen for acts that failed: nothing else of it is told."""
    for listener in _wiring.afterwards:
        if ActFailed in listener.kinds:
            for event in act.told(ActFailed):
                listener.call(act, event)

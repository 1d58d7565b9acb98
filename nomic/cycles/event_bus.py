"""Event bus: calls the subscribers of other apps in the act's transaction, both live and in a replay.

There are three kinds of subscribers:

- Most subscribe to kinds of events. They are called after the act's own function, and see all its effects.
- A subscriber with `at_once` is called when the event is emitted, before anything else happens.
- A subscriber without kinds is called after every act.

`before_every_act` registers functions that are called before an act's own function.

Each subscriber can name others that it comes `after`. Ties are broken by layer, host before games, and then by name.
`manage.py wiring` prints the order.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from django.core.checks import CheckMessage, Error

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import ActFailed, Event

E = TypeVar("E", bound=Event)
Call = Callable[..., None]


def all_others(act: ActionContext) -> None:
    """Marker for `after`: the subscriber is called after all subscribers that do not use this marker."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A subscriber to events of these `kinds`. Without kinds, it subscribes to every act that did not fail."""

    name: str
    call: Call
    kinds: tuple[type[Event], ...] = ()
    after: tuple[str, ...] = ()
    at_once: bool = False

    @property
    def place(self) -> tuple[bool, str]:
        """The sort key among subscribers that `after` leaves unordered."""
        return not self.name.startswith("nomic."), self.name


class Wiring:
    """All subscribers, in the order in which they are called.

    The two orders are computed at first access. This raises WiringError if the subscribers' constraints contradict each
    other.
    """

    def __init__(self, listeners: tuple[Listener, ...] = ()) -> None:
        self.listeners = listeners
        self._called: dict[frozenset[type[Event]], Sequence[tuple[int, Listener]]] = {}

    def plus(self, new: Listener) -> "Wiring":
        """Return a copy with one more subscriber, or with more kinds of events for a known subscriber."""
        known = next((listener for listener in self.listeners if listener.name == new.name), new)
        if (known.call, known.after, known.at_once) != (new.call, new.after, new.at_once):
            raise WiringError(f"{new.name} is already registered, at a different place")
        new = replace(new, kinds=tuple(dict.fromkeys((*known.kinds, *new.kinds))))
        return Wiring((*(listener for listener in self.listeners if listener is not known), new))

    @cached_property
    def at_once(self) -> tuple[Listener, ...]:
        """Subscribers that are called while an act runs, when an event is emitted."""
        return in_order([listener for listener in self.listeners if listener.at_once])

    @cached_property
    def afterwards(self) -> tuple[Listener, ...]:
        """Subscribers that are called after the act's own function has run."""
        return in_order([listener for listener in self.listeners if not listener.at_once])

    def called_for(self, emitted: frozenset[type[Event]]) -> Sequence[tuple[int, Listener]]:
        """Return the subscribers to call after an act that emitted these kinds, with their positions in the order."""
        if emitted not in self._called:
            self._called[emitted] = [
                (place, listener)
                for place, listener in enumerate(self.afterwards)
                if not listener.kinds or not emitted.isdisjoint(listener.kinds)
            ]
        return self._called[emitted]

    def subscribers_to(self, kind: type[Event]) -> list[Listener]:
        """Return the subscribers to a kind of event, in the order in which they are called."""
        return [listener for listener in (*self.at_once, *self.afterwards) if kind in listener.kinds]


class WiringError(Exception):
    """Raised if the `after` declarations are cyclic or name an unknown subscriber."""


def in_order(listeners: Iterable[Listener]) -> tuple[Listener, ...]:
    """Return the subscribers in an order that satisfies their `after` declarations.

    Raises WiringError if there is no such order.
    """
    by_name = {listener.name: listener for listener in listeners}
    last = name_of(all_others)
    not_last = {name for name, listener in by_name.items() if last not in listener.after}
    before = {
        name: {*listener.after} - {last} | (not_last if last in listener.after else set())
        for name, listener in by_name.items()
    }
    for name, those in before.items():
        if unknown := those - by_name.keys():
            raise WiringError(f"{name} comes after {', '.join(sorted(unknown))}, which is not registered")
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
    """Return the subscribers registered so far."""
    return _wiring


def subscriber_order_flaws(app_configs: object, **options: object) -> list[CheckMessage]:
    """Check that the order of all subscribers is well defined."""
    try:
        _ = _wiring.at_once, _wiring.afterwards
    except WiringError as error:
        return [Error(str(error), id="cycles.E001")]
    return []


def on(
    kind: type[E],
    call: Callable[[ActionContext, E], None],
    *,
    after: Call | tuple[Call, ...] = (),
    at_once: bool = False,
    name: str = "",
) -> Listener:
    """Return a subscriber to a kind of event, which runs `call(act, event)` after the subscribers in `after`.

    If `at_once` is set, it is called when the event is emitted, during the act and before any consequence.
    """
    return Listener(name or name_of(call), call, (kind,), _names(after), at_once)


def on_every_act(call: Callable[[ActionContext], None], *, after: Call | tuple[Call, ...] = ()) -> Listener:
    """Return a subscriber to every act that has not failed, which runs `call(act)` after the subscribers in `after`."""
    return Listener(name_of(call), call, after=_names(after))


def subscribe(*listeners: Listener) -> None:
    """Register subscribers. A function may subscribe to several kinds, but has one position in the order."""
    global _wiring
    for listener in listeners:
        _wiring = _wiring.plus(listener)


def name_of(call: Call) -> str:
    """Return the name that identifies a subscriber: its module and qualified name."""
    return f"{call.__module__}.{call.__qualname__}"


def _names(after: Call | tuple[Call, ...]) -> tuple[str, ...]:
    return tuple(name_of(call) for call in (after if isinstance(after, tuple) else (after,)))


def dispatch_now(act: ActionContext, event: Event) -> None:
    """Call the `at_once` subscribers of an event."""
    for listener in _wiring.at_once:
        if type(event) in listener.kinds:
            listener.call(act, event)


def dispatch(act: ActionContext) -> None:
    """Call the subscribers to the act's events and those to every act. Each sees the effects of all earlier ones."""
    place: int | None = 0
    while place is not None:
        place = _hear_from(place, act)


def _hear_from(start: int, act: ActionContext) -> int | None:
    """Call subscribers from index `start` on, until one emits a new kind of event.

    Returns the index to continue from, or None if all have been called.
    """
    emitted = act.kinds_emitted
    known = frozenset(emitted)
    for place, listener in _wiring.called_for(known):
        if place < start:
            continue
        if listener.kinds:
            for event in [event for event in act.events if type(event) in listener.kinds]:
                listener.call(act, event)
        else:
            listener.call(act)
        if len(emitted) != len(known):
            return place + 1
    return None


_before: list[Callable[[ActionContext], None]] = []


def before_every_act(call: Callable[[ActionContext], None]) -> None:
    """Register a function that is called after an act's preconditions were checked and before its own function."""
    if call not in _before:
        _before.append(call)


def dispatch_before(act: ActionContext) -> None:
    """Call the functions registered by `before_every_act`."""
    for call in _before:
        call(act)


def dispatch_failure(act: ActionContext) -> None:
    """Call the subscribers to ActFailed. Other events of a failed act are not dispatched."""
    for listener in _wiring.afterwards:
        if ActFailed in listener.kinds:
            for event in act.emitted(ActFailed):
                listener.call(act, event)

"""Redirects after an act, chosen by the event that it caused. Apps add their own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from nomic.cycles.domain.events import Event
from nomic.cycles.models import Entry

Events = Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Destination:
    """The page to show after an act.

    `facts` maps parameters of the address to fields of the event. If it is empty, the only parameter is the entry's
    number. If `reveals` is set, the page itself reveals the events, and no message may report them before.
    """

    url_name: str
    facts: Mapping[str, str] = field(default_factory=dict)
    reveals: bool = False


_destinations: dict[str, Destination] = {}


def go_after(event: type[Event], destination: Destination) -> None:
    """Register the page to redirect to after an act that emitted such an event."""
    _destinations[event.kind()] = destination


def destination_of(entry: Entry) -> str | None:
    """Return the address of the page to show after this entry, or None to return to the previous page."""
    for event in entry.events:
        found = _destinations.get(event["kind"])
        if found is not None:
            parts = {name: event[fact] for name, fact in found.facts.items()} or {"seq": entry.seq}
            return reverse(found.url_name, kwargs={"slug": entry.cycle.slug, **parts})
    return None


def is_revealed(events: Events) -> bool:
    """Return whether a dedicated page reveals these events, so that no message may report them earlier."""
    return any((found := _destinations.get(event["kind"])) is not None and found.reveals for event in events)

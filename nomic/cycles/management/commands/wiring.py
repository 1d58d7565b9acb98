"""Command `manage.py wiring`, which lists all events with their subscribers in order.

Its output is docs/wiring.md.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from inspect import getdoc
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from nomic.cycles.actions.registry import all_actions, channels
from nomic.cycles.domain.events import Event, all_events
from nomic.cycles.event_bus import Listener, wiring
from nomic.cycles.management.import_graph import draw_rooms

INTRODUCTION = """\
# Wiring

All events, and the functions subscribed to each. An action emits events by `act.emit`. Subscribers are listed in the
order in which they are called, which follows from what each declares to come after (`nomic/cycles/event_bus.py`,
class `Wiring`). `manage.py wiring` prints this page, and a test compares them.
"""
AT_ONCE = "Called when an event is emitted, before its consequences"
AFTERWARDS = "Called after the action's function has returned, or after a failure for the event of the failure only"


class Command(BaseCommand):
    help = "Print all events, their fields, and their subscribers in order."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rooms", action="store_true", help="print the imports between packages instead, as a Mermaid graph"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(draw_rooms(settings.BASE_DIR) if options["rooms"] else page()))


def page() -> Iterator[str]:
    """Yield the lines of the page that lists all events with their subscribers."""
    known = wiring()
    yield INTRODUCTION
    yield "## Subscribers\n"
    for title, listeners in ((AT_ONCE, known.at_once), (AFTERWARDS, known.afterwards)):
        yield f"{title}:\n"
        yield from (f"1. {_place_of(each)}: {_what(each)}" for each in listeners)  # a new one changes one line
        yield ""
    yield "## Events\n"
    for event in all_events():
        yield from _lines_of(event, known.subscribers_to(event))
    yield "## Actions\n"
    yield "By notification channel.\n"
    for channel in channels():
        names = sorted(action.name for action in all_actions() if action.channel == channel)
        yield f"- **{channel}**: {', '.join(names)}"


def _lines_of(event: type[Event], listeners: Iterable[Listener]) -> Iterator[str]:
    """Yield the lines about an event: its meaning, its fields and its subscribers."""
    yield f"### {event.kind()}\n"
    yield f"`{_path(event)}`: {getdoc(event)}\n"
    yield f"- fields: {', '.join(f'`{name}`' for name in event.__struct_fields__)}"
    yield from (f"- subscriber: {_place_of(listener)}" for listener in listeners)
    yield ""


def _place_of(listener: Listener) -> str:
    """Return a subscriber's module and name, and its app if the function serves several apps."""
    path = f"`{_path(listener.call)}`"
    return (
        path
        if listener.name == f"{listener.call.__module__}.{listener.call.__qualname__}"
        else (f"{path} of {listener.name.partition('.')[0]}")
    )


def _what(listener: Listener) -> str:
    return ", ".join(kind.kind() for kind in listener.kinds) or "every act"


def _path(named: Any) -> str:
    return f"{named.__module__.replace('.', '/')}.py::{named.__qualname__}"

"""Where a page goes after an act, by what the act caused. Rooms add theirs."""

from nomic.cycles.models import Entry

_destinations: dict[str, str] = {}


def go_after(event_kind: str, url_name: str) -> None:
    """After an act that caused such an event, show the page of that name, which takes the entry's number."""
    _destinations[event_kind] = url_name


def destination_of(entry: Entry) -> str | None:
    """The name of the page to show after this entry, or None where the visitor goes back to where they came from."""
    return next((_destinations[event["kind"]] for event in entry.events if event["kind"] in _destinations), None)

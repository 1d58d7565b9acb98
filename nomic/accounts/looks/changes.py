"""Signals to other apps that a person has changed how they look, so that pages and caches are renewed."""

from collections.abc import Callable

from nomic.accounts.models import Person

_told: list[Callable[[Person], None]] = []


def when_changed(tell: Callable[[Person], None]) -> None:
    """Register a function that is called with the person after each change."""
    if tell not in _told:
        _told.append(tell)


def changed(person: Person) -> None:
    """Call all registered functions. To be called after a person's new looks are saved."""
    for tell in _told:
        tell(person)

"""Tells other apps that somebody has changed how they look, so that what shows it is made again."""

from collections.abc import Callable

from nomic.accounts.models import Person

_told: list[Callable[[Person], None]] = []


def when_changed(tell: Callable[[Person], None]) -> None:
    """Register a function that is called with the person after each change."""
    if tell not in _told:
        _told.append(tell)


def changed(person: Person) -> None:
    """Call all registered functions. Call it after the change."""
    for tell in _told:
        tell(person)

"""Signals to other apps that a person has changed how they look, so that pages and caches are renewed."""

from collections.abc import Callable

from nomic.accounts.models import Person

_callbacks: list[Callable[[Person], None]] = []


def when_changed(callback: Callable[[Person], None]) -> None:
    """Register a function that is called with the person after each change."""
    if callback not in _callbacks:
        _callbacks.append(callback)


def looks_changed(person: Person) -> None:
    """Call all registered functions. To be called after a person's new looks are saved."""
    for callback in _callbacks:
        callback(person)

"""Checks that prevent the reroll of an entry because of later entries that depend on it.

Later entries that a reroll may make void do not prevent it.
"""

from collections.abc import Callable

from nomic.cycles.models import Entry

Dependency = Callable[[Entry, int], str | None]
Open = Callable[[Entry], bool]

_dependencies: list[Dependency] = []
_open: list[Open] = []


def register_dependency(find: Dependency) -> None:
    """Register a check for dependencies on an entry, used before the entry is undone.

    `find(entry, last)` returns how an entry after number `last` depends on `entry`, such as "entry 12 moved what
    this one gave Ada", or None. The text must not contain secrets.
    """
    if find not in _dependencies:
        _dependencies.append(find)


def what_depends_on(entry: Entry, last: int) -> str | None:
    """Return how an entry after number `last` depends on `entry`, or None if none does."""
    return next(filter(None, (find(entry, last) for find in _dependencies)), None)


def register_voidable(is_open: Open) -> None:
    """Register a kind of acts that a reroll can make void, so that they do not prevent the reroll (R134).

    `is_open(entry)` returns whether an entry only created an open object, such as an offer, that had no consequences
    yet. The act is then performed with `is_void`, without checks, and only makes the changes that are still possible.
    """
    if is_open not in _open:
        _open.append(is_open)


def is_only_open(entry: Entry) -> bool:
    """Return whether a reroll may make this act void."""
    return any(is_open(entry) for is_open in _open)

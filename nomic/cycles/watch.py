"""Watchers: what other rooms do whenever something was done, in the same transaction, live and in a replay alike."""

from collections.abc import Callable

from nomic.cycles.moment import Act

Watcher = Callable[[Act], None]

_watchers: list[Watcher] = []


def watch(watcher: Watcher) -> Watcher:
    """Call `watcher` with every act after its action has run and before its entry is written."""
    if watcher not in _watchers:
        _watchers.append(watcher)
    return watcher


def tell(act: Act) -> None:
    """Call every watcher, in the order in which they were registered."""
    for watcher in _watchers:
        watcher(act)

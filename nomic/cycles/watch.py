"""Watchers: what other rooms do whenever something was done, in the same transaction, live and in a replay alike."""

from collections.abc import Callable

from nomic.cycles.moment import Act

Watcher = Callable[[Act], None]

_watchers: list[Watcher] = []
_last_watchers: list[Watcher] = []
_of_failures: list[Watcher] = []


def watch(watcher: Watcher, *, last: bool = False, of_failures: bool = False) -> Watcher:
    """Call `watcher` with every act after its action has run and before its entry is written.

    One that is to see what all others have done comes `last`; one `of_failures` is called with acts that failed, too,
    which have changed nothing but the journal (R126).
    """
    for watchers in (_last_watchers if last else _watchers, *([_of_failures] if of_failures else [])):
        if watcher not in watchers:
            watchers.append(watcher)
    return watcher


def tell(act: Act) -> None:
    """Call every watcher, in the order in which they were registered; then those that come last."""
    for watcher in (*_watchers, *_last_watchers):
        watcher(act)


def tell_of_failure(act: Act) -> None:
    """Call those who are to know of acts that failed."""
    for watcher in _of_failures:
        watcher(act)

"""The public difference between a cycle and its fork. It compares only data that is public in both."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from nomic.corrections.diff.opened_secrets import Opening, sealed_row
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened

MAX_ROWS = 200  # maximum number of rows of a kind; the total number is stored as well
MAX_WORDS = 300  # characters of a value

# Public facts of a kind, by the name of each thing.
Facts = Callable[[Cycle], Mapping[str, str]]
# Facts from entries since the first that differs in the fork. With an instant, only from older entries.
LateFacts = Callable[[Cycle, int, datetime | None], Mapping[str, str]]
# Differences as rows of a name, the current value and the new value.
Compared = Callable[[Cycle, Cycle], Iterable[tuple[str, str, str]]]

Rows = Iterable[tuple[str, str, str]]
SEALED = "What is sealed"

_shown: dict[str, Callable[[Cycle, Cycle, int], Rows]] = {}
_shown_before: dict[str, Callable[[Cycle, Cycle, int, datetime | None], Rows]] = {}


def register_facts(title: str, facts: Facts) -> None:
    """Register a kind of facts with this title.

    `facts(cycle)` returns a public description of each thing by its name.
    """
    _shown[title] = lambda cycle, fork, first: _otherwise(facts(cycle), facts(fork))


def show_since(title: str, facts: LateFacts) -> None:
    """Register a kind of facts that grows with the journal.

    `facts(cycle, first, before)` describes the entries from number `first` on that are older than the instant `before`.
    """
    _shown_before[title] = lambda cycle, fork, first, before: _otherwise(
        facts(cycle, first, before), facts(fork, first, before)
    )


def show_compared(title: str, compare: Compared) -> None:
    """Register a kind of facts with its own comparison `compare(cycle, fork)`."""
    _shown[title] = lambda cycle, fork, first: compare(cycle, fork)


def differences(cycle: Cycle, fork: Cycle, first: int, opening: Opening | None = None) -> list[dict[str, Any]]:
    """Return the differences between cycle and fork by kind of facts, as JSON data.

    Each row gives a fact before and after; "" means that the thing does not exist in that history. `first` is the
    number of the first entry that differs. If it is 0, no entry differs. Nothing is compared from an `opening` on,
    because the fork then reveals data that is secret in the cycle.
    """
    found = []
    for title, rows in _compared(cycle, fork, first, opening) if first else ():
        if rows:
            shown = [
                {"what": _cut(what), "before": _cut(was), "after": _cut(now)} for what, was, now in rows[:MAX_ROWS]
            ]
            found.append({"title": title, "rows": shown, "count": len(rows)})
    return found


def _compared(
    cycle: Cycle, fork: Cycle, first: int, opening: Opening | None
) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    if opening is None:
        yield from ((title, list(compare(cycle, fork, first))) for title, compare in _shown.items())
    else:
        yield SEALED, list(sealed_row(opening))
    before = None if opening is None else opening.at
    yield from ((title, list(compare(cycle, fork, first, before))) for title, compare in _shown_before.items())


def _otherwise(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            yield name, before.get(name, ""), after.get(name, "")


def _cut(text: str) -> str:
    return shortened(text, MAX_WORDS)

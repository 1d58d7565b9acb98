"""The difference between a cycle and a fork of it, for everybody to see: only what is public in either."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from nomic.corrections.diff.opened_secrets import Opening, sealed_row
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened

MAX_ROWS = 200  # of a kind; how many there are is said in any case
MAX_WORDS = 300  # characters of a value

# What there is of a kind, by the name of each thing: what everybody may know of it.
Facts = Callable[[Cycle], Mapping[str, str]]
# The same of what entries hold, from the first one on that is otherwise in the fork.
# With an instant, only of those entries that are older.
LateFacts = Callable[[Cycle, int, datetime | None], Mapping[str, str]]
# What is otherwise: what it is called, what it is, and what it would be.
Compared = Callable[[Cycle, Cycle], Iterable[tuple[str, str, str]]]

Rows = Iterable[tuple[str, str, str]]
SEALED = "What is sealed"

_shown: dict[str, Callable[[Cycle, Cycle, int], Rows]] = {}
_shown_before: dict[str, Callable[[Cycle, Cycle, int, datetime | None], Rows]] = {}


def show(title: str, facts: Facts) -> None:
    """Show a kind of things in differences: `facts(cycle)` gives in words what each is, by its name, but no secrets."""
    _shown[title] = lambda cycle, fork, first: _otherwise(facts(cycle), facts(fork))


def show_since(title: str, facts: LateFacts) -> None:
    """Show a kind of which there is ever more: `facts(cycle, first, before)` gives what entries from `first` on hold of
    it, those from the instant `before` on left out."""
    _shown_before[title] = lambda cycle, fork, first, before: _otherwise(
        facts(cycle, first, before), facts(fork, first, before)
    )


def show_compared(title: str, compare: Compared) -> None:
    """Show a kind that has its own way to tell what is otherwise: `compare(cycle, fork)`."""
    _shown[title] = lambda cycle, fork, first: compare(cycle, fork)


def differences(cycle: Cycle, fork: Cycle, first: int, opening: Opening | None = None) -> list[dict[str, Any]]:
    """By kinds, what is otherwise in the fork, as JSON data; a thing that one of them has not stands there as empty.

    `first` is the number of the first entry that is otherwise; 0 for none, and then nothing else is. From an
    `opening` on nothing is compared: there the fork opens what is sealed or secret in the cycle.
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

"""The difference between a cycle and a fork of it, for everybody to see: only what is public in either."""

from collections.abc import Callable, Mapping
from typing import Any

from nomic.cycles.models import Cycle
from nomic.law.text import shortened

MOST_ROWS = 200  # of a kind; how many there are is said in any case
MOST_WORDS = 300  # characters of a value

# What there is of a kind, by the name of each thing: what everybody may know of it.
Facts = Callable[[Cycle], Mapping[str, str]]

_shown: dict[str, Facts] = {}


def show(title: str, facts: Facts) -> None:
    """Show a kind of things in differences: `facts(cycle)` gives in words what each is, by its name, but no secrets."""
    _shown[title] = facts


def differences(cycle: Cycle, fork: Cycle) -> list[dict[str, Any]]:
    """By kinds, what is otherwise in the fork, as JSON data; a thing that one of them has not stands there as empty."""
    found = []
    for title, facts in _shown.items():
        before, after = facts(cycle), facts(fork)
        names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        if names:
            rows = [
                {"what": name, "before": _cut(before.get(name, "")), "after": _cut(after.get(name, ""))}
                for name in names[:MOST_ROWS]
            ]
            found.append({"title": title, "rows": rows, "count": len(names)})
    return found


def _cut(text: str) -> str:
    return shortened(text, MOST_WORDS)

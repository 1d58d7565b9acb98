"""Changing the law of a running cycle: one revision more, and what must follow from it."""

from collections.abc import Callable
from typing import Any

from nomic.cycles.description import Description
from nomic.cycles.moment import Act
from nomic.cycles.phases import follow_calendar
from nomic.law.amendments import amended
from nomic.law.models import append
from nomic.law.sections import Law

OnChange = Callable[[Act, Law, Law], None]

_listeners: list[OnChange] = []


def on_law_change(listener: OnChange) -> OnChange:
    """Call `listener(act, old, new)` whenever the law of a cycle changes, in the same transaction."""
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def enact(act: Act, amendments: list[dict[str, Any]], reason: str) -> None:
    """Append a revision in which the amendments have taken effect, all of them or none (R13).

    Raises AmendmentsDoNotApply or LawInvalid; then nothing has changed. The cycle's row is locked.
    """
    cycle, old = act.cycle, act.law
    document = amended(old.document, amendments)
    new = Law(document, number=cycle.revision + 1)
    append(cycle.book_id, new.number, document, enacted_at=act.at, reason=reason, amendments=amendments)
    cycle.revision = new.number
    cycle.keep_fresh_law(new)
    cycle.title = new.section("cycle", Description).title
    changed = sorted(
        name for name in old.document.keys() | new.document.keys() if old.document.get(name) != new.document.get(name)
    )
    act.event("law-changed", revision=new.number, sections=changed)
    if "calendar" in changed:
        follow_calendar(act)
    for listener in _listeners:
        listener(act, old, new)

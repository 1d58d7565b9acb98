"""The events for which new rules wait before they act: an action of a player, or an instant of the calendar."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from nomic.clauses.checks.events import actions_heard
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.store.calendar_deadlines import CALENDAR_EVENTS
from nomic.cycles.models import Cycle
from nomic.effects.language.event_names import event_in_words

MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Awaited:
    """The event that triggers a clause, as text ("It acts when a player joins"), and its next instant or None."""

    words: str
    at: datetime | None = None


def awaited_by(cycle: Cycle, rules: Iterable[str], now: datetime) -> list[Awaited]:
    """Return up to three distinct events for which the clauses of these rules wait under the law in force."""
    law = cycle.law
    titles = dict(actions_heard(law, clauses_of(law)))
    found: dict[Awaited, None] = {}
    for rule in rules:
        for clause in law.document["rules"].get(rule, {}).get("clauses", {}).values():
            if "when" in clause:
                found[_awaited(cycle, clause["when"], titles.get(clause.get("act", ""), ""), now)] = None
            elif "action" in clause:
                found[Awaited(f"It acts when somebody does “{clause['action']}”, in the hall")] = None
    return [*found][:MAX_NAMED]


def _awaited(cycle: Cycle, event: str, title: str, now: datetime) -> Awaited:
    if title:
        return Awaited(f"It acts when somebody does “{title}”")
    ends = cycle.phase_ends_at
    instants = {each.kind: each.next_after(cycle, now) for each in CALENDAR_EVENTS} | {"phase-began": ends}
    return Awaited(f"It acts when {event_in_words(event)}", instants.get(event))

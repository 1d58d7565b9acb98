"""The end of a dry run: when the additions of its proposals have run once, within limits."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.events import DayBegins, PhaseEnds, WeekBegins, WeekEnds
from nomic.clauses.handlers.triggers import BY_RULE
from nomic.clauses.models import DeferredEffect
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.events import PhaseBegan
from nomic.cycles.models import Cycle, Entry
from nomic.forecast.fork.scratch_fork import MAX_PHASES, PassingTime
from nomic.law.document.sections import Document, Law

FEW_PHASES = 4  # that are played however long they are
FAR = timedelta(days=15)  # beyond which no further phase begins to be played
# Nobody acts in a dry run, so only the calendar makes rules act.
BY_CALENDAR = frozenset(event.kind() for event in (PhaseBegan, PhaseEnds, DayBegins, WeekBegins, WeekEnds))


@dataclass(slots=True)
class Awaited:
    """Additions by the tried proposals that have not run yet: new clauses, and newly deferred effects.

    `clauses` maps the keys of clauses to the titles of their rules. `known` holds the effects that were deferred
    before.
    """

    since: int  # the entry after which it can act
    until: datetime  # what is due later is not awaited
    clauses: dict[str, str] = field(default_factory=dict)
    known: frozenset[int] = frozenset()

    def look(self, cycle: Cycle) -> bool:
        """Remove the additions that have run by now. Return whether any is left."""
        if self.clauses:
            acted = Entry.objects.filter(cycle=cycle, seq__gt=self.since, action=BY_RULE).values_list("args", flat=True)
            for args in acted:
                self.clauses.pop(args.get("clause", ""), None)
        return bool(self.clauses) or not put_off(cycle, self.until) <= self.known


def last_start_of_phase(cycle: Cycle) -> datetime:
    """Return the time limit of a dry run that begins now. No phase that begins later is simulated."""
    return instant_after(cycle.instant_of_act(), FAR)


def put_off(cycle: Cycle, until: datetime) -> frozenset[int]:
    """Return the ids of the effects that a proposal deferred to a time up to `until` or to a calendar event.

    Effects that rules deferred are left out, because a rule may defer its effects again and again.
    """
    rows = DeferredEffect.objects.filter(cycle=cycle, ends="", rule="").values_list("pk", "at", "event")
    return frozenset(pk for pk, at, event in rows if (at <= until if at is not None else event in BY_CALENDAR))


def added_clauses(before: Law, after: Law) -> dict[str, str]:
    """Return, by clause key, the rule titles of calendar-driven clauses of rules whose clauses differ.

    All calendar-driven clauses of these rules count, because a clause may read values that another one sets.
    """
    return {
        placed.key: str(placed.title)
        for event in sorted(BY_CALENDAR)
        for placed in clauses_of(after).at_events.get(event, ())
        if _clauses(before.document, placed.rule) != _clauses(after.document, placed.rule)
    }


def _clauses(document: Document, rule: str) -> object:
    return document["rules"].get(rule, {}).get("clauses", {})


def simulate_rest(cycle: Cycle, time: PassingTime, awaited: Awaited) -> int:
    """Simulate the rest of the phase, and then further phases while something is awaited.

    Returns the number of phases that have ended.
    """
    begun, phases = cycle.instant_of_act(), 0
    while True:
        end = cycle.phase_ends_at
        is_there = time.pass_until(end)
        phases += 1
        is_stuck = not is_there or not cycle.is_running or cycle.phase_ends_at <= end
        if is_stuck or not awaited.look(cycle) or not _goes_on(phases, begun, end):
            return phases


def _goes_on(phases: int, begun: datetime, now: datetime) -> bool:
    return phases < MAX_PHASES and (phases < FEW_PHASES or now < instant_after(begun, FAR))

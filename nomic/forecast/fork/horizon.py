"""How far a dry run is played: until what its proposals add has acted once, within bounds."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from nomic.clauses.compiled import clauses_of
from nomic.clauses.events import DayBegins, PhaseEnds, WeekBegins, WeekEnds
from nomic.clauses.handlers.triggers import BY_RULE
from nomic.clauses.models import DeferredEffect
from nomic.cycles.domain.calendar import later
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
    """What proposals add that acts by the calendar, and has not acted yet.

    `clauses` has the titles of rules by the keys of their clauses. `known` are the effects that were put off before.
    """

    since: int  # the entry after which it can act
    until: datetime  # what is due later is not awaited
    clauses: dict[str, str] = field(default_factory=dict)
    known: frozenset[int] = frozenset()

    def look(self, cycle: Cycle) -> bool:
        """Cross out what has acted by now. Return whether anything is left."""
        if self.clauses:
            acted = Entry.objects.filter(cycle=cycle, seq__gt=self.since, action=BY_RULE).values_list("args", flat=True)
            for args in acted:
                self.clauses.pop(args.get("clause", ""), None)
        return bool(self.clauses) or not put_off(cycle, self.until) <= self.known


def end_of_looks(cycle: Cycle) -> datetime:
    """Return the instant after which no phase of a look that begins now begins to be played."""
    return later(cycle.instant_of_act(), FAR)


def put_off(cycle: Cycle, until: datetime) -> frozenset[int]:
    """Return the effects that no rule has put off, and that the calendar brings about until an instant.

    A proposal puts such effects off once. What rules put off, they may put off again and again.
    """
    rows = DeferredEffect.objects.filter(cycle=cycle, ends="", rule="").values_list("pk", "at", "event")
    return frozenset(pk for pk, at, event in rows if (at <= until if at is not None else event in BY_CALENDAR))


def added_clauses(before: Law, after: Law) -> dict[str, str]:
    """Return the keys of the clauses that act by the calendar, in rules whose clauses differ, with the rules' titles.

    All such clauses of these rules count, because a clause may read what another one of its rule says.
    """
    return {
        placed.key: str(placed.title)
        for event in sorted(BY_CALENDAR)
        for placed in clauses_of(after).at_events.get(event, ())
        if _clauses(before.document, placed.rule) != _clauses(after.document, placed.rule)
    }


def _clauses(document: Document, rule: str) -> object:
    return document["rules"].get(rule, {}).get("clauses", {})


def play(cycle: Cycle, time: PassingTime, awaited: Awaited) -> int:
    """Play to the end of the phase, and then phase by phase while something is awaited. Return the number of phases."""
    begun, phases = cycle.instant_of_act(), 0
    while True:
        end = cycle.phase_ends_at
        is_there = time.pass_until(end)
        phases += 1
        is_stuck = not is_there or not cycle.is_running or cycle.phase_ends_at <= end
        if is_stuck or not awaited.look(cycle) or not _goes_on(phases, begun, end):
            return phases


def _goes_on(phases: int, begun: datetime, now: datetime) -> bool:
    return phases < MAX_PHASES and (phases < FEW_PHASES or now < later(begun, FAR))

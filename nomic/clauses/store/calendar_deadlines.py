"""Deadlines of calendar events: ends of phases and weeks, beginnings of days and weeks.

A cycle has such a deadline only while a rule listens for the event. Outages do not shift it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.events import DayBegins, PhaseEnds, WeekBegins, WeekEnds
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.calendar import LAST, instant_after
from nomic.cycles.domain.events import Event
from nomic.cycles.law_changes import law_before
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.law.document.sections import Law

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """A kind of calendar event: the action that emits it, and a function that returns the next instant after another.

    The function returns None if there is no further event.
    """

    event: type[Event]
    action: str
    rank: Rank
    next_after: Callable[[Cycle, datetime], datetime | None]

    @property
    def kind(self) -> str:
        return self.event.kind()


def _end_of_phase(cycle: Cycle, at: datetime) -> datetime | None:
    """Return the end of the running phase if it is later than `at`, otherwise None.

    The next phase schedules its own end.
    """
    return cycle.phase_ends_at if at < cycle.phase_ends_at < LAST else None


def day_of(at: datetime) -> datetime:
    """Return the beginning of the day (UTC) that contains an instant."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def week_of(at: datetime) -> datetime:
    """Return the beginning of the week (from Monday, UTC) that contains an instant."""
    return instant_after(day_of(at), -at.weekday() * DAY)


CALENDAR_EVENTS = (
    CalendarEvent(PhaseEnds, "end-phase", Rank.ENDING, _end_of_phase),
    CalendarEvent(WeekEnds, "end-week", Rank.ENDING, lambda cycle, at: instant_after(week_of(at), 7 * DAY)),
    CalendarEvent(WeekBegins, "begin-week", Rank.DAY, lambda cycle, at: instant_after(week_of(at), 7 * DAY)),
    CalendarEvent(DayBegins, "begin-day", Rank.DAY, lambda cycle, at: instant_after(day_of(at), DAY)),
)
BY_CALENDAR = frozenset(mark.action for mark in CALENDAR_EVENTS)


def _label(mark: CalendarEvent) -> str:
    return f"calendar: {mark.kind}"


def schedule_calendar_events(act: ActionContext, kinds: Iterable[str] | None = None) -> None:
    """Schedule the calendar events that rules listen for, or only those of these kinds.

    Can be called repeatedly. The caller must have locked the cycle's row.
    """
    for order, mark in enumerate(CALENDAR_EVENTS):
        if (kinds is None or mark.kind in kinds) and _is_awaited(act.cycle, act.law, mark.kind):
            at = mark.next_after(act.cycle, act.at)
            if at is not None and at < LAST and not _is_due_now(act, mark):
                deadlines.schedule(act.cycle, _label(mark), at=at, rank=mark.rank, action=mark.action, order=order)


def _is_due_now(act: ActionContext, mark: CalendarEvent) -> bool:
    """Return whether the event is due at this very instant and has not occurred.

    Such an event is not rescheduled, so that a change of the law immediately before does not skip it.
    """
    return act.at == day_of(act.at) and Deadline.objects.filter(cycle=act.cycle, label=_label(mark), at=act.at).exists()


def _is_awaited(cycle: Cycle, law: Law, kind: str) -> bool:
    return kind in clauses_of(law).at_events or kind in cycle.awaited


def cancel_unawaited_events(act: ActionContext) -> None:
    """Cancel calendar events that no rule listens for any longer, after the act has changed the law."""
    for mark in CALENDAR_EVENTS:
        if mark.kind in clauses_of(law_before(act)).at_events and not _is_awaited(act.cycle, act.law, mark.kind):
            deadlines.cancel(act.cycle, _label(mark))


def end_phase_now(act: ActionContext) -> None:
    """Move the phase's deadline to this instant if a changed calendar ends the running phase now (R136)."""
    if act.cycle.phase_ends_at == act.at:
        rows = list(Deadline.objects.filter(cycle=act.cycle, action="end-phase", at__gt=act.at))
        for row in rows:
            row.at = act.at
        deadlines.store_deadlines(act.cycle, rows)

"""Calendar events: the acts of the system that emit them, and the handlers that schedule their deadlines.

`nomic/clauses/store/calendar_deadlines.py` stores the deadlines. Each event has its own entry.
"""

from collections.abc import Callable

from nomic.clauses.events import DayBegins, PhaseEnds, WeekBegins, WeekEnds
from nomic.clauses.store.calendar_deadlines import (
    DAY,
    cancel_unawaited_events,
    day_of,
    end_phase_now,
    schedule_calendar_events,
    week_of,
)
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.events import CycleBegan, LawChanged, PhaseBegan
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_name

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def begin_with_cycle(act: ActionContext, began: CycleBegan) -> None:
    """Schedule the calendar events of a cycle that begins."""
    schedule_calendar_events(act)


def follow_phase(act: ActionContext, began: PhaseBegan) -> None:
    """Schedule the end of the new phase."""
    schedule_calendar_events(act, [PhaseEnds.kind()])


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Cancel events that no rule listens for any longer, and schedule those newly listened for.

    If the calendar changed, the running phase may end now.
    """
    if not {"rules", "calendar"} & {*changed.sections}:
        return
    if "calendar" in changed.sections:
        end_phase_now(act)
    cancel_unawaited_events(act)
    schedule_calendar_events(act)


# ── the actions


def _coming(kind: str, tell: Callable[[ActionContext], None]) -> Callable[[ActionContext, NoArgs], None]:
    def come(act: ActionContext, args: NoArgs) -> None:
        tell(act)

        def schedule_next(entry: Entry) -> None:
            schedule_calendar_events(act, [kind])

        act.when_saved(schedule_next)

    return come


def _end_phase(act: ActionContext) -> None:
    cycle = act.cycle
    act.message(f"{phase_name(cycle)}, is over.")
    act.emit(PhaseEnds(phase=cycle.phase, phase_kind=cycle.phase_kind))


def _end_week(act: ActionContext) -> None:
    act.message("A week is over.")
    act.emit(WeekEnds(week=(act.at - week_of(act.cycle.starts_at)) // (7 * DAY)))


def _begin_day(act: ActionContext) -> None:
    act.message(f"{WEEKDAYS[act.at.weekday()]} begins.")
    act.emit(DayBegins(day=(act.at - day_of(act.cycle.starts_at)) // DAY, weekday=WEEKDAYS[act.at.weekday()]))


def _begin_week(act: ActionContext) -> None:
    act.message("A week begins.")
    act.emit(WeekBegins(week=(act.at - week_of(act.cycle.starts_at)) // (7 * DAY)))


ACTIONS = (
    Action(
        name="end-phase",
        channel="system",
        title="A phase is over",
        summary_phrases=("a phase ended", "{count} phases were over"),
        summary="Rules that wait for a phase's end act now.",
        rule="Phases (R1)",
        run=_coming(PhaseEnds.kind(), _end_phase),
    ),
    Action(
        name="end-week",
        channel="system",
        title="A week is over",
        summary_phrases=("a week ended", "{count} weeks ended"),
        summary="Rules that wait for a week's end act now.",
        rule="Clauses",
        run=_coming(WeekEnds.kind(), _end_week),
    ),
    Action(
        name="begin-day",
        channel="system",
        title="A day begins",
        summary_phrases=("a day began", "{count} days began"),
        summary="Rules that wait for a day to begin act now.",
        rule="Clauses",
        run=_coming(DayBegins.kind(), _begin_day),
    ),
    Action(
        name="begin-week",
        channel="system",
        title="A week begins",
        summary_phrases=("a week began", "{count} weeks began"),
        summary="Rules that wait for a week to begin act now.",
        rule="Clauses",
        run=_coming(WeekBegins.kind(), _begin_week),
    ),
)

"""Quick actions for advancing a practice cycle's clock."""

from datetime import timedelta

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.calendar import calendar_of, span_at
from nomic.cycles.schedule.practice_clock import MAX_MINUTES
from nomic.forecast.fork.due_in_words import due_in_words, phase_begins, titles_of
from nomic.web.hooks.quick_actions import ReadyAct
from nomic.web.rendering.times.upcoming import MAX_SHOWN, next_due

DAY = 24 * 60  # minutes


def ways_ahead(ctx: ReadContext) -> list[ReadyAct]:
    """Return quick actions that advance to the next phase, to the next deadline before it (described), and by a day.

    The first two name their instant, so that a double click does not advance further, and nobody misses a deadline in
    between.
    """
    phase_end = ctx.cycle.phase_ends_at
    coming = phase_begins(span_at(calendar_of(ctx.law), phase_end).title)
    ways = [ReadyAct("To the next phase", [("to", phase_end.isoformat())], coming, phase_end, to=phase_end)]
    for deadline in next_due(ctx, 1):
        if ctx.at < deadline.at < phase_end and deadline.at - ctx.at <= timedelta(minutes=MAX_MINUTES):
            words = due_in_words(deadline, titles_of(ctx.cycle, [deadline]), ctx.law)
            ways.append(
                ReadyAct("To the next deadline", [("to", deadline.at.isoformat())], words, deadline.at, to=deadline.at)
            )
    return [
        *ways,
        ReadyAct("One day ahead", [("minutes", str(DAY))], _within_a_day(ctx), to=ctx.at + timedelta(minutes=DAY)),
    ]


def _within_a_day(ctx: ReadContext) -> str:
    """Return what happens within a day: the number of due deadlines, and whether the phase ends."""
    end = ctx.at + timedelta(minutes=DAY)
    count = sum(deadline.at <= end for deadline in next_due(ctx, MAX_SHOWN))
    several = "1 deadline passes" if count == 1 else f"{count}{' or more' if count == MAX_SHOWN else ''} deadlines pass"
    due = several if count else "nothing is due"
    return due if end < ctx.cycle.phase_ends_at else f"{due}, and the next phase begins"

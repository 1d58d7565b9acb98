"""Quick actions for advancing a practice cycle's clock."""

from datetime import timedelta

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.calendar import calendar_of, span_at
from nomic.cycles.schedule.practice_clock import MAX_MINUTES
from nomic.web.hooks.quick_actions import ReadyAct
from nomic.web.rendering.times.upcoming import due_in_words, next_due, titles_of

DAY = 24 * 60  # minutes


def ways_ahead(ctx: ReadContext) -> list[ReadyAct]:
    """Return quick actions that advance to the next phase, to the next deadline (with its description), and by a day.

    The first two name their instant, so that a double press goes no further, and nobody misses a deadline in between.
    """
    phase_end = ctx.cycle.phase_ends_at
    coming = span_at(calendar_of(ctx.law), phase_end).title
    ways = [ReadyAct("To the next phase", [("to", phase_end.isoformat())], coming, phase_end)]
    for deadline in next_due(ctx, 1):
        if timedelta() < deadline.at - ctx.at <= timedelta(minutes=MAX_MINUTES):
            words = due_in_words(deadline, titles_of(ctx, deadline))
            ways.append(ReadyAct("To what is due next", [("to", deadline.at.isoformat())], words, deadline.at))
    return [*ways, ReadyAct("A day on", [("minutes", str(DAY))])]

"""The time at which a match continues without the visitor, and the button that advances the clock there."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from nomic.cycles.models import Deadline
from nomic.db import Prepared
from nomic.matches.hosting import clocks
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.players.player_tasks import Task
from nomic.web.matches.advance_clock_warnings import Missed, missed_by

_deadline = Prepared(
    lambda cycle, label: Deadline.objects.filter(cycle_id=cycle, label=label).order_by(), int, str, for_pages=True
)


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The instant at which a match continues by itself.

    `is_fixed` is true if the next turn begins then, whatever players do. `can_advance` is true if the visitor may
    advance the clock to it. `missed` is what they would miss elsewhere, and `first` is a turn that they have elsewhere
    now.
    """

    at: datetime
    is_fixed: bool
    can_advance: bool
    first: Task | None
    missed: Missed


def next_turn(visible: VisibleMatch) -> NextTurn | None:
    """Return when a match continues without the visitor.

    Returns None if the visitor has no seat, if the match waits for the visitor or is over, or if no clock runs.
    """
    match, ctx = visible.match, visible.ctx
    if visible.viewer is None or match.is_over or not ctx.cycle.is_running:
        return None
    if any(seat.player == visible.viewer and (seat.to_act or seat.owes) for seat in visible.table.seats):
        return None
    due = [clock.due_at for clock in clocks.running_clocks(match)]
    if ctx.cycle.practice and (bot := _deadline.first(ctx.cycle.pk, clocks.label(match, "bot"))):
        due.append(bot.at)
    at = min(due, default=None)
    if at is None:
        return None
    here = reverse("web:match", args=[ctx.cycle.slug, match.code])
    missed = missed_by(ctx, at, but=here)
    return NextTurn(
        at,
        any(clock.aligned or clock.until for clock in visible.table.clocks),
        ctx.cycle.practice and ctx.cycle.owner_name == ctx.actor.name,
        next((task for task in missed.matches if task.action), None),
        missed,
    )

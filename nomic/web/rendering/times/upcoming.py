"""Upcoming deadlines of a cycle."""

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Deadline
from nomic.db import Prepared

MAX_SHOWN = 6
MAX_READ = 60  # many may be due at the same instant, and share a line


_next = Prepared(
    lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order")[:MAX_READ],
    int,
    for_pages=True,
)


def next_due(ctx: ReadContext, most: int) -> list[Deadline]:
    """Return the first `most` upcoming deadlines of a cycle."""
    return _next.all(ctx.cycle.pk)[:most]

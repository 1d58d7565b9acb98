"""Bringing a cycle to an instant: everything due, one after the other, in the order of R2 and R3."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F
from django.utils import timezone

from nomic.config.prepared import Prepared
from nomic.cycles import deadlines
from nomic.cycles.actions import action_named
from nomic.cycles.actor import SYSTEM
from nomic.cycles.deadlines import next_deadline
from nomic.cycles.failing import BROKEN
from nomic.cycles.journal import PLAYED, Origin, apply, lock, save
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.refusals import NoSuchCycle

logger = structlog.get_logger(__name__)

MOST_AT_ONCE = 500  # entries in one transaction, when many are due after a long downtime

_readable = Prepared(lambda slug: Cycle.objects.filter(slug=slug, fork_of=None), str)

AGAIN_AFTER = timedelta(hours=1)  # when a deadline is tried again that broke

OriginOf = Callable[[Deadline], Origin]


def settle_locked(
    cycle: Cycle, now: datetime, *, most: int | None = None, origin_of: OriginOf = lambda deadline: PLAYED
) -> int:
    """Perform what is due at or before `now`; how many entries that made. The cycle's row is locked; not saved here."""
    if cycle.due_at is None or cycle.due_at > now:
        return 0
    done = 0
    while True:
        deadline = next_deadline(cycle)
        cycle.due_at = None if deadline is None else deadline.at
        if deadline is None or deadline.at > now or (most is not None and done >= most):
            return done
        origin = origin_of(deadline)
        Deadline.objects.filter(pk=deadline.pk).delete()
        action = action_named(deadline.action)
        entry = apply(cycle, action, action.read(deadline.args), SYSTEM, deadline.at, origin, must_stand=True)
        if entry.failure is not None and entry.failure["code"] == BROKEN:
            _put_off(cycle, deadline)
        done += 1


def _put_off(cycle: Cycle, deadline: Deadline) -> None:
    """Have a deadline that broke be due again later: the cycle's clock goes on meanwhile, and a mended program does it.

    What the rules refuse is not tried again.
    """
    deadline.pk, deadline.at, deadline.end_of_phase = None, deadline.at + AGAIN_AFTER, None
    deadlines.put(cycle, [deadline])


def settle(slug: str) -> int:
    """Bring a cycle to its present, in transactions of bounded size; how many entries that made."""
    done = 0
    while True:
        with transaction.atomic():
            cycle = lock(slug)
            some = settle_locked(cycle, cycle.now(), most=MOST_AT_ONCE)
            if some:
                save(cycle)
        done += some
        if some < MOST_AT_ONCE:
            return done


def current(slug: str) -> Cycle:
    """The cycle as it is now, for a reader: what is due is settled first. Raises NoSuchCycle.

    Reading costs one query while nothing is due.
    """
    cycle = _read(slug)
    if cycle.due_at is not None and cycle.due_at <= cycle.now():
        settle(slug)
        cycle = _read(slug)
    return cycle


def _read(slug: str) -> Cycle:
    cycle = _readable.first(slug)
    if cycle is None:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    return cycle


def settle_all() -> int:
    """Settle every cycle in which something is due; how many entries that made. A cycle's failure is logged."""
    now, done = timezone.now(), 0
    for cycle in Cycle.objects.filter(fork_of=None, due_at__isnull=False).only("slug", "due_at", "clock_offset"):
        if cycle.due_at is not None and cycle.due_at <= now + cycle.clock_offset:
            try:
                done += settle(cycle.slug)
            except Exception:  # one cycle's trouble must not stop the clocks of all others
                logger.exception("settling_failed", cycle=cycle.slug)
    return done


def oldest_due() -> dict[str, Any] | None:
    """What has been due for longest in any cycle, and since how many seconds; None while nothing is late."""
    late = (
        Cycle.objects.filter(fork_of=None, due_at__isnull=False)
        .annotate(due=ExpressionWrapper(F("due_at") - F("clock_offset"), output_field=DateTimeField()))
        .order_by("due")
        .values_list("slug", "due")
        .first()
    )
    now = timezone.now()
    if late is None or late[1] > now:
        return None
    return {"cycle": late[0], "due": late[1].isoformat(), "seconds": round((now - late[1]).total_seconds(), 1)}

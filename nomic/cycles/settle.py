"""Bringing a cycle to an instant: everything due, one after the other, in the order of R2 and R3."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from nomic.cycles.actions import action_named
from nomic.cycles.actor import SYSTEM
from nomic.cycles.deadlines import next_due, refresh
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.perform import apply, lock, new_key, save
from nomic.cycles.refusals import NoSuchCycle

MOST_AT_ONCE = 500  # entries in one transaction, when many are due after a long downtime

KeyFor = Callable[[Deadline], tuple[str, str | None]]


def fresh_key(deadline: Deadline) -> tuple[str, str | None]:
    """A new random id, and the phase's own seed."""
    return new_key(), None


def settle_locked(cycle: Cycle, now: datetime, *, most: int | None = None, key_for: KeyFor = fresh_key) -> int:
    """Perform what is due at or before `now`; how many entries that made. The cycle's row is locked; not saved here."""
    done = 0
    while cycle.due_at is not None and cycle.due_at <= now and (most is None or done < most):
        deadline = next_due(cycle, now)
        if deadline is None:
            refresh(cycle)
            break
        key, seed = key_for(deadline)
        Deadline.objects.filter(pk=deadline.pk).delete()
        action = action_named(deadline.action)
        apply(cycle, action, action.read(deadline.args), SYSTEM, deadline.at, key, seed)
        refresh(cycle)
        done += 1
    return done


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
    try:
        return Cycle.objects.get(slug=slug, fork_of=None)
    except Cycle.DoesNotExist:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.") from None


def settle_all() -> int:
    """Settle every cycle in which something is due; how many entries that made."""
    now = timezone.now()
    return sum(
        settle(cycle.slug)
        for cycle in Cycle.objects.filter(fork_of=None, due_at__isnull=False).only("slug", "due_at", "clock_offset")
        if cycle.due_at is not None and cycle.due_at <= now + cycle.clock_offset
    )

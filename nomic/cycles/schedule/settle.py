"""Settling: performs all due actions up to an instant, one by one, in the order of R2 and R3."""

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from nomic import limits
from nomic.cycles import work_budget
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Args, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.exceptions import NoSuchCycle, OutOfOrder, StillSettling
from nomic.cycles.journal.append import LIVE, ReplaySource, apply_act, lock_cycle, save_cycle
from nomic.cycles.journal.failures import AWAY, BROKEN
from nomic.cycles.models import Condition, Cycle, Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import next_deadline
from nomic.cycles.schedule.settling_progress import settling_progress_of
from nomic.cycles.visibility import current_reader, may_read
from nomic.db import Prepared

logger = structlog.get_logger(__name__)

MAX_AT_ONCE = 100  # maximum entries in one transaction (a batch), if many actions are due after a long downtime
MAX_PIECES = 3  # batches that a caller waits for; it then gets the progress instead
MAX_CYCLES = 50  # cycles that one list settles
PAUSE = 0.1  # Seconds between two batches, equal to SQLite's interval of retrying a lock.

_readable = Prepared(lambda slug: Cycle.objects.filter(slug=slug, fork_of=None), str)

AGAIN_AFTER = timedelta(hours=1)  # time until a broken deadline is retried

OriginOf = Callable[[Deadline], ReplaySource]


@dataclass(slots=True)
class Progress:
    """Progress of a batch: the number of entries, and the label of the deadline that was tried last."""

    done: int = 0
    label: str = ""
    is_whole: bool = True  # whether nothing was left for another batch


@dataclass(frozen=True, slots=True)
class SettledBatch:
    """The result of a batch of settling: the number of entries, and whether everything due was performed."""

    entries: int
    is_whole: bool


def settle_locked(
    cycle: Cycle,
    now: datetime,
    *,
    most: int | None = None,
    origin_of: OriginOf = lambda deadline: LIVE,
    progress: Progress | None = None,
    in_pieces: bool = False,
) -> int:
    """Perform all actions that are due at or before `now`. Return the number of entries.

    The cycle's row must be locked, and the caller saves it. At most `most` entries are made. If `in_pieces` is set, it
    also stops when rules have done as much work as one act may cause, but never between entries that share a work
    budget. `origin_of` returns the replay source of a deadline. `progress` is updated in place, for callers that need
    it after an exception.
    """
    progress = Progress() if progress is None else progress
    steps = work_budget.steps_done(cycle) if in_pieces else None
    while (deadline := _next_due(cycle, now)) is not None:
        progress.label = str(deadline)
        is_full = _is_full(cycle, deadline, progress.done, most, steps)
        try:
            action = action_named(deadline.action)
            args, origin = action.read(deadline.args), origin_of(deadline)
        except Exception:
            if not is_full:
                raise
            progress.is_whole = False  # What cannot be read is left to the next batch, which then fails alone.
            return progress.done
        if not origin.key and is_noop(cycle, action, args, deadline.at):
            deadlines.take(cycle, deadline)
            continue
        if is_full:
            progress.is_whole = False
            return progress.done
        deadlines.take(cycle, deadline)
        entry = apply_act(cycle, action, args, SYSTEM, deadline.at, origin, must_stand=True)
        if entry.failure is not None and entry.failure["code"] == BROKEN:
            _put_off(cycle, deadline)
        progress.done += 1
    return progress.done


def _next_due(cycle: Cycle, now: datetime) -> Deadline | None:
    """Return the next deadline if it is due at or before `now`, otherwise None. Updates the cycle's `due_at`."""
    if cycle.due_at is None or cycle.due_at > now:
        return None
    deadline = next_deadline(cycle)
    cycle.due_at = None if deadline is None else deadline.at
    return None if deadline is None or deadline.at > now else deadline


def _is_full(cycle: Cycle, deadline: Deadline, done: int, most: int | None, steps: int | None) -> bool:
    """Return whether a batch that has made `done` entries ends before this deadline.

    `steps` is the work that was done before the batch, or None if work does not bound it.
    """
    is_full = most is not None and done >= most
    if steps is None:
        return is_full
    is_full = is_full or work_budget.steps_done(cycle) - steps >= limits.ACT_STEPS
    return is_full and not work_budget.is_shared(cycle, deadline)


def is_noop(cycle: Cycle, action: Action, args: Args, at: datetime) -> bool:
    """Return whether a due action with these arguments would have no effect at the instant `at`.

    In a replay, a deadline with a recorded entry always gets an entry again.
    """
    if action.is_noop is None:
        return False
    try:
        return action.is_noop(ReadContext(cycle, SYSTEM, at), args)
    except AWAY:
        raise
    except Exception:  # The entry will record the error.
        return False


def _put_off(cycle: Cycle, deadline: Deadline) -> None:
    """Reschedule a deadline that failed with a bug, so that the cycle continues and a fixed program performs it later.

    Deadlines that the rules refuse are not retried.
    """
    deadline.pk, deadline.at, deadline.end_of_phase = None, instant_after(deadline.at, AGAIN_AFTER), None
    deadlines.store_deadlines(cycle, [deadline])


def settle(slug: str, *, pieces: int | None = None) -> int:
    """Settle a cycle in batches up to its present, and return the number of entries.

    The lock is free between batches, so that other cycles continue even if much is due in this one. After `pieces`
    batches the rest is left for later. Raises NoSuchCycle if there is no such cycle, and OutOfOrder if a due action
    fails. All actions due before it stay settled.
    """
    done = taken = 0
    while pieces is None or taken < pieces:
        if taken:
            time.sleep(PAUSE)
        piece = settle_piece(slug)
        done, taken = done + piece.entries, taken + 1
        if piece.is_whole:
            break
    return done


def settle_piece(slug: str) -> SettledBatch:
    """Settle up to `MAX_AT_ONCE` due actions in one transaction, fewer if rules do very much work.

    Raises NoSuchCycle. Raises OutOfOrder if an action fails, after settling everything due before it.
    """
    progress = Progress()
    try:
        entries = _in_one_transaction(slug, MAX_AT_ONCE, progress, in_pieces=True)
        return SettledBatch(entries, progress.is_whole)
    except (NoSuchCycle, OperationalError, InterfaceError):  # not caused by any due action
        raise
    except Exception as error:
        logger.exception("settling_failed", cycle=slug, deadline=progress.label)
        if progress.done:
            _in_one_transaction(slug, progress.done, Progress())
        raise OutOfOrder(f"The clock of this cycle has stopped: {progress.label} could not be done.") from error


def _in_one_transaction(slug: str, most: int, progress: Progress, *, in_pieces: bool = False) -> int:
    with transaction.atomic():
        cycle = lock_cycle(slug)
        was_due = cycle.due_at
        some = settle_locked(cycle, cycle.now(), most=most, progress=progress, in_pieces=in_pieces)
        if some or cycle.due_at != was_due:
            save_cycle(cycle)
    return some


def settled_cycle(slug: str) -> Cycle:
    """Return the cycle for readers, after settling all due actions.

    Sends one query if nothing is due, and settles at most `MAX_PIECES` batches. Raises NoSuchCycle if there is
    none, or if it is hidden from this request's reader. Raises OutOfOrder, or StillSettling if even more is due.
    """
    cycle = _read(slug)
    if is_due(cycle):
        settle(slug, pieces=MAX_PIECES)
        cycle = _read(slug)
        if is_due(cycle):
            raise StillSettling(cycle.slug, settling_progress_of(cycle))
    return cycle


def is_due(cycle: Cycle) -> bool:
    """Return whether any action of the cycle is due according to this row."""
    return cycle.due_at is not None and cycle.due_at <= cycle.now()


def _read(slug: str) -> Cycle:
    cycle = _readable.first(slug)
    if cycle is None or not may_read(cycle, current_reader()):
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    return cycle


@dataclass(slots=True)
class Settled:
    """The result of settling several cycles: the number of entries, and the slugs of blocked cycles."""

    entries: int = 0
    out_of_order: set[str] = field(default_factory=set)


def settle_all() -> int:
    """Settle all cycles with due actions, and return the number of entries. Failures are logged."""
    return settle_each().entries


def settle_each(only: Collection[str] | None = None, *, pieces: int | None = None) -> Settled:
    """Settle all cycles with due actions, each separately. If `only` is given, settle only the cycles with these slugs.

    The cycles take turns with one batch each. A cycle that fails is logged. Neither failures nor very many due actions
    in one cycle delay the others. `pieces` limits the total number of batches.
    """
    waiting, settled, taken = deque(_due(only)), Settled(), 0
    while waiting and (pieces is None or taken < pieces):
        slug = waiting.popleft()
        taken += 1
        try:
            piece = settle_piece(slug)
        except NoSuchCycle:  # deleted meanwhile
            continue
        except OutOfOrder:
            settled.out_of_order.add(slug)
            continue
        except Exception:  # For example a database outage. The next cycle may succeed.
            logger.exception("settling_failed", cycle=slug)
            continue
        settled.entries += piece.entries
        if not piece.is_whole:
            waiting.append(slug)
            time.sleep(PAUSE)
    return settled


def settle_some(only: Collection[str] | None = None) -> Settled:
    """Settle as `settle_each` does, but only as much as a reader can wait for.

    That is one batch per cycle, and MAX_PIECES more.
    """
    due = _due(only)[:MAX_CYCLES]
    return settle_each(due, pieces=len(due) + MAX_PIECES) if due else Settled()


def _due(only: Collection[str] | None) -> list[str]:
    """Return the slugs of cycles with due actions, the longest overdue first."""
    found = Cycle.objects.filter(fork_of=None, due_at__isnull=False)
    if only is not None:
        found = found.filter(slug__in=only)
    due = found.annotate(due=_on_the_worlds_clock()).filter(due__lte=timezone.now()).order_by("due")
    return list(due.values_list("slug", flat=True))


def cycles_now(found: QuerySet[Cycle]) -> list[Cycle]:
    """Return the cycles of a query for a list, after settling the due actions of each.

    It settles no more than a reader can be expected to wait for. If a cycle fails, the others are still returned. The
    attribute `condition` of each row says whether it is current.
    """
    rows = list(found)
    due = [row.slug for row in rows if is_due(row)]
    if not due:
        return rows
    settled = settle_some(due)
    fresh = Cycle.objects.in_bulk([row.pk for row in rows])
    rows = [fresh[row.pk] for row in rows if row.pk in fresh]
    for row in rows:
        if row.slug in settled.out_of_order:
            row.condition = Condition.OUT_OF_ORDER
        elif is_due(row):
            row.condition = Condition.SETTLING
    return rows


def _on_the_worlds_clock() -> Combinable:
    """Return a query expression for the real time at which a cycle is due.

    `due_at` is on the cycle's own clock, which in a practice cycle is ahead of real time by `clock_offset`.
    """
    return ExpressionWrapper(F("due_at") - F("clock_offset"), output_field=DateTimeField())


def oldest_due() -> dict[str, Any] | None:
    """Return the cycle that has been overdue longest, with its age in seconds, or None if none is overdue."""
    late = _oldest_due()
    return None if late is None else _told_as(late.slug, late)


def oldest_due_in_public() -> dict[str, Any] | None:
    """Return the result of `oldest_due`, without the cycle's slug if the cycle is hidden."""
    late = _oldest_due()
    return None if late is None else _told_as("" if late.hidden_at is not None else late.slug, late)


def _oldest_due() -> Cycle | None:
    """Return the cycle that has been overdue longest, or None.

    Its attribute `due` is the real time at which it was due.
    """
    late = (
        Cycle.objects.filter(fork_of=None, due_at__isnull=False)
        .annotate(due=_on_the_worlds_clock())
        .order_by("due")
        .only("slug", "hidden_at")
        .first()
    )
    return None if late is None or late.due > timezone.now() else late


def _told_as(slug: str, late: Any) -> dict[str, Any]:
    seconds = (timezone.now() - late.due).total_seconds()
    return {"cycle": slug, "due": late.due.isoformat(), "seconds": round(seconds, 1)}

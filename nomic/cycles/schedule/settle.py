"""Bringing a cycle to an instant: everything due, one after the other, in the order of R2 and R3."""

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
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action, Args, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.calendar import later
from nomic.cycles.domain.exceptions import NoSuchCycle, OutOfOrder, StillSettling
from nomic.cycles.journal.append import LIVE, ReplaySource, apply, lock, save
from nomic.cycles.journal.failures import AWAY, BROKEN
from nomic.cycles.models import Condition, Cycle, Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import next_deadline
from nomic.cycles.schedule.progress import how_far
from nomic.db.prepared_query import Prepared

logger = structlog.get_logger(__name__)

MAX_AT_ONCE = 100  # entries in one transaction, a piece, when many are due after a long downtime
MAX_PIECES = 3  # that somebody waits for; then they are told how far it is
MAX_CYCLES = 50  # that one list settles
PAUSE = 0.1  # seconds between two pieces: as often as SQLite looks whether somebody else's lock is gone

_readable = Prepared(lambda slug: Cycle.objects.filter(slug=slug, fork_of=None), str)

AGAIN_AFTER = timedelta(hours=1)  # when a deadline is tried again that broke

OriginOf = Callable[[Deadline], ReplaySource]


@dataclass(slots=True)
class Progress:
    """How far a piece has come: entries made, and what was tried last."""

    done: int = 0
    label: str = ""
    is_whole: bool = True  # nothing was left for another piece


@dataclass(frozen=True, slots=True)
class Piece:
    """What a piece of settling made: so many entries, and whether that was all that was due."""

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
    """Perform what is due at or before `now`; how many entries that made. The cycle's row is locked; not saved here.

    At `most` so many. `in_pieces` it ends as well where rules have done as much as one act may have them do, and never
    between entries that share the work of an act. `progress` is kept up to date, for a caller whom an exception keeps
    from knowing.
    """
    progress = Progress() if progress is None else progress
    steps = work_budget.steps_done(cycle)
    while cycle.due_at is not None and cycle.due_at <= now:
        deadline = next_deadline(cycle)
        cycle.due_at = None if deadline is None else deadline.at
        if deadline is None or deadline.at > now:
            return progress.done
        progress.label = str(deadline)
        is_full = most is not None and progress.done >= most
        if in_pieces:
            is_full = is_full or work_budget.steps_done(cycle) - steps >= limits.ACT_STEPS
            is_full = is_full and not work_budget.is_shared(cycle, deadline)
        try:
            action = action_named(deadline.action)
            args, origin = action.read(deadline.args), origin_of(deadline)
        except Exception:
            if is_full:  # what cannot be read is left to the next piece, which fails alone
                progress.is_whole = False
                return progress.done
            raise
        if not origin.key and _is_noop(cycle, action, args, deadline.at):
            deadlines.take(cycle, deadline)
            continue
        if is_full:
            progress.is_whole = False
            return progress.done
        deadlines.take(cycle, deadline)
        entry = apply(cycle, action, args, SYSTEM, deadline.at, origin, must_stand=True)
        if entry.failure is not None and entry.failure["code"] == BROKEN:
            _put_off(cycle, deadline)
        progress.done += 1
    return progress.done


def _is_noop(cycle: Cycle, action: Action, args: Args, at: datetime) -> bool:
    """Whether nothing would come of what is due. A journal that has an entry of it has one again in a replay."""
    if action.is_noop is None:
        return False
    try:
        return action.is_noop(Moment(cycle, SYSTEM, at), args)
    except AWAY:
        raise
    except Exception:  # whatever is wrong with it, its entry says so
        return False


def _put_off(cycle: Cycle, deadline: Deadline) -> None:
    """Have a deadline that broke be due again later: the cycle's clock goes on meanwhile, and a mended program does it.

    What the rules refuse is not tried again.
    """
    deadline.pk, deadline.at, deadline.end_of_phase = None, later(deadline.at, AGAIN_AFTER), None
    deadlines.put(cycle, [deadline])


def settle(slug: str, *, pieces: int | None = None) -> int:
    """Bring a cycle to its present, a piece at a time; how many entries that made.

    Between two pieces the lock is free, so that other cycles go on however much is due in this one. After `pieces`
    the rest is left for later. Raises NoSuchCycle, or OutOfOrder where something that is due cannot be done: what
    was due before it stays settled.
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


def settle_piece(slug: str) -> Piece:
    """Settle in one transaction some `MAX_AT_ONCE` of what is due, fewer where rules do very much.

    Raises NoSuchCycle, or OutOfOrder with all settled that was due before what cannot be done.
    """
    progress = Progress()
    try:
        entries = _in_one_transaction(slug, MAX_AT_ONCE, progress, in_pieces=True)
        return Piece(entries, progress.is_whole)
    except (NoSuchCycle, OperationalError, InterfaceError):  # no fault of anything that is due
        raise
    except Exception as error:
        logger.exception("settling_failed", cycle=slug, deadline=progress.label)
        if progress.done:
            _in_one_transaction(slug, progress.done, Progress())
        raise OutOfOrder(f"The clock of this cycle stands still: {progress.label} could not be done.") from error


def _in_one_transaction(slug: str, most: int, progress: Progress, *, in_pieces: bool = False) -> int:
    with transaction.atomic():
        cycle = lock(slug)
        was_due = cycle.due_at
        some = settle_locked(cycle, cycle.now(), most=most, progress=progress, in_pieces=in_pieces)
        if some or cycle.due_at != was_due:
            save(cycle)
    return some


def current(slug: str) -> Cycle:
    """The cycle as it is now, for a reader: what is due is settled first.

    Reading costs one query while nothing is due, and settles at most `MAX_PIECES`. Raises NoSuchCycle, StillSettling
    while even more than that is due, and OutOfOrder.
    """
    cycle = _read(slug)
    if is_due(cycle):
        settle(slug, pieces=MAX_PIECES)
        cycle = _read(slug)
        if is_due(cycle):
            raise StillSettling(cycle.slug, how_far(cycle))
    return cycle


def is_due(cycle: Cycle) -> bool:
    """Whether something is due in the cycle, as this row has it."""
    return cycle.due_at is not None and cycle.due_at <= cycle.now()


def _read(slug: str) -> Cycle:
    cycle = _readable.first(slug)
    if cycle is None:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    return cycle


@dataclass(slots=True)
class Settled:
    """What settling several cycles gave: entries made, and the slugs of those that could not go on."""

    entries: int = 0
    out_of_order: set[str] = field(default_factory=set)


def settle_all() -> int:
    """Settle every cycle in which something is due; how many entries that made. A cycle's failure is logged."""
    return settle_each().entries


def settle_each(only: Collection[str] | None = None, *, pieces: int | None = None) -> Settled:
    """Settle every cycle in which something is due (of those named, unless None), each on its own.

    They take turns, a piece each: one's failure is logged and keeps nobody waiting, nor does one in which very much
    is due. `pieces` is how many are taken altogether, as many as it needs unless told.
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
        except Exception:  # as where the database does not answer: the next may have better luck
            logger.exception("settling_failed", cycle=slug)
            continue
        settled.entries += piece.entries
        if not piece.is_whole:
            waiting.append(slug)
            time.sleep(PAUSE)
    return settled


def settle_some(only: Collection[str] | None = None) -> Settled:
    """As `settle_each`, for a reader who waits: one piece of each, and then as much more as one waits for."""
    due = _due(only)[:MAX_CYCLES]
    return settle_each(due, pieces=len(due) + MAX_PIECES) if due else Settled()


def _due(only: Collection[str] | None) -> list[str]:
    """The cycles in which something is due, the longest overdue first."""
    found = Cycle.objects.filter(fork_of=None, due_at__isnull=False)
    if only is not None:
        found = found.filter(slug__in=only)
    due = found.annotate(due=_on_the_worlds_clock()).filter(due__lte=timezone.now()).order_by("due")
    return list(due.values_list("slug", flat=True))


def cycles_now(found: QuerySet[Cycle]) -> list[Cycle]:
    """The cycles of a query as they are now, for lists: what is due in each is settled first.

    So much of it as one waits for, and a failure of one fails nothing: the `condition` of each says how it stands.
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
    """When a cycle's first deadline is due; a practice cycle has a clock of its own."""
    return ExpressionWrapper(F("due_at") - F("clock_offset"), output_field=DateTimeField())


def oldest_due() -> dict[str, Any] | None:
    """What has been due for longest in any cycle, and since how many seconds; None while nothing is late."""
    late = (
        Cycle.objects.filter(fork_of=None, due_at__isnull=False)
        .annotate(due=_on_the_worlds_clock())
        .order_by("due")
        .values_list("slug", "due")
        .first()
    )
    now = timezone.now()
    if late is None or late[1] > now:
        return None
    return {"cycle": late[0], "due": late[1].isoformat(), "seconds": round((now - late[1]).total_seconds(), 1)}

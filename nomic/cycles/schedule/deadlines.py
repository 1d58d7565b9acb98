"""What is due when. Every deadline is a row, and nothing is due before the cycle's `due_at`.

When that instant has come, whoever settles finds what is due and when the next is (`nomic/cycles/schedule/settle.py`).
Until then nobody looks: of a deadline that is put off or called off `due_at` says nothing, and it may be too early by
then.

What follows from an entry at once is most often done in the same transaction. It is a row like any other, for whoever
looks; in haste none looks, and it is done before it was written.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from nomic.cycles.models import Cycle, Deadline
from nomic.db.prepared_query import Prepared
from nomic.db.unit_of_work import UpsertTarget, is_queued, replace

UNIQUE = ("cycle_id", "label")
CHANGING = ("at", "rank", "order", "action", "args", "end_of_phase")
PLACE: UpsertTarget = (Deadline, UNIQUE, CHANGING)
FOLLOWING = "_following"  # where the locked row of a cycle has what follows at once


class Rank(IntEnum):
    """The order of what is due at one instant (R3); what follows from an entry at once comes before all else."""

    AT_ONCE = 0
    GAMES = 10
    STANDING = 20
    TRADES = 22
    CONFIDENCE = 24
    VOTING = 30
    RULES = 40  # what rules said they would do by then
    ENDING = 45
    PHASE = 50
    DAY = 55
    BEGINNING = 60


def schedule(
    cycle: Cycle,
    label: str,
    *,
    at: datetime,
    rank: Rank,
    action: str,
    args: dict[str, Any] | None = None,
    order: int | None = None,
    end_of_phase: int | None = None,
) -> None:
    """Have the system action `action` performed at `at`, in place of what was due under the same label.

    `order` settles the order within the rank at one instant (the entry in the making, unless told). With
    `end_of_phase`, the deadline moves with that phase's end when the calendar changes. The cycle's row is locked.
    """
    row = Deadline(
        cycle=cycle,
        label=label,
        at=at,
        rank=rank,
        order=cycle.seq + 1 if order is None else order,
        action=action,
        args=args or {},
        end_of_phase=end_of_phase,
    )
    if rank == Rank.AT_ONCE:
        _have_follow(cycle, row)
    else:
        put(cycle, [row])


@dataclass(slots=True)
class _Following:
    """What follows at once from what was done under a lock, and before when nothing else is due."""

    rows: list[Deadline]
    others_due_at: datetime | None


def _have_follow(cycle: Cycle, row: Deadline) -> None:
    following: _Following = cycle.__dict__.setdefault(FOLLOWING, _Following([], cycle.due_at))
    following.rows.append(row)
    replace(PLACE, [row])
    cycle.due_at = _first(cycle.due_at, row.at)


def put(cycle: Cycle, rows: Sequence[Deadline], gone: Collection[str] = ()) -> None:
    """Have these rows in place of whatever has their labels or one of the labels `gone`. The cycle's row is locked."""
    replace(PLACE, rows, deleted=[(cycle.pk, label) for label in gone])
    for row in rows:
        _due_at(cycle, row.at)


def _due_at(cycle: Cycle, at: datetime) -> None:
    cycle.due_at = _first(cycle.due_at, at)
    if FOLLOWING in cycle.__dict__:
        following = cycle.__dict__[FOLLOWING]
        following.others_due_at = _first(following.others_due_at, at)


def _first(*instants: datetime | None) -> datetime | None:
    return min((at for at in instants if at is not None), default=None)


def cancel(cycle: Cycle, label: str) -> None:
    """Nothing is due under this label any more. The cycle's row is locked."""
    put(cycle, [], gone=[label])


def cancel_all(cycle: Cycle) -> None:
    """Nothing is due in this cycle any more: it has ended."""
    Deadline.objects.filter(cycle=cycle).delete()
    cycle.due_at = None


def refresh(cycle: Cycle) -> None:
    """Have `due_at` be the first deadline, where many may have moved, sooner too."""
    first = next_deadline(cycle)
    cycle.due_at = None if first is None else first.at


_next = Prepared(
    lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order", "label")[:1], int
)


def next_deadline(cycle: Cycle) -> Deadline | None:
    """What is due first, whenever that is, in the order of R2 and R3."""
    following: _Following | None = cycle.__dict__.get(FOLLOWING)
    if following is not None:
        first = min(following.rows, key=lambda row: (row.at, row.rank, row.order, row.label))
        is_before_others = following.others_due_at is None or first.at < following.others_due_at
        if is_before_others and all(is_queued(PLACE, row) for row in following.rows):
            return first
        del cycle.__dict__[FOLLOWING]  # what has been written is found among the others
    return _next.first(cycle.pk)


def take(cycle: Cycle, deadline: Deadline) -> None:
    """What was due next is so no more: it is about to be done, or nothing would come of it."""
    cancel(cycle, deadline.label)
    following: _Following | None = cycle.__dict__.get(FOLLOWING)
    if following is None:
        return
    following.rows.remove(deadline)
    cycle.due_at = _first(following.others_due_at, *(row.at for row in following.rows))
    if not following.rows:
        del cycle.__dict__[FOLLOWING]

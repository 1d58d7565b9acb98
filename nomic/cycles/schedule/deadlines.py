"""Deadlines, stored in one row each. `Cycle.due_at` is a lower bound on the earliest.

At that instant, settling finds the due deadlines and the instant of the next one (`nomic/cycles/schedule/settle.py`).
Deadlines are not queried before. Postponing or cancelling a deadline does not update `due_at`, which may then be too
early.

Immediate consequences of an entry are usually performed in the same transaction. They are ordinary rows. In a unit of
work, where nobody queries them, they are performed before they are written.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from nomic.cycles.domain.in_memory_state import TransientState
from nomic.cycles.models import Cycle, Deadline
from nomic.db import Prepared, UpsertTarget, is_queued, replace

UNIQUE = ("cycle_id", "label")
CHANGING = ("at", "rank", "order", "action", "args", "end_of_phase")
PLACE: UpsertTarget = (Deadline, UNIQUE, CHANGING)


class Rank(IntEnum):
    """The order of deadlines with the same instant (R3). Immediate consequences of an entry come first."""

    AT_ONCE = 0
    GAMES = 10
    STANDING = 20
    TRADES = 22
    CONFIDENCE = 24
    VOTING = 30
    RULES = 40  # deferred effects of rules
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
    """Schedule a system action at `at`, replacing any deadline with the same label.

    `order` sorts deadlines of the same rank and instant. By default it is the number of the entry being written. If
    `end_of_phase` is given, the deadline moves with the end of that phase when the calendar changes. The cycle's row
    must be locked.
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
        _put_consequence(cycle, row)
    else:
        store_deadlines(cycle, [row])


class _Consequences(TransientState):
    """Immediate consequences of acts under the current lock, and the instant of the next other deadline."""

    def __init__(self) -> None:
        self.rows: list[Deadline] = []
        self.others_due_at: datetime | None = None  # Set only while there are rows.

    def copied(self) -> "_Consequences":
        copied = _Consequences()
        copied.rows, copied.others_due_at = [*self.rows], self.others_due_at
        return copied


def _put_consequence(cycle: Cycle, row: Deadline) -> None:
    consequences = cycle.transient(_Consequences)
    if not consequences.rows:
        consequences.others_due_at = cycle.due_at
    consequences.rows.append(row)
    replace(PLACE, [row])
    cycle.due_at = _first(cycle.due_at, row.at)


def store_deadlines(cycle: Cycle, rows: Sequence[Deadline], cancelled: Collection[str] = ()) -> None:
    """Store these deadlines in place of earlier ones with the same labels, and delete the ones labelled `cancelled`.

    The cycle's row must be locked.
    """
    replace(PLACE, rows, deleted=[(cycle.pk, label) for label in cancelled])
    for row in rows:
        _due_at(cycle, row.at)


def _due_at(cycle: Cycle, at: datetime) -> None:
    cycle.due_at = _first(cycle.due_at, at)
    consequences = cycle.transient(_Consequences)
    consequences.others_due_at = _first(consequences.others_due_at, at)


def _first(*instants: datetime | None) -> datetime | None:
    return min((at for at in instants if at is not None), default=None)


def cancel(cycle: Cycle, label: str) -> None:
    """Delete the deadline with this label, if any. The cycle's row must be locked."""
    store_deadlines(cycle, [], cancelled=[label])


def cancel_all(cycle: Cycle) -> None:
    """Delete all deadlines of a cycle that has ended."""
    Deadline.objects.filter(cycle=cycle).delete()
    cycle.due_at = None


def refresh(cycle: Cycle) -> None:
    """Recompute `due_at`, after deadlines may have moved to earlier instants."""
    first = next_deadline(cycle)
    cycle.due_at = None if first is None else first.at


_next = Prepared(
    lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order", "label")[:1], int
)


def next_deadline(cycle: Cycle) -> Deadline | None:
    """Return the earliest deadline in the order of R2 and R3, or None."""
    consequences = cycle.transient(_Consequences)
    if consequences.rows:
        first = min(consequences.rows, key=lambda row: (row.at, row.rank, row.order, row.label))
        is_before_others = consequences.others_due_at is None or first.at < consequences.others_due_at
        if is_before_others and all(is_queued(PLACE, row) for row in consequences.rows):
            return first
        consequences.rows.clear()  # Rows that have been written are found by the query.
    return _next.first(cycle.pk)


def take(cycle: Cycle, deadline: Deadline) -> None:
    """Remove the earliest deadline, which is about to be performed or would have no effect."""
    cancel(cycle, deadline.label)
    consequences = cycle.transient(_Consequences)
    if consequences.rows:
        consequences.rows.remove(deadline)
        cycle.due_at = _first(consequences.others_due_at, *(row.at for row in consequences.rows))

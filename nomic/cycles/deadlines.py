"""What is due when. Every deadline is a row; the cycle's `due_at` repeats the earliest of them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from nomic.config.prepared import Prepared
from nomic.config.swiftly import put_in_place
from nomic.cycles.models import Cycle, Deadline

UNIQUE = ("cycle_id", "label")
CHANGING = ("at", "rank", "order", "action", "args", "end_of_phase")


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
    put(cycle, [row])


def put(cycle: Cycle, rows: Sequence[Deadline], gone: Collection[str] = ()) -> None:
    """Have these rows in place of whatever has their labels or one of the labels `gone`. The cycle's row is locked."""
    if gone:
        Deadline.objects.filter(cycle=cycle, label__in=gone).delete()
    if rows:
        Deadline.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=UNIQUE,
            update_fields=CHANGING,
        )
    first = min((row.at for row in rows), default=None)
    if first is not None and (cycle.due_at is None or first <= cycle.due_at):
        cycle.due_at = first
    elif rows or gone:
        refresh(cycle)


def replace(cycle: Cycle, label: str, was_at: datetime, row: Deadline) -> None:
    """Have this row in place of what was due at `was_at` under another label. The cycle's row is locked."""
    put_in_place(row, UNIQUE, CHANGING, gone=[(cycle.pk, label)])
    if cycle.due_at is None or row.at <= cycle.due_at:
        cycle.due_at = row.at
    elif was_at <= cycle.due_at:  # it was the first
        refresh(cycle)


def cancel(cycle: Cycle, label: str) -> None:
    """Nothing is due under this label any more. The cycle's row is locked."""
    if Deadline.objects.filter(cycle=cycle, label=label).delete()[0]:
        refresh(cycle)


def cancel_all(cycle: Cycle) -> None:
    """Nothing is due in this cycle any more: it has ended."""
    Deadline.objects.filter(cycle=cycle).delete()
    cycle.due_at = None


def refresh(cycle: Cycle) -> None:
    """Bring `due_at` in step with the rows."""
    first = next_deadline(cycle)
    cycle.due_at = None if first is None else first.at


_next = Prepared(
    lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order", "label")[:1], int
)


def next_deadline(cycle: Cycle) -> Deadline | None:
    """What is due first, whenever that is, in the order of R2 and R3."""
    return _next.first(cycle.pk)

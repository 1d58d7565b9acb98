"""What is due when. Every deadline is a row, and nothing is due before the cycle's `due_at`.

When that instant has come, whoever settles finds what is due and when the next is (`nomic/cycles/settle.py`). Until
then nobody looks: of a deadline that is put off or called off `due_at` says nothing, and it may be too early by then.
"""

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
    for row in rows:
        _due_at(cycle, row.at)


def replace(cycle: Cycle, label: str, row: Deadline) -> None:
    """Have this row in place of what was due under another label. The cycle's row is locked."""
    put_in_place(row, UNIQUE, CHANGING, gone=[(cycle.pk, label)])
    _due_at(cycle, row.at)


def _due_at(cycle: Cycle, at: datetime) -> None:
    cycle.due_at = at if cycle.due_at is None else min(at, cycle.due_at)


def cancel(cycle: Cycle, label: str) -> None:
    """Nothing is due under this label any more. The cycle's row is locked."""
    Deadline.objects.filter(cycle=cycle, label=label).delete()


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
    return _next.first(cycle.pk)

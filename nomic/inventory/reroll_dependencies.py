"""Dependencies of later entries on inventories that a rerolled entry changed (R19)."""

from collections.abc import Iterable

from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry


def find_later_change(entry: Entry, last_consequence: int) -> str | None:
    """Return a message if later entries moved something in an inventory that this entry changed, otherwise None.

    Entries up to the number `last_consequence` are direct consequences of this one and count as part of it.
    """
    moving = Entry.objects.whole().filter(cycle=entry.cycle_id, moved__isnull=False).order_by("seq")
    moved = moving.values_list("seq", "moved")
    own = moved.filter(seq__range=(entry.seq, last_consequence))
    holders = {name for _, movements in own for name in _holders_in(movements)}
    if holders:
        for seq, movements in moved.filter(seq__gt=last_consequence).iterator(chunk_size=100):
            for name in _holders_in(movements):
                if name in holders:
                    return f"entry {seq} changed what {name} has"
    return None


def _holders_in(movements: Iterable[Movement]) -> list[str]:
    """Return the holders whose inventories these movements change, in order, so that the message is stable."""
    return [name for line in movements for name in (line.giver, line.taker) if name]

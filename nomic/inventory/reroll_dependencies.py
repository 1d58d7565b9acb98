"""Dependencies of later entries on inventories that a rerolled entry changed (R19)."""

from collections.abc import Iterable

from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry


def later_in_inventories(entry: Entry, last: int) -> str:
    """Return a message if later entries moved something in an inventory that this entry changed, otherwise "".

    Direct consequences, which are the entries up to the number `last`, count as parts of this entry.
    """
    moving = Entry.objects.whole().filter(cycle=entry.cycle_id, moved__isnull=False).order_by("seq")
    moved = moving.values_list("seq", "moved")
    holders = {name for _, lines in moved.filter(seq__range=(entry.seq, last)) for name in _holders(lines)}
    if holders:
        for seq, lines in moved.filter(seq__gt=last).iterator(chunk_size=100):
            for name in _holders(lines):
                if name in holders:
                    return f"entry {seq} changed what {name} has"
    return ""


def _holders(lines: Iterable[Movement]) -> list[str]:
    """Return the holders whose inventories these lines change, in order."""
    return [name for line in lines for name in (line.giver, line.taker) if name]

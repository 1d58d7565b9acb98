"""What hangs on an entry because of whose inventory it touched (R19)."""

from django.db.models import Q

from nomic.cycles.models import Entry
from nomic.inventory.models import Movement


def later_in_inventories(entry: Entry, last: int) -> str:
    """Whether something moved in one of the inventories that this entry, and what followed at once, touched."""
    moved = Movement.objects.filter(entry__cycle_id=entry.cycle_id)
    pairs = moved.filter(entry__seq__range=(entry.seq, last)).values_list("giver", "taker").distinct()
    holders = {name for pair in pairs for name in pair if name}
    if not holders:
        return ""
    later = moved.filter(entry__seq__gt=last).filter(Q(giver__in=holders) | Q(taker__in=holders))
    first = later.select_related("entry").order_by("entry__seq", "place").first()
    if first is None:
        return ""
    whose = first.giver if first.giver in holders else first.taker
    return f"entry {first.entry.seq} changed what {whose} has"

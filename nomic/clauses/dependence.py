"""What hangs on an entry because of the values that it changed (R19)."""

from nomic.clauses.models import ValueChange
from nomic.cycles.models import Entry


def later_in_values(entry: Entry, last: int) -> str:
    """Whether a value changed again that this entry, or what followed at once, changed."""
    changes = ValueChange.objects.filter(entry__cycle_id=entry.cycle_id)
    touched = set(changes.filter(entry__seq__range=(entry.seq, last)).values_list("name", "holder"))
    if not touched:
        return ""
    later = changes.filter(entry__seq__gt=last, name__in={name for name, _ in touched}).select_related("entry")
    for change in later.order_by("entry__seq", "place").iterator(chunk_size=200):
        if (change.name, change.holder) in touched:
            return f"entry {change.entry.seq} changed {change.name}"
    return ""

"""Checks whether anything depends on an entry that is to be rerolled: its changed values and its questions (R19)."""

from nomic.clauses.events import QuestionAsked
from nomic.clauses.handlers.resume_after_questions import ANSWER
from nomic.clauses.models import ValueChange
from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.models import Entry


def later_in_values(entry: Entry, last: int) -> str | None:
    """Return a message if a value that this entry changed was changed again later, otherwise None.

    `last` is the number of the last entry that directly followed from this one. Its changes count as this entry's.
    """
    changes = ValueChange.objects.filter(entry__cycle_id=entry.cycle_id)
    touched = set(changes.filter(entry__seq__range=(entry.seq, last)).values_list("name", "holder", "key"))
    if not touched:
        return None
    later = changes.filter(entry__seq__gt=last, name__in={name for name, _, _ in touched}).select_related("entry")
    for change in later.order_by("entry__seq", "place").iterator(chunk_size=200):
        if (change.name, change.holder, change.key) in touched:
            return f"entry {change.entry.seq} changed {change.name}"
    return None


def law_changed(entry: Entry, last: int) -> str | None:
    """Return a message if this entry or its direct consequences changed the law, otherwise None.

    The consequences are the entries up to number `last`.
    """
    following = Entry.objects.filter(cycle_id=entry.cycle_id, seq__range=(entry.seq, last)).order_by("seq")
    for seq, events in following.values_list("seq", "events").iterator(chunk_size=200):
        if any(LawChanged.among(events)):
            return f"entry {seq} changed the law"
    return None


def later_answers(entry: Entry, last: int) -> str | None:
    """Return a message if a question of this entry was answered or has expired, otherwise None.

    `last` is the number of the last entry that directly followed from this one. Its questions count as this entry's.
    """
    following = Entry.objects.filter(cycle_id=entry.cycle_id, seq__range=(entry.seq, last)).order_by("seq")
    asked = {
        event.question for events in following.values_list("events", flat=True) for event in QuestionAsked.among(events)
    }
    if not asked:
        return None
    later = Entry.objects.filter(cycle_id=entry.cycle_id, seq__gt=last, action__in=(ANSWER, GO_ON)).order_by("seq")
    seq = next((each.seq for each in later.iterator(chunk_size=200) if each.args.get("question") in asked), None)
    return None if seq is None else f"entry {seq} answered what it asked"

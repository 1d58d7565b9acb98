"""Dependencies on an entry through matches, which prevent its reroll (R19)."""

from nomic.cycles.history.rewrite import HISTORY_REROLLED
from nomic.cycles.models import Entry
from nomic.matches.models import MatchStep

MOVE = "move"  # the action by which players move in matches


def find_later_step(entry: Entry, last: int) -> str | None:
    """Return why a match prevents the reroll of an entry, or None.

    `last` is the number of the last entry that directly followed from it. The reason is that the match has continued
    since, or that its player has already rerolled in it, which is possible once per match. That limit counts moves of
    the match, not outside acts that gave it cards (R134).
    """
    steps = MatchStep.objects.filter(entry__cycle_id=entry.cycle_id)
    matches = set(steps.filter(entry__seq__range=(entry.seq, last)).values_list("match_id", flat=True))
    if not matches:
        return None
    later = steps.filter(match_id__in=matches, entry__seq__gt=last).select_related("entry").order_by("entry__seq")
    first = later.first()
    if first is not None:
        return f"the match went on with entry {first.entry.seq}"
    if entry.action != MOVE:
        return None
    rolled = Entry.objects.filter(cycle_id=entry.cycle_id, actor=entry.actor, action=HISTORY_REROLLED)
    keys = [args["act"] for args in rolled.values_list("args", flat=True)]
    if steps.filter(match_id__in=matches, entry__key__in=keys, entry__action=MOVE).exists():
        return "you have already rerolled in this match, and you can do so only once per match"
    return None

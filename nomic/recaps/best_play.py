"""The play of a phase: the act that won a match, or else the act with the greatest gain or change of a value."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from nomic.clauses.models import ValueChange
from nomic.cycles.models import Entry

JOINING = frozenset({"joined", "outfitted"})  # what a player starts with is no play
MAX_CHANGES = 3_000  # of values, the newest


def play_of(acted: Iterable[Entry], changes: Mapping[int, int]) -> Entry | None:
    """Return the play among these acts: a won match before other acts, then the greatest change, then the earliest act.

    `changes` maps an entry's number to its greatest change. Returns None if no act won a match and nothing changed.
    """
    weights = {entry.seq: _weight(entry, changes) for entry in acted}
    play = max(acted, key=lambda entry: (*weights[entry.seq], -entry.seq), default=None)
    return play if play is not None and any(weights[play.seq]) and play.words else None


def greatest_changes(acted: Iterable[Entry], players: frozenset[str]) -> dict[int, int]:
    """Return each entry's greatest public change: the gain of an item by a player, or the change of a value.

    Sends one query. Reads movements and value changes, because events exist only if a rule of the law listens to them.
    """
    found: dict[int, int] = {}
    seqs = {entry.pk: entry.seq for entry in acted}
    for entry in acted:
        gained: dict[tuple[str, str], int] = defaultdict(int)
        for line in entry.moved:
            if not line.card:
                gained[line.taker, line.item] += line.amount
                gained[line.giver, line.item] -= line.amount
        found[entry.seq] = max((amount for (player, _), amount in gained.items() if player in players), default=0)
    values = ValueChange.objects.filter(entry__in=seqs, hidden=False, after__isnull=False).order_by("-entry", "-place")
    for entry_pk, before, after in values.values_list("entry", "before", "after")[:MAX_CHANGES]:
        seq = seqs[entry_pk]
        found[seq] = max(found[seq], abs((after or 0) - before))
    return found


def _weight(entry: Entry, changes: Mapping[int, int]) -> tuple[bool, int]:
    """Return the sort key of an act: whether it won a match, and its greatest change."""
    if {event.get("kind") for event in entry.events} & JOINING:
        return False, 0
    won = any(event.get("kind") == "match-over" and event.get("winners") for event in entry.events)
    return won, changes.get(entry.seq, 0)

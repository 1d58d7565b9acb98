"""The play of a phase: the act that won a match, or else the act with the greatest gain or change of a value."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from nomic.clauses.models import ValueChange
from nomic.cycles.models import Entry

JOIN_EVENTS = frozenset({"joined", "outfitted"})  # starting items do not count as a play
MAX_CHANGES = 3_000  # value changes that are read, newest first


def play_of(entries: Collection[Entry], changes: Mapping[int, int]) -> Entry | None:
    """Return the play among these acts: a won match before other acts, then the greatest change, then the earliest act.

    `changes` maps an entry's number to its greatest change. Acts without messages are left out. Returns None if no act
    won a match and nothing changed.
    """
    keys = {entry.seq: _sort_key(entry, changes) for entry in entries if entry.words}
    plays = [entry for entry in entries if entry.seq in keys and any(keys[entry.seq])]
    return max(plays, key=lambda entry: (*keys[entry.seq], -entry.seq), default=None)


def greatest_changes(entries: Collection[Entry], players: frozenset[str]) -> dict[int, int]:
    """Return each entry's greatest public change: the gain of an item by a player, or the change of a value.

    Sends one query. Reads movements and value changes, because gains are events only if a rule of the law listens to
    them.
    """
    found: dict[int, int] = {}
    seqs = {entry.pk: entry.seq for entry in entries}
    for entry in entries:
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


def _sort_key(entry: Entry, changes: Mapping[int, int]) -> tuple[bool, int]:
    """Return the sort key of an act: whether it won a match, and its greatest change."""
    if {event.get("kind") for event in entry.events} & JOIN_EVENTS:
        return False, 0
    won = any(event.get("kind") == "match-over" and event.get("winners") for event in entry.events)
    return won, changes.get(entry.seq, 0)

"""Ranks in a standing before an earlier entry, computed backwards from the current amounts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import ValueChange
from nomic.clauses.standing.ranking import Column, Score, Standing, ranked
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.players.models import Player

MAX_ENTRIES = 2_000  # that are read; places before more entries are not known
MAX_CHANGES = 3_000  # of values

Changes = Mapping[tuple[int, str], int]  # by column and player


def places_before(ctx: ReadContext, standing: Standing, seq: int, at: datetime) -> dict[str, int] | None:
    """Return the rank before entry `seq` of each current player, by name. `at` is the instant of that entry.

    Players who joined later have no rank. Returns None if the ranks are unknown: a column counts more than one item or
    value, a value was secret, a player has left since, or there were too many changes. Returns an empty dict if all
    ranks were equal.
    """
    countable = all(column.item or column.value for column in standing.columns)
    if not countable or not standing.rows or ctx.cycle.seq - seq >= MAX_ENTRIES:
        return None
    moved = Player.objects.filter(cycle=ctx.cycle).filter(Q(joined_at__gte=at) | Q(left_at__gte=at))
    later = dict(moved.values_list("name", "left_at"))
    changes = _changes(ctx, standing.columns, seq)
    if changes is None or any(later.values()):
        return None
    scores = {
        row.player: [
            Score(score.amount - changes.get((place, row.player), 0), score.target)
            for place, score in enumerate(row.scores)
        ]
        for row in standing.rows
        if row.player not in later
    }
    places = {row.player: row.place for row in ranked(standing.columns, scores)}
    return places if len(set(places.values())) > 1 else {}


def _changes(ctx: ReadContext, columns: Sequence[Column], seq: int) -> Changes | None:
    """Return by how much each player's amounts have changed since entry `seq`, itself included, or None if unknown.

    The keys are pairs of column index and player.
    """
    found = Counter[tuple[int, str]]()
    items = {column.item: place for place, column in enumerate(columns) if column.item}
    if items:
        lines = Entry.objects.whole().filter(cycle=ctx.cycle, seq__gte=seq)
        for moved in lines.values_list("moved", flat=True):
            for line in moved:
                if line.item in items and not line.card:
                    found[items[line.item], line.giver] -= line.amount
                    found[items[line.item], line.taker] += line.amount
    values = {column.value: place for place, column in enumerate(columns) if column.value}
    if values:
        rows = ValueChange.objects.filter(
            entry__cycle=ctx.cycle, entry__seq__gte=seq, name__in=list(values), key=""
        ).values_list("name", "holder", "before", "after", "hidden")[: MAX_CHANGES + 1]
        for number, (name, holder, before, after, hidden) in enumerate(rows):
            if hidden or number == MAX_CHANGES:
                return None
            found[values[name], holder] += (_at_first(ctx, name) if after is None else after) - before
    return found


def _at_first(ctx: ReadContext, value: str) -> int:
    placed = clauses_of(ctx.law).values.get(value)
    at_first = placed.clause.at_first if placed is not None else 0
    return at_first if isinstance(at_first, int) else 0

"""History of the standings: how many of an item, or which value, each player had at the end of each phase."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import ValueChange
from nomic.clauses.standing.ranking import Column, Standing
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry

MAX_CHANGES = 3_000  # the newest changes that are read; phases before them are left out
MAX_LINES = 6  # players whose history is shown

MAX_PHASES = 60
MAX_LOOKED = 20_000  # the newest entries that are searched


class AmountChange(NamedTuple):
    """A change of a player's amount by a journal entry. `player` is empty for a number of the cycle."""

    phase: int
    player: str
    difference: int
    seq: int


@dataclass(frozen=True, slots=True)
class History:
    """The amounts of a number for some players at the end of each phase. The last phase is the current one."""

    name: str
    phases: tuple[int, ...]
    players: Mapping[str, tuple[int, ...]]


def history_of(ctx: ReadContext, standing: Standing, only: Sequence[str] = ()) -> History | None:
    """Return the history of the first column that counts an item or a value, or None if there is none.

    `only` selects players; by default the leading ones are shown. Amounts are computed backwards from the current ones,
    as far back as the journal is read.
    """
    place, column = _counted(standing)
    rows = [row for row in standing.rows if row.player in only] if only else standing.rows[:MAX_LINES]
    if column is None or not rows:
        return None
    now = {row.player: row.scores[place].amount for row in rows}
    changes, cut = _changes(ctx, column)
    return _backwards(column.name, ctx.cycle.phase, now, changes, max(cut, _last_incomplete_phase(ctx)))


def changes_of(ctx: ReadContext, standing: Standing) -> list[AmountChange]:
    """Return the public changes of the number that `history_of` shows, newest first."""
    _, column = _counted(standing)
    return _changes(ctx, column)[0] if column is not None else []


def _counted(standing: Standing) -> tuple[int, Column | None]:
    """Return (index, column) of the first column with a history in the journal, or (0, None) if there is none."""
    found = ((place, each) for place, each in enumerate(standing.columns) if each.item or each.value)
    return next(found, (0, None))


def _changes(ctx: ReadContext, column: Column) -> tuple[list[AmountChange], int]:
    return _of_item(ctx, column.item) if column.item else _of_value(ctx, column.value)


def _backwards(
    name: str, phase: int, now: Mapping[str, int], changes: Sequence[AmountChange], cut: int
) -> History | None:
    """Return the history that results from these changes, newest first, or None if it has fewer than two phases.

    `now` holds the current amounts. Phases up to `cut` are incomplete and left out.
    """
    if not changes:
        return None
    amounts = dict(now)
    lines: dict[str, list[int]] = {player: [] for player in now}
    by_phase = {at: list(found) for at, found in groupby(changes, key=attrgetter("phase"))}
    first = max(min(by_phase), cut + 1)
    phases = list(range(phase, first - 1, -1))[:MAX_PHASES]
    for at in phases:
        for player, line in lines.items():
            line.append(amounts[player])
        for _, player, difference, _ in by_phase.get(at, ()):
            if player in amounts:
                amounts[player] -= difference
    if first > 0 and cut < first - 1 and len(phases) < MAX_PHASES:  # what they had before
        phases.append(first - 1)
        for player, line in lines.items():
            line.append(amounts[player])
    amounts_by_player = {player: tuple(reversed(line)) for player, line in lines.items() if any(line)}
    return History(name, tuple(reversed(phases)), amounts_by_player) if len(phases) > 1 and amounts_by_player else None


def _last_incomplete_phase(ctx: ReadContext) -> int:
    """Return the last phase that has entries older than the `MAX_LOOKED` newest ones, or -1."""
    bound = ctx.cycle.seq - MAX_LOOKED
    if bound <= 0:
        return -1
    return Entry.objects.filter(cycle=ctx.cycle, seq=bound).values_list("phase", flat=True).first() or 0


def _of_item(ctx: ReadContext, item: str) -> tuple[list[AmountChange], int]:
    """Return the changes of players' balances of an item, newest first, and the last incomplete phase."""
    entries = (
        Entry.objects.whole()
        .filter(cycle=ctx.cycle, seq__gt=ctx.cycle.seq - MAX_LOOKED)
        .annotate(lines=Cast("moved", TextField()))
        .filter(lines__contains=f"[{json.dumps(item, ensure_ascii=False)},")
        .order_by("-seq")
        .values_list("phase", "moved", "seq")[:MAX_CHANGES]
    )
    found, read, phase = list[AmountChange](), 0, -1
    for phase, moved, seq in entries:
        read += 1
        for line in moved:
            if line.item == item and not line.card:
                found += [
                    AmountChange(phase, line.giver, -line.amount, seq),
                    AmountChange(phase, line.taker, line.amount, seq),
                ]
    return found, phase if read == MAX_CHANGES else -1


def _of_value(ctx: ReadContext, value: str) -> tuple[list[AmountChange], int]:
    """Return the changes of a value of players, newest first, and the last incomplete phase.

    Changes that were secret at the time are left out, even if the value is public now.
    """
    placed = clauses_of(ctx.law).values.get(value)
    at_first = placed.clause.at_first if placed is not None else 0
    begin = at_first if isinstance(at_first, int) else 0
    changes = (
        ValueChange.objects.filter(
            entry__cycle=ctx.cycle, entry__seq__gt=ctx.cycle.seq - MAX_LOOKED, name=value, key=""
        )
        .order_by("-entry__seq", "-place")
        .values_list("entry__phase", "holder", "before", "after", "hidden", "entry__seq")[:MAX_CHANGES]
    )
    found, phase = list[AmountChange](), -1
    for phase, holder, before, after, hidden, seq in changes:
        if hidden:
            return found, phase
        found.append(AmountChange(phase, holder, (begin if after is None else after) - before, seq))
    return found, phase if len(found) == MAX_CHANGES else -1

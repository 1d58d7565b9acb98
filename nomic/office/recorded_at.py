"""The real times at which the acts in a journal were recorded.

An entry says when its act happens on the cycle's clock. An outage, and an act that a correction inserts, happen before
they are recorded. A practice cycle has a clock of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from nomic.cycles.history.rewrite import HISTORY_REWRITES
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.practice_clock import ADVANCE_CLOCK

MAX_REWRITES = 200  # newest ones that are looked through


@dataclass(frozen=True, slots=True)
class _Rewrite:
    """A rewrite of a journal: its number and instant, its first changed entry, and the history that it replaced."""

    seq: int
    at: datetime
    first: int
    replaced: int  # primary key of the stored history, or 0


class RecordedTimes:
    """The instants at which acts of some games were recorded. Sends five queries."""

    def __init__(self, games: Iterable[Cycle], actions: Iterable[str]) -> None:
        known = {game.pk: game for game in games}
        self._rewrites: dict[int, list[_Rewrite]] = {}
        rows = Entry.objects.filter(cycle__in=known, action__in=HISTORY_REWRITES).order_by("-pk")[:MAX_REWRITES]
        found = [(row.cycle_id, row.seq, row.at, row.args) for row in rows]
        kept = dict(
            Cycle.objects.filter(fork_of__in={each[0] for each in found}, slug__contains="~").values_list("head", "pk")
        )
        for cycle, seq, at, args in sorted(found, key=lambda each: -each[1]):
            rewrite = _Rewrite(seq, at, int(args["first"]), kept.get(args["head"], 0))
            self._rewrites.setdefault(cycle, []).append(rewrite)
        in_replaced = Entry.objects.filter(cycle__in=kept.values(), action__in=list(actions))
        self._in_replaced = set(in_replaced.values_list("cycle", "key"))
        self._clocks = self._clocks_of([game for game in known.values() if game.practice])

    @property
    def rewritten(self) -> list[int]:
        """Return the games whose journals were rewritten. Their entries can be recorded long after they happen."""
        return list(self._rewrites)

    def of(self, entry: Entry) -> datetime:
        """Return the real time at which an entry's act was recorded."""
        at, seq = entry.at, entry.seq
        for rewrite in self._rewrites.get(entry.cycle_id, ()):
            if rewrite.first <= seq < rewrite.seq and (rewrite.replaced, entry.key) not in self._in_replaced:
                at, seq = rewrite.at, rewrite.seq
                break
        offset, advances = self._clocks.get(entry.cycle_id, (timedelta(), []))
        return at - offset + sum((by for number, by in advances if number > seq), timedelta())

    @staticmethod
    def _clocks_of(games: list[Cycle]) -> dict[int, tuple[timedelta, list[tuple[int, timedelta]]]]:
        """Return, by game, how far its clock is ahead of the world's now, and how far each entry has moved it."""
        found: dict[int, tuple[timedelta, list[tuple[int, timedelta]]]] = {
            game.pk: (game.clock_offset, []) for game in games
        }
        for cycle, seq, events in Entry.objects.filter(cycle__in=found, action=ADVANCE_CLOCK).values_list(
            "cycle", "seq", "events"
        ):
            by = sum(float(event["seconds"]) for event in events if "seconds" in event)
            found[cycle][1].append((seq, timedelta(seconds=by)))
        return found

"""Match clocks, stored as rows, each with a deadline of the cycle in the order of R3."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.calendar import ANCHOR, LAST, calendar_of, span_at
from nomic.cycles.models import Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import NONE, Outages, outages_of
from nomic.db import Prepared, update
from nomic.law.document.sections import Law
from nomic.matches.contract.game import Clock
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match, TurnClock

EXPIRED = "clock-expired"
KIND = "matches"  # the law's name for the times of clocks
MATCHES_AN_ENTRY = 1_000  # matches that one entry can open at most
SEATS_A_MATCH = 1_000
MICROSECOND = timedelta(microseconds=1)

# Unordered, so that a name is not lost when another one overwrites it.
_of_match = Prepared(lambda match: TurnClock.objects.filter(match_id=match).order_by(), int, cacheable=True)


def label(match: Match, clock: str) -> str:
    """Return the label of a clock's deadline."""
    return f"match {match.code}: {clock}"


def due_instant(law: Law, at: datetime, clock: Clock, outages: Outages = NONE) -> datetime:
    """Return the instant at which a clock that begins at `at` expires, which is always later than `at`.

    If the clock has `only_in`, the instant falls in a phase of that kind. Clocks stop during outages, except those that
    run until the phase ends (R128).
    """
    if clock.until == "phase":
        return span_at(calendar_of(law), at).end
    length = timedelta(minutes=clock.minutes)
    passed = (at - ANCHOR) % length if clock.aligned else timedelta()
    return only_within(law, outages.due(at, length - passed), clock.only_in or "")


def only_within(law: Law, at: datetime, kind: str) -> datetime:
    """Return `at` if it lies in a phase of this kind, otherwise the beginning of the next such phase.

    If the calendar has no such phase, `at` is returned unchanged, so that the clock can expire.
    """
    calendar = calendar_of(law)
    if not any(phase.kind == kind for phase in calendar.phases):
        return at
    while at < LAST and (span := span_at(calendar, at)).kind != kind:
        at = span.end
    return at


def keep_time(act: ActionContext, table: LoadedMatch, *, again: bool = False) -> None:
    """Start, keep and stop clocks after a step.

    The remaining time of paused clocks is stored on the match's row. If `again` is set, the deadlines of all kept
    clocks are rewritten, because their order has changed.
    """
    match = table.match
    wanted = {} if match.is_over else {clock.name: clock for clock in table.clocks}
    known = {row.name: row for row in _running(match)}
    stopped = [row for name, row in known.items() if name not in wanted]
    beginning = [_columns(act, match, clock) for name, clock in wanted.items() if name not in known]
    time_left = _time_left(act, match, wanted.values(), stopped)
    if time_left != match.time_left:
        match.time_left = time_left
        update(match, ("time_left",))
    places = {seat.player: place for place, seat in enumerate(table.seats)} if beginning or known else {}
    # Usually one clock stops and another begins. Overwriting the old row halves the work.
    while stopped and beginning:
        _write_over(act, match, stopped.pop(), beginning.pop(), places)
    begun = [TurnClock(match=match, **columns) for columns in beginning]
    if stopped:
        TurnClock.objects.filter(pk__in=[row.pk for row in stopped]).delete()
    if begun:
        TurnClock.objects.bulk_create(begun)
    kept = [row for name, row in known.items() if name in wanted]
    changed = [row for row in kept if _follow(act, row, wanted[row.name])]
    for row in changed:
        update(row, ("players", "due_at"))
    due = [_deadline(match, row, places) for row in (*begun, *(kept if again else changed))]
    deadlines.store_deadlines(act.cycle, due, [label(match, row.name) for row in stopped])


def _running(match: Match) -> list[TurnClock]:
    """Return the running clocks of the match, sorted by name."""
    return sorted(_of_match.all(match.pk), key=attrgetter("name"))


def _time_left(
    act: ActionContext, match: Match, wanted: Iterable[Clock], stopped: Iterable[TurnClock]
) -> dict[str, int]:
    """Return the remaining time of paused clocks in microseconds by name, including those paused just now."""
    outages = outages_of(act.cycle, KIND)
    left = match.time_left | {row.name: outages.length(act.at, row.due_at) // MICROSECOND for row in stopped}
    held = {name for clock in wanted for name in clock.holds}
    return {name: microseconds for name, microseconds in left.items() if name in held}


def _follow(act: ActionContext, row: TurnClock, clock: Clock) -> bool:
    """Update a kept clock's players, and its due instant if the calendar has changed.

    Return whether anything changed.
    """
    due_at = _end_of_phase(act, row, clock) if clock.until else row.due_at
    before = (row.players, row.due_at)
    row.players, row.due_at = list(clock.players), due_at
    return before != (row.players, row.due_at)


def _end_of_phase(act: ActionContext, row: TurnClock, clock: Clock) -> datetime:
    """Return the due instant of a kept clock that runs until the phase ends.

    It is now if a change of the calendar ends the phase now (R136).
    """
    if row.began_at < act.at == act.cycle.phase_ends_at:
        return act.at
    return due_instant(act.law, act.at, clock, outages_of(act.cycle, KIND))


def _write_over(
    act: ActionContext, match: Match, row: TurnClock, columns: Mapping[str, Any], places: Mapping[str, int]
) -> None:
    """Reuse the row of a stopped clock for a new clock."""
    stopped = label(match, row.name)
    for name, value in columns.items():
        setattr(row, name, value)
    update(row, tuple(columns))
    deadlines.store_deadlines(act.cycle, [_deadline(match, row, places)], cancelled=[stopped])


def _columns(act: ActionContext, match: Match, clock: Clock) -> dict[str, Any]:
    """Return the columns of a new clock's row that differ between the clocks of a match.

    A clock begins at the instant of its step, which for an expired clock is the due instant (R3). A clock that was
    paused continues with its remaining time.
    """
    left, outages = match.time_left.get(clock.name), outages_of(act.cycle, KIND)
    due_at = due_instant(act.law, act.at, clock, outages) if left is None else outages.due(act.at, left * MICROSECOND)
    return {
        "name": clock.name,
        "players": list(clock.players),
        "began_at": act.at,
        "due_at": due_at,
        "only_in": clock.only_in or "",
    }


def _deadline(match: Match, row: TurnClock, places: Mapping[str, int]) -> Deadline:
    """Return the deadline of a clock.

    Deadlines of one instant are ordered by the start of their match, then by seat (R3).
    """
    seat = min((places.get(player, 0) for player in row.players), default=0)
    return Deadline(
        cycle_id=match.cycle_id,
        label=label(match, row.name),
        at=row.due_at,
        rank=Rank.GAMES,
        order=(match.started_seq * MATCHES_AN_ENTRY + match.place) * SEATS_A_MATCH + seat,
        action=EXPIRED,
        args={"match": match.code, "clock": row.name},
    )


def put_off(act: ActionContext, table: LoadedMatch, row: TurnClock, due_at: datetime) -> None:
    """Postpone a clock, and its deadline, to the instant `due_at`."""
    row.due_at = due_at
    update(row, ("due_at",))
    places = {seat.player: place for place, seat in enumerate(table.seats)}
    deadlines.store_deadlines(act.cycle, [_deadline(table.match, row, places)])


def clock_data(row: TurnClock) -> dict[str, Any]:
    """Return the public data of a running clock."""
    return {"name": row.name, "players": row.players, "began_at": row.began_at, "due_at": row.due_at}


def running_clocks(match: Match) -> list[TurnClock]:
    """Return the running clocks of a match, by due instant."""
    return sorted(_of_match.all(match.pk), key=lambda row: (row.due_at, row.name))


def length_in_words(length: timedelta) -> str:
    """Return a length of time to the minute: "2 hours 30 minutes"."""
    hours, minutes = divmod(round(length / timedelta(minutes=1)), 60)
    counted = ((hours, "hour"), (minutes, "minute"))
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in counted if count]
    return " ".join(parts) or "less than a minute"

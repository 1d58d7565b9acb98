"""Reminders about matches: running clocks and owed choices."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse

from nomic.cycles.models import Cycle, Status
from nomic.matches.hosting import clocks
from nomic.matches.hosting.channels import game_channel
from nomic.matches.models import MatchSeat, TurnClock
from nomic.players.player_tasks import RunningClock


def running_clocks(cycle: Cycle | None) -> Iterator[RunningClock]:
    """Yield the running clocks of matches in a cycle, or in all cycles if `cycle` is None."""
    rows = TurnClock.objects.filter(match__cycle__fork_of=None, match__cycle__status=Status.RUNNING)
    if cycle is not None:
        rows = rows.filter(match__cycle=cycle)
    for row in rows.select_related("match__cycle").order_by("pk"):
        yield _clock_of_turn(row, cycle or row.match.cycle)


def _clock_of_turn(row: TurnClock, cycle: Cycle) -> RunningClock:
    match, until, ends = row.match, f"until {_instant(row.due_at)}", f"; it ends {_instant(row.due_at)}"
    if cycle.practice:  # its owner moves the clock, so a date of the calendar would mislead
        until, ends = f"for {clocks.length_in_words(row.due_at - row.began_at)} of practice time", ""
    return RunningClock(
        cycle=cycle,
        key=clocks.label(match, row.name),
        players=tuple(row.players),
        began_at=row.began_at,
        due_at=row.due_at,
        begun=f"It is your turn in {match.title}, {until}.",
        nearly_up=f"Your time in {match.title} is nearly up{ends}.",
        link=reverse("web:match", args=[cycle.slug, match.code]),
        channel=game_channel(match),
    )


def owed_choices(cycle: Cycle | None) -> Iterator[RunningClock]:
    """Yield a clock for each player who owes a choice while the match waits for somebody else.

    The choice can wait at least until the other player's time is up. `cycle` limits the search to one cycle; None
    searches all.
    """
    seats = MatchSeat.objects.filter(
        owes_since__isnull=False, match__cycle__fork_of=None, match__cycle__status=Status.RUNNING
    )
    if cycle is not None:
        seats = seats.filter(match__cycle=cycle)
    for seat in seats.select_related("match__cycle").prefetch_related("match__clocks").order_by("pk"):
        running = list(seat.match.clocks.all())
        if running and seat.owes_since and not any(seat.player in clock.players for clock in running):
            yield _clock_of_choice(
                seat, seat.owes_since, max(clock.due_at for clock in running), cycle or seat.match.cycle
            )


def _clock_of_choice(seat: MatchSeat, since: datetime, until: datetime, cycle: Cycle) -> RunningClock:
    match = seat.match
    return RunningClock(
        cycle=cycle,
        key=clocks.label(match, f"owed by {seat.player}"),
        players=(seat.player,),
        began_at=since,
        due_at=until,
        begun=f"You have a choice to make in {match.title}. The match goes on without waiting for it.",
        nearly_up=f"You still have a choice to make in {match.title}; soon it will be made at random.",
        link=reverse("web:match", args=[cycle.slug, match.code]),
        channel=game_channel(match),
    )


def _instant(at: datetime) -> str:
    return f"{at:%A %d %B, %H:%M} UTC"

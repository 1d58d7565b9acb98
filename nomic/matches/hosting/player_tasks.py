"""Tasks of players in matches: their turns, and choices that they owe while the match continues."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.reminders import owed_choices, running_clocks
from nomic.matches.models import MatchSeat, MatchStatus, TurnClock
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind

SEAT = "match__seats__status"
MOVE = "move"
INVITED = "invited"  # the game has a kind of tasks for invitations
SEATED = "in"

_clocks = PlayerQuery(
    lambda cycles, name: (
        TurnClock.objects.filter(match__cycle_id__in=cycles, match__seats__player=name)
        .exclude(match__status=MatchStatus.OVER)
        .order_by("due_at", "pk")
        .values_list("match__cycle_id", "match__code", "match__title", "name", "players", "began_at", "due_at", SEAT)
    )
)
_owed = PlayerQuery(
    lambda cycles, name: (
        MatchSeat.objects.filter(match__cycle_id__in=cycles, player=name, owes_since__isnull=False)
        .exclude(match__status=MatchStatus.OVER)
        .order_by("owes_since", "pk")
        .values_list("match__cycle_id", "match__code", "match__title", "owes_since")
    )
)


def _clocks_of(asked: TaskLookup) -> dict[tuple[int, str], tuple[str, str, datetime, datetime]]:
    """Return (title, clock, beginning, end) of each match that waits for the player, by cycle and match code.

    The clock is the one that ends first.
    """
    found: dict[tuple[int, str], tuple[str, str, datetime, datetime]] = {}
    for pk, code, title, name, players, began_at, due_at, seat in _clocks.all(asked):
        if asked.player in players and seat != INVITED:
            found.setdefault((pk, code), (title, name, began_at, due_at))
    return found


def turns(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each match that waits for the player."""
    for (pk, code), (title, name, began_at, due_at) in asked.recall("turns", lambda: _clocks_of(asked)).items():
        cycle = asked.cycle(pk)
        link = reverse("web:match", args=[cycle.slug, code])
        yield Task(cycle, f"{code} {name}", f"Your move in {title}", link, began_at, due_at, MOVE, {"match": code})


def choices_owed(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each choice that the player owes in a match that waits for others.

    Chance makes the choice if the player does not.
    """
    for pk, code, title, since in _owed.all(asked):
        if (pk, code) not in asked.recall("turns", lambda: _clocks_of(asked)):
            cycle = asked.cycle(pk)
            link = reverse("web:match", args=[cycle.slug, code])
            yield Task(cycle, code, f"A choice for you to make in {title}", link, since, None, MOVE, {"match": code})


def turns_missed_by(ctx: ReadContext, to: datetime) -> list[Task]:
    """Return a task for each unfinished match in which a turn of the actor would end by the instant `to`.

    This includes a turn that they have now, and one after another player's: bots act at once, and the next turn is
    expected to last as long as the current one. Only a task for a turn that they have now has an action.
    """
    missed: dict[str, Task] = {}
    for _, code, title, name, players, began_at, due_at, seat in _clocks.all(
        TaskLookup(ctx.actor.name, {ctx.cycle.pk: ctx})
    ):
        is_now = ctx.actor.name in players
        ends = due_at if is_now else ctx.at + (due_at - began_at)
        if seat == SEATED and ends <= to:
            link = reverse("web:match", args=[ctx.cycle.slug, code])
            missed.setdefault(
                code, Task(ctx.cycle, f"{code} {name}", title, link, began_at, ends, MOVE if is_now else "")
            )
    return list(missed.values())


TURN = WaitingKind("turn", "Your turns", Urgency.OTHERS_WAIT, turns, clocks=running_clocks, button="Play")
OWED = WaitingKind(
    "owed-choice", "Choices for you to make", Urgency.ENDS, choices_owed, clocks=owed_choices, button="Choose"
)
KINDS = (TURN, OWED)

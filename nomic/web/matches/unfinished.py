"""Unfinished matches of a visitor in practice cycles: the front page leads back to them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.matches.models import Match, MatchSeat, MatchStatus, TurnClock
from nomic.web.people.shown_names import renamed, shown_names_of

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match, its cycle, its other players unless the title names them, and whether it is the visitor's turn."""

    title: str
    match: Match
    cycle: Cycle
    others: Sequence[str]
    is_your_turn: bool


def unfinished_matches(person: Person, among: QuerySet[Cycle]) -> list[Unfinished]:
    """Return a person's newest unfinished matches in running cycles of a query. Those on their turn come first.

    Seats are found by the name of the person's player, which at a guest's table is not the account's name.
    """
    seats = MatchSeat.objects.filter(
        match__cycle__in=among.filter(status=Status.RUNNING).order_by().values("pk"),
        match__cycle__players__person=person,
        match__cycle__players__left_at=None,
        player=F("match__cycle__players__name"),
        status="in",
    ).exclude(match__status=MatchStatus.OVER)
    names = dict(seats.order_by("-match_id").values_list("match", "player")[:SHOWN])
    if not names:
        return []
    cycles = {cycle.pk: cycle for cycle in cycles_now(Cycle.objects.filter(matches__in=names).distinct())}
    called = shown_names_of(cycles.values())
    found = Match.objects.filter(pk__in=names).exclude(status=MatchStatus.OVER).defer("state").prefetch_related("seats")
    clocks = TurnClock.objects.filter(match__in=names)
    waiting = {clock.match_id for clock in clocks if names[clock.match_id] in clock.players}
    shown = [
        Unfinished(
            renamed(match.title, called[match.cycle_id]),
            match,
            cycles[match.cycle_id],
            [renamed(name, called[match.cycle_id]) for name in _others(match, names[match.pk])],
            match.pk in waiting,
        )
        for match in found
        if match.cycle_id in cycles
    ]
    return sorted(shown, key=lambda each: not each.is_your_turn)


def _others(match: Match, own: str) -> list[str]:
    others = [seat.player for seat in match.seats.all() if seat.player != own]
    return [] if all(name in match.title for name in others) else others

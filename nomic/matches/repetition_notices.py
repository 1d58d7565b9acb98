"""Notices about matches that are not over: a game goes in circles. They are settled when the match is over."""

from collections.abc import Iterable

from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.matches.models import MatchSeat, MatchStatus
from nomic.notices.kinds import Heading, NoticeKind


def own_matches(ctx: ReadContext) -> list[str]:
    """Return the pages of the actor's matches that are not over."""
    return _pages(ctx, ("in",))


def invitations(ctx: ReadContext) -> list[str]:
    """Return the pages of matches that the actor has been asked to join, without an answer."""
    return _pages(ctx, ("invited",))


def _pages(ctx: ReadContext, statuses: Iterable[str]) -> list[str]:
    seats = MatchSeat.objects.filter(match__cycle=ctx.cycle, player=ctx.actor.name, status__in=statuses)
    codes = seats.exclude(match__status=MatchStatus.OVER).values_list("match__code", flat=True)
    return [reverse("web:match", args=[ctx.cycle.slug, code]) for code in codes]


STANDSTILL = NoticeKind(
    "standstill",
    "A game of yours goes in circles and may end",
    Heading.GAMES,
    is_seen_alone=True,
    open_pages=own_matches,
)

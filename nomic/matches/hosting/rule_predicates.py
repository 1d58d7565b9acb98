"""Predicates about matches, and names of their events, for rules: who has a seat, since when, and who won or lost."""

import json
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.world import Names
from nomic.matches.models import Match, MatchSeat, MatchStatus, StandingOrder

OF_A_MATCH: Scope = {
    "game": "names",
    "match_kind": "names",
    "title": "names",
    "players": "players",
    "losers": "players",
}


def _seats(ctx: ReadContext) -> QuerySet[MatchSeat]:
    """Return a query for the seats of players who take part in an unfinished match."""
    return MatchSeat.objects.filter(match__cycle=ctx.cycle, status="in").exclude(match__status=MatchStatus.OVER)


def in_match(ctx: ReadContext, asked: str) -> Mapping[str, int]:
    """Player predicate: return 1 for each player who sits at an unfinished match that fits `asked`.

    `asked` is JSON: the stage, the kind or game ("" for any), and the other players who must sit there too.
    """
    stage, kind, named = json.loads(asked)
    others = set(named)
    seats: dict[int, set[str]] = {}
    for row in _seats(ctx).select_related("match").order_by():
        match = row.match
        if stage in ("any", match.status) and kind in ("", match.kind, match.game):
            seats.setdefault(match.pk, set()).add(row.player)
    return {name: 1 for players in seats.values() for name in players if others <= players - {name}}


def since_match(ctx: ReadContext, unit: str) -> Mapping[str, int]:
    """Player predicate: return for each player in a match the time, in `unit`, since their oldest match began.

    For a match that is still gathering, the time since it was opened counts.
    """
    found: dict[str, int] = {}
    for row in _seats(ctx).select_related("match").order_by():
        since = row.match.started_at or row.match.opened_at
        span = timedelta(hours=1 if unit == "hours" else 24)
        found[row.player] = max(found.get(row.player, 0), (ctx.at - since) // span)
    return found


def finished_match_names(ctx: ReadContext, event: Mapping[str, Any]) -> Names:
    """Return further names for the event of a finished match: its game, kind, title, participants and losers.

    Nobody lost if nobody won.
    """
    match = Match.objects.get(cycle=ctx.cycle, code=event["match"])
    seats = match.seats.exclude(status="invited").order_by("place").values_list("player", flat=True)
    players, winners = tuple(seats), set(event["winners"])
    return {
        "game": (match.game,),
        "match_kind": (match.kind,) if match.kind else (),
        "title": (match.title[:60],),
        "players": players,
        "losers": tuple(name for name in players if winners and name not in winners),
    }


def match_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of matches and standing orders by code."""
    matches = Match.objects.filter(cycle=cycle, code__in=codes).values_list("code", "title")
    orders = StandingOrder.objects.filter(match__cycle=cycle, code__in=codes).values_list("code", "player")
    return {**dict(matches), **{code: f"a standing order of {player}" for code, player in orders}}

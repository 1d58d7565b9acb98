"""Preconditions and choices of actions in matches."""

from collections.abc import Iterable, Sequence

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Choice, Choices
from nomic.cycles.domain.exceptions import Refused
from nomic.db import Prepared
from nomic.matches.hosting.registry import all_games
from nomic.matches.models import Match, MatchSeat, MatchStatus, OrderStatus, StandingOrder

OWN = "own matches"

_sat_at = Prepared(
    lambda cycle, player: (
        Match.objects.filter(cycle_id=cycle, seats__player=player, seats__status="in")
        .exclude(status=MatchStatus.OVER)
        .order_by("opened_seq", "place")
        .only("code", "title", "game")
    ),
    int,
    str,
    cacheable=True,
)
_orders = Prepared(
    lambda cycle, player: (
        StandingOrder.objects.filter(match__cycle_id=cycle, player=player, status=OrderStatus.WAITING)
        .select_related("match")
        .order_by("pk")
        .only("code", "match__code", "match__title")
    ),
    int,
    str,
    for_pages=True,
)


def sits_at_a_match(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has a seat at an unfinished match."""
    if not _own(ctx):
        raise Refused("no-match", "You sit at no running match.", "Games")


def sits_where_orders_are(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has a seat at an unfinished match with standing orders (R110)."""
    sits_at_a_match(ctx)
    if not _own_with_orders(ctx):
        raise Refused("no-orders", "No game that you sit at has standing orders.", "Standing orders (R110)")


def has_order_waiting(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has a waiting standing order (R110)."""
    if not _waiting(ctx):
        raise Refused("no-order", "You have no waiting standing orders.", "Standing orders (R110)")


def _waiting(ctx: ReadContext) -> list[StandingOrder]:
    return ctx.recall("orders waiting", lambda: _orders.all(ctx.cycle.pk, ctx.actor.name))


def know_seats(ctx: ReadContext, matches: Iterable[tuple[Match, Sequence[MatchSeat]]]) -> None:
    """Cache the actor's matches in the context, given all unfinished matches with their seats. This saves a query."""
    own = [match for match, seats in matches if any(_is_in(seat, ctx.actor.name) for seat in seats)]
    ctx.know(OWN, sorted(own, key=lambda match: (match.opened_seq, match.place)))


def _is_in(seat: MatchSeat, player: str) -> bool:
    return seat.player == player and seat.status == "in"


def _own(ctx: ReadContext) -> list[Match]:
    """Return the matches at which the actor sits."""
    return ctx.recall(OWN, lambda: _sat_at.all(ctx.cycle.pk, ctx.actor.name))


def _own_with_orders(ctx: ReadContext) -> list[Match]:
    """Return the actor's matches whose games have standing orders."""
    games = {game.name for game in all_games() if game.takes_orders}
    return [match for match in _own(ctx) if match.game in games]


def match_choices(ctx: ReadContext) -> Choices:
    """Return the matches at which the actor sits."""
    return {"match": [Choice(match.code, match.title) for match in _own(ctx)]}


def ordering_choices(ctx: ReadContext) -> Choices:
    """Return the matches at which the actor sits and can give standing orders."""
    return {"match": [Choice(match.code, match.title) for match in _own_with_orders(ctx)]}


def order_choices(ctx: ReadContext) -> Choices:
    """Return the actor's waiting orders, with their matches."""
    orders = _waiting(ctx)
    matches = {order.match.code: order.match.title for order in orders}
    return {
        "match": [Choice(code, title) for code, title in matches.items()],
        "order": [Choice(order.code, f"{order.code} in {order.match.title}") for order in orders],
    }

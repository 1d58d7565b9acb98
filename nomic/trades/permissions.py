"""Preconditions of the actions on trades."""

from dataclasses import dataclass

from django.db.models import Count, Q

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.db import Prepared
from nomic.players.lookup import is_player, player_of
from nomic.trades.law_section import RULE, may_trade, most_open_now, who_in_words
from nomic.trades.lookup import awaited_of, consented_by, is_one_of_the_two
from nomic.trades.models import Trade, TradeStatus


@dataclass(frozen=True, slots=True)
class OpenTrades:
    """The numbers of open trades that the actor has offered, is a party to, consents to, and could consent to."""

    offered: int
    own: int
    consented: int
    awaiting: int


_counts = Prepared(
    lambda cycle, name: (
        Trade.objects.filter(cycle_id=cycle, status=TradeStatus.OPEN)
        .order_by()
        .values("cycle_id")
        .annotate(
            offered=Count("pk", filter=Q(maker=name)),
            own=Count("pk", filter=is_one_of_the_two(name)),
            consented=Count("pk", filter=consented_by(name)),
            awaiting=Count("pk", filter=awaited_of(name)),
        )
        .values_list("offered", "own", "consented", "awaiting")
    ),
    int,
    str,
    for_pages=True,
)


def open_trades_of_actor(ctx: ReadContext) -> OpenTrades:
    """Return the numbers of the actor's open trades, read once for all preconditions."""
    return ctx.recall("open trades of the actor", lambda: _counted(ctx))


def _counted(ctx: ReadContext) -> OpenTrades:
    return OpenTrades(*(_counts.first(ctx.cycle.pk, ctx.actor.name) or (0, 0, 0, 0)))


def who_trades(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is a player who may trade (R21, R117)."""
    is_player(ctx)
    if not may_trade(ctx, player_of(ctx).name):
        raise Refused("may-not-trade", f"You may trade only if {who_in_words(ctx.law)}.", RULE)


def room_for_another(ctx: ReadContext) -> None:
    """Precondition: raises Refused if the actor has as many open offers as the law allows."""
    most = most_open_now(ctx)
    mine = open_trades_of_actor(ctx).offered
    if mine >= most:
        raise Refused(
            "too-many-open",
            f"You have {mine} open {'offer' if mine == 1 else 'offers'}, and the law allows {most} at once: "
            "withdraw one, or wait until one ends.",
            RULE,
        )


def something_to_consent_to(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless an offer waits for the actor's consent."""
    if not open_trades_of_actor(ctx).awaiting:
        raise Refused("nothing-offered", "No trade waits for your consent.", RULE)


def a_trade_of_ones_own(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is a party to an open trade."""
    if not open_trades_of_actor(ctx).own:
        raise Refused("no-open-trade", "You have no open trade.", RULE)


def something_to_counter(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless there is an open trade whose terms the actor could change."""
    if not (open_trades_of_actor(ctx).own or open_trades_of_actor(ctx).awaiting):
        raise Refused("no-open-trade", "You have no open trade, and nobody offers you one.", RULE)


def has_consented(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor consents to an open trade."""
    if not open_trades_of_actor(ctx).consented:
        raise Refused("nothing-consented", "You have not consented to any open trade.", RULE)

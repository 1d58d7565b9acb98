"""Lookup of a trade by its number or its code."""

from collections.abc import Collection, Mapping
from typing import Annotated

from django.db.models import Q, QuerySet
from pydantic import Field, StringConstraints

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.trades.law_section import RULE
from nomic.trades.models import Trade, TradeStatus

TradeRef = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12),
    Field(description="its number, or its code", examples=["12"]),
    Refers(lambda ctx, field, given: find_trade(ctx, given).code),
]


def trade_or_none(cycle_id: int, reference: str) -> Trade | None:
    """Return the trade with this code or number, or None if there is none."""
    found = Trade.objects.filter(cycle_id=cycle_id)
    trade = found.filter(code=reference).first()
    if trade is None and reference.isascii() and reference.isdecimal() and len(reference) < 9:
        trade = found.filter(number=int(reference)).first()
    return trade


def find_trade(ctx: ReadContext, reference: str) -> Trade:
    """Return the trade with that number or code. Raises BadArguments on "trade" if there is none."""
    trade = trade_or_none(ctx.cycle.pk, reference)
    if trade is None:
        raise BadArguments.on("trade", f"there is no trade {reference!r}")
    return trade


def open_trade(act: ActionContext, reference: str) -> Trade:
    """Return the open trade with that number or code, and record its code in the journal.

    Raises BadArguments if there is none, or Refused if it is closed.
    """
    trade = find_trade(act, reference)
    act.record_args(trade=trade.code)
    if not trade.is_open:
        raise Refused("not-open", f"Trade {trade.number} is {trade.get_status_display()}.", RULE)
    return trade


def own_trade(act: ActionContext, reference: str) -> Trade:
    """Return a trade as `open_trade` does. Raises Refused if the actor is not one of its two players."""
    trade = open_trade(act, reference)
    if not trade.is_of(act.actor.name):
        raise Refused("not-yours", f"Trade {trade.number} is not yours.", RULE)
    return trade


def open_trades(ctx: ReadContext) -> QuerySet[Trade]:
    """Return a query for the open trades of the cycle, oldest first."""
    return Trade.objects.filter(cycle=ctx.cycle, status=TradeStatus.OPEN).order_by("number")


def is_one_of_the_two(name: str) -> Q:
    """Return a filter for trades offered by or to a player."""
    return Q(maker=name) | Q(other=name)


def consented_by(name: str) -> Q:
    """Return a filter for trades to whose current version a player consents."""
    return Q(maker=name, maker_consents=True) | Q(other=name, other_consents=True)


def awaited_of(name: str) -> Q:
    """Return a filter for trades to which a player could consent.

    These are trades offered to the player or to anybody, and the player's own offers to which the player has not
    consented.
    """
    of_mine = Q(other=name, other_consents=False) | Q(maker=name, maker_consents=False)
    return of_mine | (Q(other="") & ~Q(maker=name))


def own_open_trades(ctx: ReadContext) -> QuerySet[Trade]:
    """Return a query for open trades offered by or to the actor."""
    return open_trades(ctx).filter(is_one_of_the_two(ctx.actor.name))


def awaiting_consent(ctx: ReadContext) -> QuerySet[Trade]:
    """Return a query for open trades to which the actor could consent."""
    return open_trades(ctx).filter(awaited_of(ctx.actor.name))


def trade_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of trades by code."""
    found = Trade.objects.filter(cycle=cycle, code__in=codes).values_list("code", "number")
    return {code: f"trade {number}" for code, number in found}

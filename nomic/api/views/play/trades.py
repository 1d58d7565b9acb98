"""Open trades, and the outcome of closed ones."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from django.db.models import Q
from django.http import Http404
from pydantic import Field, StringConstraints
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape, TextOrNone
from nomic.api.views.cycle.players import PlayerName
from nomic.cycles.models import Cycle
from nomic.trades.lookup import trade_or_none
from nomic.trades.models import Trade
from nomic.trades.views import ShownLot, ShownTrade, that_give, trade_views

StatusName = Literal["open", "made", "withdrawn", "expired", "void"]
REFERENCE = r"^[0-9a-z]{1,12}$"
Word = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00]+$")]


class TradeLot(Shape):
    """A thing that a side gives: an amount of an item, a card by its `code`, or a number of any cards with a name.

    `promised_twice` is true if the giver has promised more of it in all open trades than they have.
    """

    kind: Literal["item", "card", "any-card"]
    name: str
    count: int
    code: str | None
    words: str
    promised_twice: bool = Field(validation_alias="is_promised_twice")
    missing: bool = Field(
        validation_alias="is_missing",
        description="whether the giver currently lacks that amount or card",
    )


class TradeDetail(Shape):
    """A trade. The `maker` offered it first to `other`, which is null for an offer to anybody.

    `author` wrote the current version. A consent applies to one `version`; `willing` are the players who consent to the
    current one.
    """

    number: int
    code: str
    maker: str
    other: TextOrNone
    author: str
    version: int
    willing: list[str]
    status: StatusName
    why: TextOrNone = Field(description="why the trade ended without a result")
    answers: TextOrNone = Field(description="the code of the open offer that it answers")
    maker_gives: list[TradeLot]
    other_gives: list[TradeLot]
    offered_at: datetime
    ends_at: datetime
    closed_at: datetime | None


class TradePage(Shape):
    """Trades, newest first."""

    items: list[TradeDetail]
    next: str | None


class TradesQuery(Paged):
    status: StatusName | None = Field(default=None, description="only those with this status")
    player: PlayerName | None = Field(default=None, description="only trades of this player, on either side")
    to_anybody: bool | None = Field(default=None, description="only trades that are (or are not) offered to anybody")
    gives: Word | None = Field(default=None, description="only trades whose maker gives something of this name")
    wants: Word | None = Field(default=None, description="only trades whose maker wants something of this name")
    before: Number | None = Field(default=None, description="the number before which the page begins")


def _lot(each: ShownLot) -> TradeLot:
    lot = each.lot
    return TradeLot.from_object(
        each,
        kind="item" if not lot.is_card else "any-card" if lot.is_any else "card",
        name=lot.name,
        count=lot.amount,
        code=None if lot.card is None else lot.card.code,
    )


def _detail(each: ShownTrade) -> TradeDetail:
    return TradeDetail.from_object(
        each.trade, maker_gives=[_lot(lot) for lot in each.gives], other_gives=[_lot(lot) for lot in each.wants]
    )


def _details(cycle: Cycle, trades: Sequence[Trade]) -> list[TradeDetail]:
    return [_detail(each) for each in trade_views(cycle, trades)]


class TradesView(ApiView):
    @reads(TradePage, name="trades_list", summary="List the trades", tag="trades", query=TradesQuery)
    def get(self, request: Request, cycle: Cycle, query: TradesQuery) -> TradePage:
        """Open and closed trades, newest first."""
        found = Trade.objects.filter(cycle=cycle)
        if query.status is not None:
            found = found.filter(status=query.status)
        if query.player is not None:
            found = found.filter(Q(maker=query.player) | Q(other=query.player))
        if query.to_anybody is not None:
            found = found.filter(other="") if query.to_anybody else found.exclude(other="")
        for words, by_maker in ((query.gives, True), (query.wants, False)):
            if words is not None:
                found = that_give(found, words, by_maker=by_maker)
        if query.before is not None:
            found = found.filter(number__lt=query.before)
        page, more = query.page(found.order_by("-number"))
        return TradePage(
            items=_details(cycle, page),
            next=next_page(request, before=page[-1].number) if more else None,
        )


class TradeView(ApiView):
    @reads(
        TradeDetail,
        name="trade",
        summary="Read a trade",
        tag="trades",
        parts={"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> TradeDetail:
        """Return a trade by its number or its code: what each side gives, the consents, and until when it is open."""
        trade = trade_or_none(cycle.pk, reference)
        if trade is None:
            raise Http404(f"There is no trade '{reference}' in this cycle.")
        return _details(cycle, [trade])[0]

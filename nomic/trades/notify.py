"""Notices to the two players of a trade about offers and outcomes."""

from django.db.models import Q

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify
from nomic.trades.models import Trade, TradeStatus


def pages_to_consent_on(ctx: ReadContext) -> list[str]:
    """Return the pages of open trades that wait for the actor's consent."""
    waits = Q(other=ctx.actor.name, other_consents=False) | Q(maker=ctx.actor.name, maker_consents=False)
    trades = Trade.objects.filter(waits, cycle=ctx.cycle, status=TradeStatus.OPEN)
    return [f"/c/{ctx.cycle.slug}/trades/{number}/" for number in trades.values_list("number", flat=True)]


OFFERED = NoticeKind(
    "trade-offered",
    "Somebody offers you a trade, changes it or takes it back",
    Heading.TRADES,
    open_pages=pages_to_consent_on,
)
OVER = NoticeKind("trade-over", "A trade of yours takes place or ends without a result", Heading.TRADES)


def link_to(trade: Trade) -> str:
    """Return the address of a trade's page."""
    return f"/c/{trade.cycle.slug}/trades/{trade.number}/"


def notify_other(act: ActionContext, trade: Trade, by: str, kind: NoticeKind, text: str) -> None:
    """Notify the trading partner of the player who has acted, if there is one."""
    name = trade.partner_of(by)
    if name:
        notify(act, [name], kind.name, text, link_to(trade))


def notify_both(act: ActionContext, trade: Trade, text: str) -> None:
    """Notify both players of the outcome, except the actor."""
    names = [name for name in (trade.maker, trade.other) if name and name != act.actor.name]
    if names:
        notify(act, names, OVER.name, text, link_to(trade))

"""Acts on trades whose terms a reroll has undone (R134).

The trade becomes void, and the act has no other effect.
"""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.models import Entry
from nomic.trades.actions.close import void_trade
from nomic.trades.lookup import trade_or_none
from nomic.trades.models import Trade, TradeStatus

OF_TRADES = frozenset(("offer-trade", "counter-trade", "consent-trade", "take-back-consent", "withdraw-trade"))
WHY = "a reroll has undone something that the trade names"


def is_unanswered_offer(entry: Entry) -> bool:
    """Return whether an entry is about a trade that has not taken place."""
    if entry.action not in OF_TRADES:
        return False
    codes = {event["trade"] for event in entry.events if "trade" in event}
    return not Trade.objects.filter(cycle_id=entry.cycle_id, code__in=codes, status=TradeStatus.MADE).exists()


def void_undone_trade(act: ActionContext, reference: str) -> None:
    """Record an act about a trade whose terms were undone, and void the trade if it is open."""
    trade = trade_or_none(act.cycle.pk, reference)
    act.record_args(trade=reference if trade is None else trade.code)
    if trade is not None and trade.is_open:
        act.message(f"{act.actor.name} acts on trade {trade.number}.")
        void_trade(act, trade, WHY)
    else:
        called = "a trade" if trade is None else f"trade {trade.number}"
        act.message(f"{act.actor.name} acts on {called}: it has no effect, because {WHY}.")

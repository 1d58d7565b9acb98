"""Closing of open trades without an exchange: by expiry, a player's leaving, a repeal, or the end of the cycle."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from pydantic import Field

from nomic import limits
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import CycleEnded, LawChanged
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import OutageChange, extend_periods, outages_of
from nomic.players.events import Left
from nomic.trades.events import TradeExpired, TradeVoid
from nomic.trades.law_section import RULE, hours_now, trades_of
from nomic.trades.models import Trade, TradeStatus
from nomic.trades.notify import notify_both

EXPIRE = "expire-trade"
KIND = "trades"  # the law's key for the duration of an offer


class ExpireArgs(Args):
    """The trade that expires."""

    trade: str = Field(max_length=limits.NAME)


def run_from_now(act: ActionContext, trade: Trade) -> None:
    """Restart the time limit for the other player's consent (R21). The caller saves the trade."""
    trade.since = act.at
    trade.ends_at = outages_of(act.cycle, KIND).due(act.at, timedelta(hours=hours_now(act)))


def expect_end(act: ActionContext, trade: Trade) -> None:
    """Schedule the expiry of the trade."""
    deadlines.schedule(
        act.cycle,
        trade.deadline_label,
        at=trade.ends_at,
        rank=Rank.TRADES,
        order=trade.number,
        action=EXPIRE,
        args={"trade": trade.code},
    )


def close_trade(act: ActionContext, trade: Trade, status: TradeStatus, why: str = "") -> None:
    """Close an open trade with this status, and cancel its deadline. `why` is the reason, cut to 300 characters."""
    trade.status, trade.why, trade.closed_at = status, why[:300], act.at
    trade.save()
    deadlines.cancel(act.cycle, trade.deadline_label)


def void_trade(act: ActionContext, trade: Trade, why: str) -> None:
    """Close a trade as void, with the reason (R21)."""
    close_trade(act, trade, TradeStatus.VOID, why)
    act.message(f"Trade {trade.number} is void: {why}.")
    act.emit(TradeVoid(trade=trade.code, number=trade.number, player=trade.maker, partner=trade.other))
    notify_both(act, trade, f"Trade {trade.number} is void: {why}.")


def expire(act: ActionContext, args: ExpireArgs) -> None:
    """Expire a trade to which the other player did not consent in time (R21)."""
    trade = Trade.objects.get(cycle=act.cycle, code=args.trade)
    close_trade(act, trade, TradeStatus.EXPIRED)
    act.message(f"Trade {trade.number} expires.")
    act.emit(TradeExpired(trade=trade.code, number=trade.number, player=trade.maker, partner=trade.other))
    notify_both(act, trade, f"Trade {trade.number} expires: nobody has consented to it in time.")


def void_trades_of_leaver(act: ActionContext, left: Left) -> None:
    """Void the open trades of a player who leaves (R5)."""
    found = _open(act).filter(Q(maker=left.player) | Q(other=left.player))
    for trade in found:
        void_trade(act, trade, f"{left.player} has left the game")


def void_trades_at_cycle_end(act: ActionContext, ended: CycleEnded) -> None:
    """Void all open trades at the end of the cycle, because nobody can consent any longer (R101)."""
    _void_all(act, "the cycle has ended")


def void_trades_on_repeal(act: ActionContext, changed: LawChanged) -> None:
    """Void all open trades if the law no longer allows trading."""
    if "trades" in changed.sections and trades_of(act.law) is None:
        _void_all(act, "the law no longer has trades")


def _open(act: ActionContext) -> QuerySet[Trade]:
    return Trade.objects.filter(cycle=act.cycle, status=TradeStatus.OPEN).order_by("number")


def _void_all(act: ActionContext, why: str) -> None:
    """Void all open trades in one statement, because there may be thousands."""
    trades = list(_open(act))
    if not trades:
        return
    _open(act).update(status=TradeStatus.VOID, why=why, closed_at=act.at)
    deadlines.store_deadlines(act.cycle, [], [trade.deadline_label for trade in trades])
    several = "1 open trade is" if len(trades) == 1 else f"{len(trades)} open trades are"
    act.message(f"{several} void: {why}.")


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Extend the time limits of open trades by an outage (R128). Returns their number."""
    return extend_periods(
        act, change, EXPIRE, _open(act), lambda trade: trade.deadline_label, lambda trade, _: trade.since
    )


ACTIONS = (
    Action(
        name=EXPIRE,
        channel="system",
        title="A trade expires",
        summary_phrases=("trade {number} expired", "{count} trades expired"),
        summary="The time of an offer is over.",
        rule=RULE,
        args=ExpireArgs,
        run=expire,
    ),
)

"""Bots' answers to trades in practice cycles.

Bots consent to a trade if what they get is worth more than what they give, and decline all others.
"""

from collections.abc import Sequence

from pydantic import Field

from nomic import limits
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.deferred_bans import ban_on
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.law.document.sections import Law
from nomic.matches.practice.bot_characters import is_bot
from nomic.trades.actions.consent import agree_to_trade, end_trade
from nomic.trades.events import TradeConsented, TradeCountered, TradeEvent, TradeOffered
from nomic.trades.law_section import may_trade
from nomic.trades.models import Lot, Trade
from nomic.trades.terms.lots import given_by, lots_of
from nomic.trades.terms.tradables import worth_of_things

EVENTS_THAT_WAKE_BOTS: tuple[type[TradeEvent], ...] = (TradeOffered, TradeCountered, TradeConsented)
JUDGE = "bot-judges-trade"


class JudgeArgs(Args):
    """The trade that waits for a bot."""

    trade: str = Field(max_length=limits.NAME)


def wake_bots(act: ActionContext, asked: TradeEvent) -> None:
    """Schedule a bot's answer as the next entry, if the trade waits for a bot."""
    if act.cycle.practice and act.cycle.is_running and is_bot(asked.partner):
        deadlines.schedule(
            act.cycle,
            f"a bot's answer to trade {asked.trade}",
            at=act.at,
            rank=Rank.AT_ONCE,
            action=JUDGE,
            args={"trade": asked.trade},
        )


def judge(act: ActionContext, args: JudgeArgs) -> None:
    """Let the bot consent to a trade, or decline it.

    It consents if it can, and if it gains by the law's prices.
    """
    trade = Trade.objects.get(cycle=act.cycle, code=args.trade)
    bot = next((name for name in trade.partners if is_bot(name) and name not in trade.willing), "")
    if not trade.is_open or not bot:
        act.message(f"Trade {trade.number} no longer waits for a bot.")
        return
    if may_trade(act, bot) and _is_good(act.law, trade, bot):
        try:
            if (
                forbidden := ban_on(act, bot, "consent-trade", {"trade": trade.code, "version": trade.version})
            ) is not None:
                raise forbidden
            agree_to_trade(act, trade, bot, ())
            return
        except (BadArguments, Refused) as cannot:  # nothing has changed; a deadline cannot be refused
            act.message(f"{bot} would accept, but cannot: {cannot.detail}")
    end_trade(act, trade, bot)


def _is_good(law: Law, trade: Trade, bot: str) -> bool:
    """Return whether a bot gets more worth than it gives. A bot gives nothing of unknown worth."""
    lots = lots_of(trade)
    theirs, mine = (given_by(lots, trade, name) for name in (trade.partner_of(bot), bot))
    known = worth_of_things(law)
    if any(not lot.is_card and lot.name not in known.items for lot in mine):
        return False
    return _worth(law, theirs) > _worth(law, mine)


def _worth(law: Law, lots: Sequence[Lot]) -> int:
    known = worth_of_things(law)
    return sum(lot.amount * (known.card if lot.is_card else known.items.get(lot.name, 0)) for lot in lots)


ACTIONS = (
    Action(
        name=JUDGE,
        channel="system",
        title="A bot answers an offer",
        summary_phrases=("a bot’s answer to trade {number}", "{count} answers from bots to trades"),
        summary="A trade waits for a bot.",
        rule="Practice",
        args=JudgeArgs,
        run=judge,
    ),
)

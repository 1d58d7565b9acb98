"""Consent to a trade, its withdrawal, and the exchange (R21)."""

from collections.abc import Sequence

from pydantic import Field

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.exceptions import Refused
from nomic.inventory.ledger import ledger_of
from nomic.players.lookup import is_player, player_of
from nomic.trades.actions.close import close_trade, expect_end, run_from_now, void_trade
from nomic.trades.actions.offer import check_version, own_cards, store_terms, terms_in_words
from nomic.trades.actions.void_undone_trade import void_undone_trade
from nomic.trades.events import ConsentTakenBack, TradeConsented, TradeMade, TradeWithdrawn
from nomic.trades.law_section import RULE, may_trade
from nomic.trades.lookup import TradeRef, open_trade, own_trade
from nomic.trades.models import Lot, Trade, TradeStatus
from nomic.trades.notify import OFFERED, OVER, notify_other
from nomic.trades.permissions import a_trade_of_ones_own, has_consented, something_to_consent_to, who_trades
from nomic.trades.terms.lots import given_by, lots_of, what_is_missing
from nomic.trades.terms.lots_in_words import lots_in_words
from nomic.trades.terms.read_terms import Codes, check_free, choose_cards
from nomic.trades.terms.trades_to_choose import awaiting_choices, consented_choices, own_choices


class ConsentArgs(Args):
    """The trade and the version that you saw.

    If the trade asks for any cards of a name, `cards` are those that you give.
    """

    trade: TradeRef
    version: int = Field(ge=1, le=1_000_000, description="the version that you saw: 1, unless it was changed")
    cards: Codes = Field(
        default=[], description="which cards you give, if the trade asks for any card with a certain name"
    )


class TradeArgs(Args):
    """The trade."""

    trade: TradeRef


def consent(act: ActionContext, args: ConsentArgs) -> None:
    """Consent to a trade (R21). The second consent makes the trade; the first starts its time limit.

    At the second consent, the trade is void if the first player lacks something of their side, or may no longer trade.
    """
    if act.is_void:
        void_undone_trade(act, args.trade)
        return
    trade = open_trade(act, args.trade)
    name = player_of(act).name
    check_version(trade, args.version)
    _check_may_consent(trade, name)
    agree_to_trade(act, trade, name, args.cards)


def agree_to_trade(act: ActionContext, trade: Trade, name: str, cards: Sequence[str]) -> None:
    """Consent to the current version of an open trade.

    Raises BadArguments or Refused if the player cannot give their side.
    """
    lots = lots_of(trade)
    mine = _ready(act, trade, name, given_by(lots, trade, name), cards)
    if trade.is_to_anybody:
        trade.other = name
    theirs = given_by(lots, trade, trade.partner_of(name))
    if trade.partner_of(name) not in trade.willing:
        _first(act, trade, name, [*theirs, *mine])
        return
    trade.maker_consents = trade.other_consents = True
    _take_place(act, trade, name, mine, theirs)


def _check_may_consent(trade: Trade, name: str) -> None:
    if name in trade.willing:
        raise Refused("consented", f"You have already consented to trade {trade.number}.", RULE)
    if not trade.is_to_anybody and not trade.is_of(name):
        raise Refused("not-yours", f"Trade {trade.number} is not offered to you.", RULE)


def _ready(act: ActionContext, trade: Trade, name: str, lots: list[Lot], cards: Sequence[str]) -> list[Lot]:
    """Return the consenting player's lots, with definite cards.

    Raises BadArguments or Refused if the player lacks any of the things.
    """
    mine = choose_cards(act, lots, name, cards)
    for lot in mine:
        lot.by_maker = name == trade.maker
    missing = what_is_missing(act, name, mine)
    if missing:
        raise Refused("not-enough", f"{missing[:1].upper()}{missing[1:]}.", RULE)
    check_free(act, [lot.card for lot in mine if lot.card is not None])
    return mine


def _first(act: ActionContext, trade: Trade, name: str, lots: list[Lot]) -> None:
    """Record the first consent.

    From now on the trade waits for the other player, with the cards chosen now.
    """
    other = trade.partner_of(name)
    if any(lot.pk is None for lot in lots):
        trade.version, trade.author = trade.version + 1, name
        store_terms(trade, lots)
    trade.maker_consents, trade.other_consents = name == trade.maker, name == trade.other
    run_from_now(act, trade)
    trade.save()
    expect_end(act, trade)
    act.message(f"{name} consents to trade {trade.number}; it waits for {other}.")
    act.emit(TradeConsented(trade=trade.code, number=trade.number, player=name, partner=other, version=trade.version))
    notify_other(act, trade, name, OFFERED, f"{name} consents to trade {trade.number}: it waits for you.")


def _take_place(act: ActionContext, trade: Trade, name: str, mine: list[Lot], theirs: list[Lot]) -> None:
    """Exchange the things of both sides, or void the trade if the other player lacks something (R21)."""
    other = trade.partner_of(name)
    check_free(act, [lot.card for lot in theirs if lot.card is not None and lot.card.holder == other])
    why = what_is_missing(act, other, theirs)
    if not why and not may_trade(act, other):
        why = f"{other} may no longer trade"
    if why:
        act.message(f"{name} consents to trade {trade.number}.")
        void_trade(act, trade, why)
        return
    for giver, taker, lots in ((name, other, mine), (other, name, theirs)):
        _hand_over(act, giver, taker, lots)
    store_terms(trade, [*theirs, *mine])
    close_trade(act, trade, TradeStatus.MADE)
    act.message(
        f"Trade {trade.number} is made: {other} gives {name} {lots_in_words(act.law, theirs)}, "
        f"{name} gives {other} {lots_in_words(act.law, mine)}."
    )
    act.emit(TradeMade(trade=trade.code, number=trade.number, player=trade.maker, partner=trade.other))
    notify_other(
        act,
        trade,
        name,
        OVER,
        f"Trade {trade.number} with {name} is made: {terms_in_words(act, trade, [*theirs, *mine])}.",
    )


def _hand_over(act: ActionContext, giver: str, taker: str, lots: list[Lot]) -> None:
    ledger = ledger_of(act)
    for lot in lots:
        if not lot.is_card:
            ledger.transfer(giver, taker, lot.name, lot.amount)
    cards = [lot.card for lot in lots if lot.card is not None]
    if cards:
        ledger.move_cards(cards, taker)


def take_back(act: ActionContext, args: TradeArgs) -> None:
    """Withdraw a consent before the other player consents (R21). This also withdraws an offer to anybody."""
    if act.is_void:
        void_undone_trade(act, args.trade)
        return
    trade = own_trade(act, args.trade)
    name = act.actor.name
    if name not in trade.willing:
        raise Refused("nothing-consented", f"You have not consented to trade {trade.number}.", RULE)
    if trade.is_to_anybody:
        end_trade(act, trade, name)
        return
    trade.maker_consents = trade.other_consents = False
    trade.save(update_fields=["maker_consents", "other_consents"])
    other = trade.partner_of(name)
    act.message(f"{name} takes back their consent to trade {trade.number}.")
    act.emit(ConsentTakenBack(trade=trade.code, number=trade.number, player=name, partner=other))
    notify_other(act, trade, name, OFFERED, f"{name} takes back their consent to trade {trade.number}.")


def withdraw(act: ActionContext, args: TradeArgs) -> None:
    """Withdraw or decline an open trade, as one of its two players."""
    if act.is_void:
        void_undone_trade(act, args.trade)
        return
    end_trade(act, own_trade(act, args.trade), act.actor.name)


def end_trade(act: ActionContext, trade: Trade, name: str) -> None:
    """End an open trade on behalf of one of the two players."""
    what = "withdraws" if name == trade.maker else "declines"
    close_trade(act, trade, TradeStatus.WITHDRAWN, f"{name} {what} it")
    act.message(f"{name} {what} trade {trade.number}.")
    act.emit(TradeWithdrawn(trade=trade.code, number=trade.number, player=name, partner=trade.partner_of(name)))
    notify_other(act, trade, name, OVER, f"{name} {what} trade {trade.number}.")


def consent_choices(ctx: ReadContext) -> Choices:
    return {"trade": awaiting_choices(ctx), "cards": own_cards(ctx)}


ACTIONS = (
    Action(
        name="consent-trade",
        channel="trades",
        title="Consent to a trade",
        summary_phrases=("consent to trade {number}", "{count} consents to trades"),
        summary="Agree to the current terms of a trade. It takes place when both have agreed.",
        rule=RULE,
        args=ConsentArgs,
        run=consent,
        preconditions=(is_player, who_trades, something_to_consent_to),
        choices=consent_choices,
        section="trades",
    ),
    Action(
        name="take-back-consent",
        channel="trades",
        title="Take back a consent",
        summary_phrases=("consent to trade {number} taken back", "{count} consents to trades taken back"),
        summary="Take back your consent to a trade. The offer stays open, unless it was open to anybody.",
        rule=RULE,
        args=TradeArgs,
        run=take_back,
        preconditions=(is_player, has_consented),
        choices=consented_choices,
        section="trades",
    ),
    Action(
        name="withdraw-trade",
        channel="trades",
        title="Withdraw or decline a trade",
        summary_phrases=("trade {number} withdrawn", "{count} trades withdrawn"),
        summary="End one of your open trades.",
        rule=RULE,
        args=TradeArgs,
        run=withdraw,
        preconditions=(is_player, a_trade_of_ones_own),
        choices=own_choices,
        section="trades",
    ),
)

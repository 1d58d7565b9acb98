"""Offering a trade, and changing its terms (R21)."""

from django.db.models import Max
from pydantic import Field

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.inventory.models import Card
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, other_players, player_of
from nomic.players.models import Player
from nomic.trades.actions.close import expect_end, run_from_now, void_trade
from nomic.trades.actions.void_undone_trade import WHY, void_undone_trade
from nomic.trades.events import TradeCountered, TradeOffered
from nomic.trades.law_section import RULE, may_trade
from nomic.trades.lookup import TradeRef, open_trade, trade_or_none
from nomic.trades.models import Lot, Trade
from nomic.trades.notify import OFFERED, notify_other
from nomic.trades.permissions import room_for_another, something_to_counter, who_trades
from nomic.trades.terms.lots import given_by
from nomic.trades.terms.lots_in_words import lots_in_words
from nomic.trades.terms.read_terms import MAX_CARDS, TermsArgs, read_terms
from nomic.trades.terms.tradables import card_in_words, held_back
from nomic.trades.terms.trades_to_choose import changeable_choices


class OfferArgs(TermsArgs):
    """The partner, and the things given and wanted."""

    to: PlayerName | None = Field(default=None, description="leave empty to offer the trade to anybody")


class CounterArgs(TermsArgs):
    """The trade in the version that you saw, and the new terms."""

    trade: TradeRef
    version: int = Field(ge=1, le=1_000_000, description="the version that you saw: 1, unless it was changed")


def offer(act: ActionContext, args: OfferArgs) -> None:
    """Offer a trade to one player or to anybody (R21).

    The maker thereby consents to it. The trade is open for a limited time.
    """
    maker = player_of(act).name
    other = ""
    if args.to is not None:
        other = partner(act, args.to).name
    if act.is_void:
        _offer_void(act, maker, other)
        return
    lots = read_terms(act, args, maker, other)
    trade = _new(act, maker, other, lots)
    whom = f"{other} a trade" if other else "a trade to anybody"
    act.message(f"{maker} offers {whom}: {terms_in_words(act, trade, lots)} (trade {trade.number}).")
    act.emit(TradeOffered(trade=trade.code, number=trade.number, player=maker, partner=other))
    notify_other(
        act, trade, maker, OFFERED, f"{maker} offers you {terms_in_words(act, trade, lots)} (trade {trade.number})."
    )


def _offer_void(act: ActionContext, maker: str, other: str, answers: str = "") -> None:
    """Record an offer as void, in a rewritten history in which a reroll has undone what it offered (R134)."""
    trade = _new(act, maker, other, [], answers)
    act.message(f"{maker} offers {f'{other} a trade' if other else 'a trade to anybody'} (trade {trade.number}).")
    void_trade(act, trade, WHY)


def partner(act: ActionContext, name: str) -> Player:
    """Return another player who may trade. Raises BadArguments on "to", or Refused."""
    player = find_player(act, "to", name)
    if player.name == act.actor.name:
        raise BadArguments.on("to", "you cannot trade with yourself")
    if not may_trade(act, player.name):
        raise Refused("may-not-trade", f"{player.name} may not trade now.", RULE)
    return player


def _new(act: ActionContext, maker: str, other: str, lots: list[Lot], answers: str = "") -> Trade:
    last = Trade.objects.filter(cycle=act.cycle).aggregate(last=Max("number"))["last"]
    trade = Trade(
        cycle=act.cycle,
        code=act.code("trade"),
        number=(last or 0) + 1,
        maker=maker,
        other=other,
        author=maker,
        answers=answers,
        offered_at=act.at,
    )
    run_from_now(act, trade)
    trade.save()
    store_terms(trade, lots)
    expect_end(act, trade)
    return trade


def store_terms(trade: Trade, lots: list[Lot]) -> None:
    """Store these lots as the terms of a trade, in place of the former ones."""
    trade.lots.all().delete()
    for place, lot in enumerate(lots):
        lot.pk, lot.trade, lot.place = None, trade, place
    Lot.objects.bulk_create(lots)


def terms_in_words(act: ActionContext, trade: Trade, lots: list[Lot]) -> str:
    """Return the terms as text, seen from the author of the current version."""
    mine, theirs = (given_by(lots, trade, name) for name in (trade.author, trade.partner_of(trade.author)))
    if not theirs:
        return f"{lots_in_words(act.law, mine)}, for nothing"
    return f"{lots_in_words(act.law, mine)} for {lots_in_words(act.law, theirs)}"


def counter(act: ActionContext, args: CounterArgs) -> None:
    """Change the terms of a trade (R21). Only the author of the change then consents to them.

    If another player changes an offer to anybody, the offer remains unchanged, and the new terms become a new offer to
    its maker.
    """
    if act.is_void:
        _counter_void(act, args.trade)
        return
    trade = open_trade(act, args.trade)
    name = player_of(act).name
    check_version(trade, args.version)
    if trade.is_to_anybody and name != trade.maker:
        _answer(act, args, trade, name)
        return
    if not trade.is_of(name):
        raise Refused("not-yours", f"Trade {trade.number} is not yours.", RULE)
    other = trade.partner_of(name)
    lots = read_terms(act, args, name, other)
    if name != trade.maker:
        for lot in lots:
            lot.by_maker = not lot.by_maker
    trade.author, trade.version = name, trade.version + 1
    trade.maker_consents, trade.other_consents = name == trade.maker, name == trade.other
    run_from_now(act, trade)
    trade.save()
    store_terms(trade, lots)
    expect_end(act, trade)
    act.message(f"{name} changes trade {trade.number}: {terms_in_words(act, trade, lots)}.")
    act.emit(TradeCountered(trade=trade.code, number=trade.number, player=name, partner=other, version=trade.version))
    notify_other(act, trade, name, OFFERED, f"{name} changes trade {trade.number}: {terms_in_words(act, trade, lots)}.")


def _counter_void(act: ActionContext, reference: str) -> None:
    """Record new terms as void, because a reroll has undone what they offered (R134).

    An offer to anybody stays open, and only the answer is void.
    """
    standing = trade_or_none(act.cycle.pk, reference)
    if standing is not None and standing.is_to_anybody and act.actor.name != standing.maker:
        act.record_args(trade=standing.code)
        _offer_void(act, act.actor.name, standing.maker, standing.code)
    else:
        void_undone_trade(act, reference)


def _answer(act: ActionContext, args: CounterArgs, standing: Trade, name: str) -> None:
    room_for_another(act)
    maker = partner(act, standing.maker).name
    lots = read_terms(act, args, name, maker)
    trade = _new(act, name, maker, lots, answers=standing.code)
    act.message(f"{name} answers trade {standing.number}: {terms_in_words(act, trade, lots)} (trade {trade.number}).")
    act.emit(TradeOffered(trade=trade.code, number=trade.number, player=name, partner=maker))
    notify_other(act, trade, name, OFFERED, f"{name} answers your offer: {terms_in_words(act, trade, lots)}.")


def check_version(trade: Trade, version: int) -> None:
    """Raise Refused if the trade has changed since the given version."""
    if version != trade.version:
        raise Refused(
            "changed",
            f"Trade {trade.number} has changed: it is version {trade.version} now. Look at it again.",
            RULE,
        )


def own_cards(ctx: ReadContext) -> list[Choice]:
    """Return the actor's tradable cards as choices."""
    rows = Card.objects.filter(cycle=ctx.cycle, holder=ctx.actor.name).order_by("made_by", "code")
    return [
        Choice(card.code, card_in_words(ctx.law, card))
        for card in rows[: MAX_CARDS * 5]
        if card.code not in held_back(ctx)
    ]


def offer_choices(ctx: ReadContext) -> Choices:
    others = [player for player in other_players(ctx) if may_trade(ctx, player.name)]
    return {"to": as_choices(others), "gives_cards": own_cards(ctx)}


def counter_choices(ctx: ReadContext) -> Choices:
    return {"trade": changeable_choices(ctx), "gives_cards": own_cards(ctx)}


ACTIONS = (
    Action(
        name="offer-trade",
        channel="trades",
        title="Offer a trade",
        summary_phrases=("trade {number} offered", "{count} trades offered"),
        summary="Offer things of yours for things of another player, or of anybody who accepts. Either side may "
        "be empty.",
        rule=RULE,
        args=OfferArgs,
        run=offer,
        preconditions=(is_player, who_trades, room_for_another),
        choices=offer_choices,
        section="trades",
    ),
    Action(
        name="counter-trade",
        channel="trades",
        title="Change an offer",
        summary_phrases=("trade {number} changed", "{count} changes of trades"),
        summary="Change the terms of a trade. The other player has to consent again.",
        rule=RULE,
        args=CounterArgs,
        run=counter,
        preconditions=(is_player, who_trades, something_to_counter),
        choices=counter_choices,
        section="trades",
    ),
)

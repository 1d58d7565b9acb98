"""The lots of a trade: those that a player gives, and which of them the player lacks."""

from collections.abc import Iterable, Sequence

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.law_section import amount_of_item, is_or_are
from nomic.inventory.ledger import balances
from nomic.trades.models import Lot, Trade
from nomic.trades.terms.tradables import card_in_words, items_to_trade


def lots_of(trade: Trade) -> list[Lot]:
    """Return the lots of a trade with their cards."""
    return list(trade.lots.select_related("card").order_by("place"))


def given_by(lots: Iterable[Lot], trade: Trade, name: str) -> list[Lot]:
    """Return the lots that a player gives in a trade."""
    return [lot for lot in lots if lot.by_maker == (name == trade.maker)]


def what_is_missing(ctx: ReadContext, giver: str, lots: Sequence[Lot]) -> str:
    """Return, as text, the items and cards of these lots that the giver lacks, or "" if the giver has all of them."""
    held = balances(ctx, giver)
    for lot in lots:
        if not lot.is_card and held.get(lot.name, 0) < lot.amount:
            has, needed = held.get(lot.name, 0), amount_of_item(ctx.law, lot.name, lot.amount)
            return f"{giver} has {amount_of_item(ctx.law, lot.name, has)}, and {needed} {is_or_are(lot.amount)} needed"
        if lot.card is not None and lot.card.holder != giver:
            return f"{giver} no longer has {card_in_words(ctx.law, lot.card)}"
        if not lot.is_card and lot.name not in items_to_trade(ctx.law):
            return f"{lot.name!r} can no longer change hands"
    return ""

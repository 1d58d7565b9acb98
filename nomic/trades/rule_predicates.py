"""Names that rules can use about a completed trade: what each side gave."""

from collections.abc import Mapping
from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.nodes.item_holders import as_amounts
from nomic.effects.language.world import Members, Names
from nomic.trades.models import Lot, Trade

TRADE_SCOPE: Scope = {"gives": "amounts", "wants": "amounts", "gives_cards": "cards", "wants_cards": "cards"}


def what_was_given(ctx: ReadContext, event: Mapping[str, Any]) -> Names:
    """Return the values of the event's names `gives` (what the maker gave) and `wants` (what the maker received)."""
    trade = Trade.objects.get(cycle=ctx.cycle, code=event["trade"])
    lots = list(trade.lots.select_related("card").order_by("place"))
    given, got = [lot for lot in lots if lot.by_maker], [lot for lot in lots if not lot.by_maker]
    return {"gives": _items(given), "wants": _items(got), "gives_cards": _cards(given), "wants_cards": _cards(got)}


def _items(lots: list[Lot]) -> Members:
    return as_amounts({lot.name: lot.amount for lot in lots if not lot.is_card})


def _cards(lots: list[Lot]) -> Members:
    return tuple(lot.card.code for lot in lots if lot.card is not None)

"""The table at which a trade is offered or changed: what stood in the form, as arguments of the action."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from nomic.trades.models import Lot, Trade
from nomic.trades.terms.terms import MAX_CARDS, MAX_LOTS

MAX_DIGITS = 12  # of a number in a form; more is no amount of anything
NAMED_ROWS = 3  # rows in which any card of a name is wanted


@dataclass
class TradeDraft:
    """What is on the table: amounts by item, cards by code; and any cards of a name that are wanted."""

    to: str = ""
    gives: dict[str, str] = field(default_factory=dict)
    wants: dict[str, str] = field(default_factory=dict)
    gives_cards: list[str] = field(default_factory=list)
    wants_cards: list[str] = field(default_factory=list)
    named: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def as_args(self) -> dict[str, Any]:
        """The terms as the action takes them."""
        named = {name: _count(count or "1") for name, count in self.named if name}
        return {
            "gives": _lots(self.gives),
            "gives_cards": self.gives_cards,
            "wants": {**_lots(self.wants), **named},
            "wants_cards": self.wants_cards,
        }

    def named_rows(self) -> list[tuple[str, str]]:
        """Those of any card of a name, and empty ones to fill."""
        return [*self.named, *[("", "")] * max(1, NAMED_ROWS - len(self.named))]


def _lots(amounts: Mapping[str, str]) -> dict[str, Any]:
    return {name: _count(amount) for name, amount in amounts.items() if amount not in ("", "0")}


def _count(text: str) -> int | str:
    """A number as it was typed; what is none is left for the action to refuse."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else text[:MAX_DIGITS]


def read_draft(sent: QueryDict) -> TradeDraft:
    """What was sent, cut to what an offer can hold."""
    return TradeDraft(
        to=str(sent.get("to", ""))[:60],
        gives=_amounts(sent, "gives-"),
        wants=_amounts(sent, "wants-"),
        gives_cards=sent.getlist("gives_cards")[: MAX_CARDS + 1],
        wants_cards=sent.getlist("wants_cards")[: MAX_CARDS + 1],
        named=[
            (name.strip()[:60], count.strip())
            for name, count in zip(sent.getlist("named"), sent.getlist("named_count"), strict=False)
            if name.strip()
        ][: MAX_LOTS + 1],
    )


def _amounts(sent: QueryDict, prefix: str) -> dict[str, str]:
    names = [name for name in sent if name.startswith(prefix)][: MAX_LOTS * 2]
    return {name.removeprefix(prefix): str(sent.get(name, "")).strip() for name in names}


def draft_of(trade: Trade, name: str) -> TradeDraft:
    """The table as a trade has it, seen by one of the two; of an offer to anybody by whoever would answer it."""
    is_maker = name == trade.maker
    lots = list(trade.lots.select_related("card").order_by("place"))
    mine, theirs = ([lot for lot in lots if lot.by_maker == side] for side in (is_maker, not is_maker))
    return TradeDraft(
        to=trade.other if is_maker else trade.maker,
        gives=_items(mine),
        wants=_items(theirs),
        gives_cards=[lot.card.code for lot in mine if lot.card is not None],
        wants_cards=[lot.card.code for lot in theirs if lot.card is not None],
        named=[(lot.name, str(lot.amount)) for lot in theirs if lot.is_any],
    )


def _items(lots: list[Lot]) -> dict[str, str]:
    return {lot.name: str(lot.amount) for lot in lots if not lot.is_card}

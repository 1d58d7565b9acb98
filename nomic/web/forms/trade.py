"""Form for offering or changing a trade, converted to the action's arguments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from nomic.trades.models import Lot, Trade
from nomic.trades.terms.read_terms import MAX_CARDS, MAX_LOTS

MAX_DIGITS = 12  # of a number in a form; no amount has more
NAMED_ROWS = 3  # rows for cards that are wanted by name


@dataclass
class TradeDraft:
    """The terms of a trade as the user typed them: amounts by item, cards by code, and wanted cards by name."""

    to: str = ""
    gives: dict[str, str] = field(default_factory=dict)
    wants: dict[str, str] = field(default_factory=dict)
    gives_cards: list[str] = field(default_factory=list)
    wants_cards: list[str] = field(default_factory=list)
    named: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def as_args(self) -> dict[str, Any]:
        """Return the terms as arguments of the action."""
        named = {name: _count(count or "1") for name, count in self.named if name}
        return {
            "gives": _lots(self.gives),
            "gives_cards": self.gives_cards,
            "wants": {**_lots(self.wants), **named},
            "wants_cards": self.wants_cards,
        }

    def named_rows(self) -> list[tuple[str, str]]:
        """Return the rows for cards wanted by name, padded with empty ones."""
        return [*self.named, *[("", "")] * max(1, NAMED_ROWS - len(self.named))]


def _lots(amounts: Mapping[str, str]) -> dict[str, Any]:
    return {name: _count(amount) for name, amount in amounts.items() if amount not in ("", "0")}


def _count(text: str) -> int | str:
    """Return a typed number as int, and other text cut to `MAX_DIGITS`, which the action refuses."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else text[:MAX_DIGITS]


def read_draft(sent: QueryDict) -> TradeDraft:
    """Parse a form. Its values are cut to the limits of an offer."""
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
    """Return the terms of an existing trade as a draft, from the perspective of the player `name`.

    Everybody except the maker counts as the other side, even for an offer to anybody.
    """
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

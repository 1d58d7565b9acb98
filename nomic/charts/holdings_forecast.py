"""The chart of a dry run: holdings of an item now, and at the end without and with the proposals."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

MAX_ITEMS = 4
MAX_BARS = 12
WIDTH = 100.0


class Holding(Protocol):
    """A holder's amount of an item now, and at the end of the dry run without and with the proposals."""

    @property
    def holder(self) -> str: ...
    @property
    def item(self) -> str: ...
    @property
    def held(self) -> int: ...
    @property
    def without(self) -> int: ...
    @property
    def with_(self) -> int: ...
    @property
    def is_otherwise(self) -> bool:
        """True if the proposals change the amount."""


@dataclass(frozen=True, slots=True)
class Bars:
    """The three bars of a holder, in per cent of the item's longest bar."""

    holding: Holding
    held: float
    without: float
    with_: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of an item, for the holders with the largest changes."""

    item: str
    bars: tuple[Bars, ...]
    count: int


def charts(holdings: Iterable[Holding]) -> list[Chart]:
    """Return a chart for each item that the proposals change, the item with the largest changes first."""
    by_item: dict[str, list[Holding]] = {}
    for each in holdings:
        if each.is_otherwise:
            by_item.setdefault(each.item, []).append(each)
    found = sorted(by_item.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [_chart(item, rows) for item, rows in found[:MAX_ITEMS]]


def _chart(item: str, rows: list[Holding]) -> Chart:
    most = max(max(row.held, row.without, row.with_) for row in rows) or 1
    first = sorted(rows, key=lambda row: (-abs(row.with_ - row.without), row.holder))[:MAX_BARS]
    bars = (
        Bars(row, *(round(WIDTH * amount / most, 2) for amount in (row.held, row.without, row.with_))) for row in first
    )
    return Chart(item, tuple(bars), len(rows))

"""Trades on the gamestate page: open offers to anybody, and recent trades."""

from dataclasses import dataclass

from nomic.cycles.models import Cycle
from nomic.trades.law_section import trades_of
from nomic.trades.views import ShownTrade, made_lately, on_the_board, trade_views
from nomic.wiki.pages.layout.snippets import instant, site_link
from nomic.wikitext.escape import Wikitext

MAX_OFFERS = 50
MAX_MADE = 10


@dataclass(frozen=True, slots=True)
class TradeLine:
    """A trade on the page. `ends` is when the offer expires, or when the trade was made."""

    link: Wikitext
    maker: str
    other: str
    gives: str
    wants: str
    ends: Wikitext


def trade_lines(cycle: Cycle) -> tuple[list[TradeLine], list[TradeLine]]:
    """Return the newest offers to anybody, and the most recent trades. Sends no query if the law has no trades."""
    if trades_of(cycle.law) is None:
        return [], []
    offers, made = list(on_the_board(cycle)[:MAX_OFFERS]), made_lately(cycle, MAX_MADE)
    lines = [_line(cycle, each) for each in trade_views(cycle, [*offers, *made])]
    return lines[: len(offers)], lines[len(offers) :]


def _line(cycle: Cycle, each: ShownTrade) -> TradeLine:
    trade = each.trade
    return TradeLine(
        site_link(f"c/{cycle.slug}/trades/{trade.number}/", f"trade {trade.number}"),
        trade.maker,
        trade.other,
        each.gives_words,
        each.wants_words,
        instant(trade.ends_at if trade.is_open else trade.closed_at),
    )

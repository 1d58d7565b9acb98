"""The gamestate's page shows offers to anybody, and what was traded lately."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.sections import trades
from tests.wiki.test_pages import actor, change_law, page_of


def do(name: str, action: str, **args: object) -> None:
    perform("hall", actor(name), action, args)


def shown(hall: Cycle) -> str:
    return render_page(page_of(hall, PageKind.GAMESTATE))


def test_offers_to_anybody_and_trades_made(hall: Cycle) -> None:
    """Who gives what for what; an offer to one player is between the two until it is made."""
    for name in ("Ada", "Ben"):
        do(name, "join")
    assert "Offers to anybody" not in shown(hall)
    do("Ada", "offer-trade", gives={"Vertebra": 3}, wants={"King": 2})
    do("Ada", "offer-trade", to="Ben", gives={"Vertebra": 4})
    page = shown(hall)
    assert "== Offers to anybody ==\n* [http" in page
    assert "trade 1]: Ada gives 3 Vertebrae for any 2 × King, until " in page
    assert "trade 2]" not in page
    do("Ben", "consent-trade", trade="2", version=1)
    assert "Ada gave Ben 4 Vertebrae for nothing ([http" in shown(hall).partition("== Trades made lately ==")[2]
    do("Ada", "withdraw-trade", trade="1")
    assert "Offers to anybody" not in shown(hall)
    hall.refresh_from_db()
    change_law(hall, lambda law: (law.pop("trades"), law["belongs"].pop("/trades")))
    assert "Trades made lately" not in shown(hall)


def test_a_long_board_is_cut_and_asked_for_as_often(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest offers, and where all of them are."""
    do("Ada", "join")
    page, counted = page_of(hall, PageKind.GAMESTATE), []
    for _ in range(2):
        do("Ada", "offer-trade", gives={"Vertebra": 1})
        render_page(page)
        with CaptureQueriesContext(connection) as queries:
            render_page(page)
        counted.append(len(queries))
    assert counted[0] == counted[1]
    monkeypatch.setattr(trades, "MAX_OFFERS", 1)
    text = shown(hall)
    assert ("trade 2]" in text, "trade 1]" in text) == (True, False)
    assert "* All: [http" in text

"""What a player types leads first to where they want to go: the pages of the menu, and acts that they can do."""

import pytest
from django.test import Client

from nomic.search.update_index import refresh_index
from tests.support.hall import Hall
from tests.support.signed_in import browser_of


def found(client: Client, cast: Hall, typed: str) -> list[str]:
    refresh_index(cast.cycle)
    context = client.get("/search/", {"q": typed, "in": cast.slug}).context
    return [*(item.title for item in context["pages"]), *(hit.document.title for hit in context["hits"])]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("journal", "Journal"),
        ("the history", "Journal"),
        ("Standings", "Standings"),
        ("leaderboard", "Standings"),
        ("shop", "Croupier"),
        ("how to play", "How to play now"),
        ("dice", "Chance"),
        ("my cards", "Players"),
    ],
)
def test_a_page_is_found_by_its_name_and_by_others(cast: Hall, typed: str, first: str) -> None:
    assert found(browser_of("ada"), cast, typed)[0] == first


def test_what_can_be_done_now_comes_before_what_cannot(cast: Hall) -> None:
    """Nobody has offered ada a trade; once bob has, she can decline it, too. Strangers see rules before acts."""
    titles = found(browser_of("ada"), cast, "trade")
    assert titles.index("Offer a trade") < titles.index("Consent to a trade")
    strangers = found(Client(), cast, "trade")
    assert strangers.index("Offer a trade") > max(n for n, title in enumerate(strangers) if title[0].isdigit())


def test_a_pack_is_bought_with_the_act_that_buys(cast: Hall) -> None:
    assert "Buy from the Croupier" in found(browser_of("ada"), cast, "buy a pack")


def test_all_cycles_have_no_pages(cast: Hall) -> None:
    assert browser_of("ada").get("/search/", {"q": "journal"}).context["pages"] == []

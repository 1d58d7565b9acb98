"""What a player types leads first to where they want to go: the pages of the menu, and acts that they can do."""

from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from nomic.cycles.models import Cycle
from nomic.search.update_index import refresh_index
from tests.support.hall import Hall
from tests.support.link_walker import Walker
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


def shown(client: Client, typed: str, within: str = "") -> str:
    page = client.get("/search/", {"q": typed, "in": within}).content.decode()
    return " ".join(unescape(strip_tags(page.partition('role="status"')[2].partition("</main>")[0])).split())


def test_a_game_of_the_front_page_is_found_and_begun_at_once(cast: Hall) -> None:
    """Whoever knows only its name finds it from any page, although no cycle with other people plays it."""
    for within in ("", cast.slug):
        assert "Tetromic game" in shown(Client(), "tetro", within)
        assert "Nothing matches" not in shown(Client(), "tetro", within)
    assert "game" not in shown(Client(), "etromic"), "words are found by their beginning"
    walker = Walker(Client())
    walker.look("/search/?q=tetromic")
    walker.press("Try it: Tetromic")
    assert "/matches/" in walker.path
    walker.look("/search/?q=tetromic")
    assert "Tetromic, practice your practice cycle" in " ".join(strip_tags(walker.html).split())
    assert "your practice cycle" not in shown(Client(), "tetromic"), "a table is its guest's alone"


def test_a_cycle_is_found_by_its_name(cast: Hall) -> None:
    Cycle.objects.filter(pk=cast.cycle.pk).update(title="The Lampions")
    assert "The Lampions cycle" in shown(Client(), "lampions")


def test_a_ruling_is_found_by_the_number_that_pages_cite(cast: Hall) -> None:
    assert "R12 how a rule is read" in shown(Client(), "r12")
    assert "/rulings/#R12" in Client().get("/search/", {"q": "R12"}).content.decode()
    assert "Nothing matches" in shown(Client(), "R99999")


def test_the_kind_of_a_card_is_said_once(cast: Hall) -> None:
    refresh_index(cast.cycle)
    said = shown(Client(), "queen")
    assert "1 result" in said
    assert said.count("Cards") == 1, said
    assert "card or thing" not in said

"""The menu of a cycle: few words in the row, the rest in groups under "More", and no page of it is missing."""

import re

from django.test import Client

from nomic.law.document.sections import Law
from nomic.law.document.templates import described_templates, document_of
from nomic.web.hooks.navigation import Place, navigation
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

MOST_IN_ROW = 5  # besides the visitor's own page
PAGES = {"Hall", "Matches", "Proposals", "Ruleset", "Standings", "Players", "Trades", "How to play now", "Court"}
PAGES |= {"Recaps", "Journal", "Chance", "Wiki", "Croupier"}


def test_no_law_has_a_long_row() -> None:
    """A phone has room for less, and finds the rest under "More"."""
    for law in described_templates():
        menu = navigation(Law(document_of(law.name)))
        assert len(menu.row) <= MOST_IN_ROW, law.name
        assert sum(item.place == Place.ROW for item in menu.row) <= 3, law.name
        under_more = {item.url_name for _, items in menu.more for item in items}
        assert {item.url_name for item in menu.row if item.place == Place.WIDE} <= under_more


def test_every_page_is_in_the_menu_and_answers(cast: Hall) -> None:
    """In the row or below it; the page on which one is has a mark, and so has nothing else."""
    client = browser_of("ada")
    page = client.get(f"/c/{cast.cycle.slug}/journal/").content.decode()
    menu = page.partition('<nav class="site-nav"')[2].partition("</nav>")[0]
    links = re.findall(r'<a [^>]*?href="([^"]+)"([^>]*)>([^<]+)', menu)
    assert {title.strip() for _, _, title in links} >= PAGES | {"Inventory"}
    assert [title for _, rest, title in links if "aria-current" in rest] == ["Journal"]
    for address, _, _ in links:
        assert client.get(address).status_code == 200, address


def test_a_visitor_has_no_page_of_their_own(cast: Hall) -> None:
    page = Client().get(f"/c/{cast.cycle.slug}/").content.decode()
    assert ">Inventory<" not in page
    assert ">More<" in page

"""Pages of matches are numbered, as categories list them, and links lead to them whatever they are called."""

from pathlib import Path

import pytest

from nomic.cycles.models import Cycle
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_whole
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.wiki.faulty import FaultyWiki
from tests.wiki.test_main_page import open_match
from tests.wiki.test_moves import stale


def match_page(code: str) -> WikiPage:
    return WikiPage.objects.get(kind=PageKind.MATCH, subject=code)


def rendered(page: WikiPage) -> str:
    """Every page as it is, but nothing of the match, whose row has no game in it."""
    return "The board." if page.kind == PageKind.MATCH else render_whole(page)


def test_matches_are_numbered_in_the_order_of_their_pages(hall: Cycle) -> None:
    """One of an earlier version keeps the title that links on the wiki have; the next has the number after it."""
    open_match(hall, "qqqqqqq1")
    old = WikiPage.objects.create(
        cycle=hall, kind=PageKind.MATCH, subject="qqqqqqq1", title="Hall/Match qqqqqqq1", published_revid=7
    )
    open_match(hall, "zzzzzzz2", opened_seq=2)
    open_match(hall, "aaaaaaa3", opened_seq=3)
    make_pages(hall)
    make_pages(hall)
    old.refresh_from_db()
    assert (old.title, old.home) == ("Hall/Match qqqqqqq1", "")
    assert [match_page(code).title for code in ("zzzzzzz2", "aaaaaaa3")] == ["Hall/Match 2", "Hall/Match 3"]


def test_a_match_that_a_correction_takes_away_keeps_its_number(hall: Cycle) -> None:
    """Its page says that it is gone, under the same name in words; the next match gets another number."""
    match = open_match(hall, "zzzzzzz1")
    make_pages(hall)
    match.delete()
    open_match(hall, "zzzzzzz2", opened_seq=2)
    make_pages(hall)
    assert match_page("zzzzzzz2").title == "Hall/Match 2"
    text = render_whole(match_page("zzzzzzz1"))
    assert "{{DISPLAYTITLE:Cycle 16: Match 1}}" in text
    assert "[[Category:Hall|Match 000001]]" in text


def test_a_title_that_somebody_took_gets_another_number(hall: Cycle) -> None:
    """A page that was moved there stays, and links to the match lead to where its page is."""
    WikiPage.objects.filter(cycle=hall, kind=PageKind.COURT).update(title="Hall/Match 1", home="Hall/Court")
    open_match(hall, "zzzzzzz1")
    make_pages(hall)
    page = match_page("zzzzzzz1")
    assert (page.title, page.home) == ("Hall/Match 1 (2)", "Hall/Match zzzzzzz1")


def test_links_lead_to_the_page_by_its_number(hall: Cycle, tmp_path: Path) -> None:
    """From the main page, the gamestate and the index."""
    open_match(hall, "zzzzzzz1")
    make_pages(hall)
    site = FolderSite(tmp_path)
    publish_due(site=site, render=rendered, by_hand=True)
    for kind in (PageKind.MAIN, PageKind.GAMESTATE, PageKind.MATCHES):
        found = site.read(WikiPage.objects.get(cycle=hall, kind=kind, subject="").title)
        assert found is not None
        assert "[[:Hall/Match 1|Duel zzzzzzz1]]" in found.text
        assert "Hall/Match zzzzzzz1" not in found.text
    assert site.read("Hall/Match 1") is not None


@pytest.mark.parametrize("back", [False, True])
def test_a_match_s_page_that_people_move_is_followed(hall: Cycle, at_once: None, back: bool) -> None:
    """And moved back: links lead there again."""
    open_match(hall, "zzzzzzz1")
    make_pages(hall)
    wiki = FaultyWiki()
    publish_due(site=wiki, render=rendered, by_hand=True)
    wiki.move("Hall/Match 1", "The great duel", redirect=False)
    if back:
        wiki.move("The great duel", "Hall/Match 1", redirect=False)
    stale()
    publish_due(site=wiki, render=rendered, by_hand=True)
    stale()
    publish_due(site=wiki, render=rendered, by_hand=True)
    title = "Hall/Match 1" if back else "The great duel"
    page = match_page("zzzzzzz1")
    assert (page.title, page.home, page.state) == (title, "Hall/Match zzzzzzz1", "published")
    assert f"[[:{title}|Duel zzzzzzz1]]" in wiki.pages["Hall/Matches"][-1].text

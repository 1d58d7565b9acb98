"""A page that people moved on the wiki is followed, wherever it went, and what links to it follows."""

from pathlib import Path

import pytest
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import Cause, PageKind, WikiPage
from nomic.wiki.pages.layout.titles import base_of
from nomic.wiki.publishing.follow_moved_pages import with_links_followed
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.wiki.conftest import Someone
from tests.wiki.faulty import FaultyWiki
from tests.wiki.publishing import how, publish, text_of, whole


@pytest.fixture
def pages(hall: Cycle, at_once: None) -> dict[str, WikiPage]:
    """The hall's pages, by kind."""
    return {page.kind: page for page in WikiPage.objects.filter(cycle=hall, subject="")}


def published(wiki: FaultyWiki) -> FaultyWiki:
    """What is stale is published, each page with its kind for its text, so that all differ."""
    publish_due(site=wiki, render=lambda page: f"of {page.kind}", by_hand=True)
    return wiki


def shown(wiki: FaultyWiki) -> dict[str, str]:
    """What stands where, redirects and all."""
    return {title: revisions[-1].text for title, revisions in wiki.pages.items() if revisions}


def stale() -> None:
    WikiPage.objects.filter(stale_since=None).update(stale_since=timezone.now())


@pytest.mark.wiki
@pytest.mark.parametrize("redirect", [True, False])
def test_a_moved_page_is_followed(row: WikiPage, site: MediaWikiSite, wiki_admin: Someone, redirect: bool) -> None:
    """On a real wiki, with a redirect where it was or nothing, moved on, and moved back; the site leads to it."""
    publish(row, site, "one")
    first = row.title
    places = [f"{first} elsewhere", f"Talk:{first} & “more”", first]
    for number, place in enumerate(places):
        if redirect and place == first:  # it leads to another page by now: only that can be moved over it
            wiki_admin.do("delete", title=first)
        fields = {"from": row.title, "to": place, **({} if redirect else {"noredirect": "1"})}
        wiki_admin.do("move", **fields)
        assert how(publish(row, site, f"text {number}")) is How.PUBLISHED
        assert how(publish(row, site, f"text {number}", stale=False)) is How.UNCHANGED, "rendered anew, with new links"
        assert (row.title, row.state) == (place, "published")
        assert text_of(site, row) == whole(f"text {number}")
    assert row.home == ""
    if redirect:
        assert wiki_admin.read(places[1]).startswith("#REDIRECT"), "nothing is written where it was"


@pytest.mark.wiki
def test_a_page_moved_with_an_edit_inside_is_followed_and_set_aside(
    row: WikiPage, site: MediaWikiSite, wiki_admin: Someone
) -> None:
    """It says so where it is now."""
    publish(row, site, "one")
    place = f"{row.title} elsewhere"
    wiki_admin.do("move", **{"from": row.title, "to": place})
    wiki_admin.edit(place, whole("mine"))
    assert how(publish(row, site, "two")) is How.PARKED
    assert (row.title, row.parked_cause) == (place, Cause.EDITED)
    assert "not up to date" in text_of(site, row)


@pytest.mark.wiki
def test_a_deleted_page_is_not_looked_for_elsewhere(row: WikiPage, site: MediaWikiSite, wiki_admin: Someone) -> None:
    """Moved, then deleted: it is gone."""
    publish(row, site, "one")
    wiki_admin.do("move", **{"from": row.title, "to": f"{row.title} elsewhere"})
    wiki_admin.do("delete", title=f"{row.title} elsewhere")
    wiki_admin.do("delete", title=row.title)
    assert how(publish(row, site, "two")) is How.PARKED
    assert row.parked_cause == Cause.GONE


def test_a_file_of_another_name_is_followed(row: WikiPage, tmp_path: Path) -> None:
    """In a folder a page is known by its text; where two have it, it is gone."""
    folder = FolderSite(tmp_path)
    publish(row, folder, "one")
    (tmp_path / "Law").mkdir()
    (tmp_path / f"{row.title}.wiki").rename(tmp_path / "Law" / "All of it.wiki")
    assert how(publish(row, folder, "two")) is How.PUBLISHED
    assert (row.title, text_of(folder, row)) == ("Law/All of it", whole("two"))
    file = tmp_path / "Law" / "All of it.wiki"
    (tmp_path / "One.wiki").write_bytes(file.read_bytes())
    file.rename(tmp_path / "Two.wiki")
    assert how(publish(row, folder, "three")) is How.PARKED
    assert row.parked_cause == Cause.GONE


def test_two_pages_that_took_each_other_s_places(pages: dict[str, WikiPage]) -> None:
    """Each is followed, and none is taken for an edited one."""
    wiki = published(FaultyWiki())
    ruleset, gamestate = pages[PageKind.RULESET], pages[PageKind.GAMESTATE]
    wiki.move(ruleset.title, "Between", redirect=False)
    wiki.move(gamestate.title, ruleset.title, redirect=False)
    wiki.move("Between", gamestate.title, redirect=False)
    stale()
    published(published(wiki))
    ruleset.refresh_from_db()
    gamestate.refresh_from_db()
    assert (ruleset.title, gamestate.title) == ("Hall/Gamestate", "Hall/Ruleset")
    assert {page.state for page in WikiPage.objects.all()} == {"published"}
    assert shown(wiki)["Hall/Gamestate"] == whole("of ruleset")


def test_a_page_moved_onto_the_title_of_one_that_is_gone(pages: dict[str, WikiPage]) -> None:
    """The one that is gone stays gone, under another title, until somebody wants it back."""
    wiki = published(FaultyWiki())
    ruleset, gamestate = pages[PageKind.RULESET], pages[PageKind.GAMESTATE]
    wiki.delete(gamestate.title)
    wiki.move(ruleset.title, gamestate.title, redirect=True)
    stale()
    published(wiki)
    stale()
    published(wiki)
    ruleset.refresh_from_db()
    gamestate.refresh_from_db()
    assert (ruleset.title, ruleset.state) == ("Hall/Gamestate", "published")
    assert (gamestate.title, gamestate.parked_cause) == ("Hall/Gamestate (2)", Cause.GONE)
    assert shown(wiki)["Hall/Ruleset"].startswith("#REDIRECT")


def test_a_page_moved_to_where_a_new_one_is_to_come(hall: Cycle, pages: dict[str, WikiPage]) -> None:
    """The new one takes another title; no act fails for what somebody does on the wiki."""
    wiki = FaultyWiki()
    pages[PageKind.GAMESTATE].delete()  # it has not come yet
    published(wiki)
    wiki.move("Hall/Ruleset", "Hall/Gamestate", redirect=False)
    stale()
    published(wiki)
    make_pages(hall)
    made = WikiPage.objects.get(cycle=hall, kind=PageKind.GAMESTATE, subject="")
    assert (made.title, made.home, base_of(made)) == ("Hall/Gamestate (2)", "Hall/Gamestate", "Hall")


def test_what_links_to_it_follows(hall: Cycle, pages: dict[str, WikiPage]) -> None:
    """All pages of the cycle are rendered anew, with links to where it is; other links stay as they are."""
    wiki = published(FaultyWiki())
    ruleset = pages[PageKind.RULESET]
    wiki.move(ruleset.title, "File:Law.png", redirect=False)
    WikiPage.objects.filter(pk=ruleset.pk).update(stale_since=timezone.now())
    rendered: list[str] = []

    def render(page: WikiPage) -> str:
        rendered.append(page.kind)
        return f"of {page.kind}"

    publish_due(site=wiki, render=render)
    publish_due(site=wiki, render=render)
    assert sorted(rendered) == sorted([*pages, PageKind.RULESET])
    text = "[[Hall/Ruleset|Ruleset]] [[Hall/Ruleset]] [[:Hall/Ruleset#luck|x]] [[Hall/Rulesets|y]] Hall/Ruleset"
    assert with_links_followed(text, hall) == (
        "[[:File:Law.png|Ruleset]] [[:File:Law.png|Hall/Ruleset]] [[:File:Law.png#luck|x]] [[Hall/Rulesets|y]] "
        "Hall/Ruleset"
    )
    ruleset.refresh_from_db()
    assert base_of(ruleset) == "Hall", "new pages come where they would have come"

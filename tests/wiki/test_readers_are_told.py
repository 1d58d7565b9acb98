"""What readers on the wiki see: the banner wherever our part is gone, no leaks elsewhere, names in summaries."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.wiki.models import Cause, PageKind, Resolution, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing import parked_banner
from nomic.wiki.publishing.edit_summaries import PhraseGroup
from nomic.wiki.publishing.outcomes import COMPARED_SOON, How, unpark
from nomic.wiki.sites.mediawiki_site import MediaWikiSite, user_agent
from nomic.wiki.sites.site import WikiSite
from tests.wiki.conftest import Someone
from tests.wiki.faulty import FaultyWiki
from tests.wiki.publishing import edit, how, publish, text_of, whole
from tests.wiki.test_pages import page_of

GONE_MARKERS = {
    "removed": "words without markers",
    "doubled": whole("one") + whole("one"),
    "half": whole("one")[:-10],
    "blanked": "",
    "a redirect": "#REDIRECT [[Elsewhere]]",
}


@pytest.mark.parametrize("how_it_is_left", GONE_MARKERS)
def test_a_page_without_its_markers_says_so_to_readers(row: WikiPage, any_site: WikiSite, how_it_is_left: str) -> None:
    """Once, above all that is left of it, which stays to the byte; once it is undone the page goes on without it."""
    left = GONE_MARKERS[how_it_is_left]
    publish(row, any_site, "one")
    edit(any_site, row, left)
    assert how(publish(row, any_site, "two")) is How.PARKED
    assert row.parked_cause == Cause.MARKERS
    said = text_of(any_site, row)
    assert "This page is not up to date." in said
    assert "removed or changed the marks" in said
    assert parked_banner.remove_banner(said).strip() == left.strip()
    with time_machine.travel(timezone.now() + 2 * COMPARED_SOON, tick=False):
        assert how(publish(row, any_site, "two", stale=False)) is How.PARKED
    assert text_of(any_site, row) == said
    edit(any_site, row, whole("one", "hello "))
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        assert how(publish(row, any_site, "two", stale=False)) is How.PUBLISHED
    assert text_of(any_site, row) == whole("two", "hello ")


@pytest.mark.parametrize("how_it_is_left", GONE_MARKERS)
def test_a_page_without_its_markers_is_put_back_when_somebody_says_so(row: WikiPage, how_it_is_left: str) -> None:
    """The banner goes, and comes into nobody's words."""
    wiki = FaultyWiki()
    publish(row, wiki, "one")
    wiki.edit(row.title, GONE_MARKERS[how_it_is_left])
    publish(row, wiki, "two")
    unpark(row, Resolution.OURS)
    assert how(publish(row, wiki, "two")) is How.PUBLISHED
    assert whole("two") in text_of(wiki, row)
    assert parked_banner.FIRST not in text_of(wiki, row)


@pytest.mark.wiki
def test_readers_of_a_redirect_see_the_page_that_says_so(row: WikiPage, site: MediaWikiSite, reader: Someone) -> None:
    """They are not taken elsewhere, where nothing says that the page is out of date."""
    publish(row, site, "one")
    reader.edit(row.title, "#REDIRECT [[Main Page]]")
    publish(row, site, "two")
    found = reader.api(action="query", titles=row.title, redirects="1")["query"]
    assert "redirects" not in found
    shown = reader.parse(reader.read(row.title))["text"]
    assert shown.count("mw-message-box-warning") == 1


def test_a_strangers_page_is_not_written_on(row: WikiPage) -> None:
    """No banner on a page that was never ours."""
    wiki = FaultyWiki()
    wiki.edit(row.title, "a stranger's words")
    assert how(publish(row, wiki, "one")) is How.PARKED
    assert text_of(wiki, row) == "a stranger's words"


@pytest.mark.wiki
@pytest.mark.parametrize(
    "kind", [kind for kind in PageKind if kind not in (PageKind.PROPOSAL, PageKind.MATCH, PageKind.PICTURE)]
)
def test_a_transclusion_leaks_nothing(
    hall: Cycle, site: MediaWikiSite, reader: Someone, title: str, kind: PageKind
) -> None:
    """Neither a category nor a switch nor the banner reaches a page that transcludes one of ours."""
    page = WikiPage.objects.filter(cycle=hall, kind=kind).first()
    if page is None:
        page = WikiPage.objects.create(cycle=hall, kind=kind, subject="1", title=f"Hall/{kind.label} 1-100")
    site.save(title, parked_banner.add_banner(page, whole(str(render_page(page)))), None, "x")
    parsed = reader.parse(f"== A ==\n{{{{:{title}}}}}")
    assert parsed["categories"] == []
    assert "mw-message-box-warning" not in parsed["text"]
    assert "mw-editsection" in parsed["text"][: parsed["text"].index('id="A"') + 200]
    itself = reader.api(action="parse", page=title, prop="categories|text", disablelimitreport="1")["parse"]
    assert len(itself["categories"]) == (0 if kind == PageKind.CATEGORY else 2 if kind == PageKind.MAIN else 1)
    assert "mw-editsection" not in itself["text"] or kind == PageKind.CATEGORY


def test_a_category_of_a_cycle_is_still_named_on_its_pages(hall: Cycle) -> None:
    """Between noinclude, and nowhere else."""
    text = str(render_page(page_of(hall, PageKind.GAMESTATE)))
    assert text.endswith("<noinclude>[[Category:Hall|Gamestate]]</noinclude>")
    assert text.count("__NOEDITSECTION__") == text.count("<noinclude>__NOEDITSECTION__</noinclude>") == 1


def test_the_wiki_is_told_who_asks_and_whom_to_write_to(settings: Any) -> None:
    """In a header: no line break and nothing beyond ASCII gets into it, however it was configured."""
    settings.SITE_URL, settings.WIKI_CONTACT = "https://nomic.example", "admin@nomic.example"
    assert user_agent() == "InfiniteNomic/1 (https://nomic.example; admin@nomic.example)"
    settings.WIKI_CONTACT, settings.DEFAULT_FROM_EMAIL = "", "from@nomic.example"
    assert user_agent().endswith("; from@nomic.example)")
    settings.WIKI_CONTACT = "a\r\nX-Evil: 1 é)" + "x" * 1000
    assert "\r" not in user_agent()
    assert user_agent().isascii()
    assert len(user_agent()) < 250


@pytest.mark.wiki
def test_a_real_wiki_gets_the_header(site: MediaWikiSite, title: str) -> None:
    """With every request."""
    site.read(title)
    assert site._site is not None
    assert str(site._site.connection.headers["User-Agent"]).startswith(user_agent())


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], "two moves"),
        (["Ada"], "two moves (Ada)"),
        (["Ada", "Ben", "Cleo", "Dan", "Eve"], "two moves (Ada, Ben, Cleo and 2 more)"),
    ],
)
def test_a_summary_names_who_acted(names: list[str], told: str) -> None:
    """A few by name, the others by their number; the system has no name."""
    assert PhraseGroup("two moves", 2, names).with_names() == told


def test_a_name_that_is_told_already_is_not_told_twice() -> None:
    """As in what the act is called."""
    assert PhraseGroup("a gift from Ada to Ben", 1, ["Ada"]).with_names() == "a gift from Ada to Ben"

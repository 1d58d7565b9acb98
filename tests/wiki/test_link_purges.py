"""No reader sees a red link to a page that is there."""

from datetime import timedelta
from typing import Any

import pytest
import requests
from django.utils import timezone

from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.outbox.delivery_errors import Retryable
from nomic.wiki.cycle_pages import OF_A_CYCLE
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.titles import wiki_title_of
from nomic.wiki.publishing.link_purges import MAX_TITLES
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import PageTrouble
from tests.wiki.conftest import Someone
from tests.wiki.test_publisher import ScriptedSite

MADE = [wiki_title_of("Hall", kind) for kind in OF_A_CYCLE]  # the pages of a cycle that has just begun


class Read(MediaWikiSite):
    """The wiki, where each page is read as soon as it is there."""

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Any:
        saved = super().save(title, text, base_revid, summary)
        red_links(self.page_url(title))
        return saved


def red_links(url: str) -> int:
    """How many links of a page's text lead to pages that do not exist, as a reader sees it."""
    html = requests.get(url, timeout=30).text
    return html.partition('id="mw-content-text"')[2].partition('id="mw-navigation"')[0].count("redlink=1")


@pytest.mark.wiki
def test_pages_made_in_the_same_second_are_no_red_links_to_each_other(mediawiki: LocalWiki, db: None) -> None:
    """Neither among the system's pages nor on a page of somebody who wrote of them before; the wiki runs no jobs."""
    mediawiki.switch(settings={"wgJobRunRate": 0})
    cycle = create_cycle("cycle-16", slug="red-links")
    site = Read(mediawiki.url, mediawiki.user, mediawiki.password)
    Someone(mediawiki).edit("Of red links", "see [[Red links/Ruleset]]")
    assert red_links(site.page_url("Of red links")) == 1
    publish_due(site=site, by_hand=True)
    titles = [*cycle.wiki_pages.values_list("title", flat=True), "Of red links"]
    assert {title: red_links(site.page_url(title)) for title in titles} == dict.fromkeys(titles, 0)
    assert not WikiPage.objects.filter(links_due_at__isnull=False).exists()


@pytest.mark.wiki
def test_a_wiki_that_takes_no_more_purges_is_asked_again(site: MediaWikiSite, reader: Someone, title: str) -> None:
    """It tells of its limit in a warning only, while it says that all went well."""
    reader.edit(title, "words")
    site.show_links_to([title], [title])
    limit = {"wgRateLimits": {"purge": {"user": [0, 60]}}, "wgGroupPermissions": {"bot": {"noratelimit": False}}}
    reader.wiki.switch(settings=limit)
    fresh = MediaWikiSite(reader.wiki.url, reader.wiki.user, reader.wiki.password)
    with pytest.raises(Retryable, match="no more purges"):
        fresh.show_links_to([title], [title])


@pytest.fixture
def scripted(hall: Cycle, at_once: None) -> ScriptedSite:
    return ScriptedSite()


def publish(site: ScriptedSite) -> None:
    WikiPage.objects.filter(stale_since=None).update(stale_since=timezone.now())
    publish_due(site=site, render=lambda page: f"page {len(site.saves)}")


def test_links_are_shown_once_and_only_of_pages_that_were_made(scripted: ScriptedSite) -> None:
    """All of one run in one request; a page that was there before asks for nothing."""
    publish(scripted)
    assert scripted.shown == [MADE]
    publish(scripted)
    assert len(scripted.saves) == 2 * len(MADE)
    assert len(scripted.shown) == 1


def test_a_page_that_was_found_there_was_not_made(scripted: ScriptedSite) -> None:
    """As after a restore: nothing is sent, so nothing is drawn anew."""
    publish_due(site=scripted, render=lambda page: "words")
    WikiPage.objects.update(published_revid=None, stale_since=timezone.now())
    publish_due(site=scripted, render=lambda page: "words")
    assert len(scripted.shown) == 1


def test_a_save_that_was_confirmed_later_shows_its_links_then(scripted: ScriptedSite) -> None:
    """The answer to the making was lost: not before the page has been seen, and then once."""
    WikiPage.objects.exclude(kind=PageKind.RULESET).delete()

    class Lossy(ScriptedSite):
        def save(self, *args: Any) -> Any:
            super().save(*args)
            raise PageTrouble("timeout")

    lossy = Lossy()
    publish_due(site=lossy, render=lambda page: "words")
    assert lossy.shown == []
    scripted.pages = lossy.pages
    WikiPage.objects.update(next_try_at=None)
    publish_due(site=scripted, render=lambda page: "words")
    assert scripted.shown == [["Hall/Ruleset"]]


@pytest.mark.parametrize("trouble", [Retryable("ratelimited"), PageTrouble("503"), RuntimeError("a mistake")])
def test_what_failed_is_done_later(scripted: ScriptedSite, trouble: Exception) -> None:
    """It keeps no page back, is not tried at once again, and is not forgotten."""
    scripted.links_trouble = trouble
    publish(scripted)
    assert not WikiPage.objects.exclude(published_revid=1).exists()
    publish(scripted)
    assert len(scripted.shown) == 1
    scripted.links_trouble = None
    WikiPage.objects.update(links_due_at=timezone.now() - timedelta(seconds=1))
    publish_due(site=scripted, render=lambda page: "words")
    assert [sorted(made) for made in scripted.shown] == [sorted(MADE)] * 2


def test_many_pages_made_at_once_are_few_requests(hall: Cycle, scripted: ScriptedSite) -> None:
    """As many in one request as a wiki takes."""
    WikiPage.objects.bulk_create(
        WikiPage(cycle=hall, kind=PageKind.MATCH, subject=f"m{n}", title=f"Hall/Match {n}", stale_since=timezone.now())
        for n in range(2 * MAX_TITLES)
    )
    publish(scripted)
    assert [len(made) for made in scripted.shown] == [MAX_TITLES, MAX_TITLES, len(MADE)]

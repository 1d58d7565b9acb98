"""Each fault of a real MediaWiki, while a page is saved: what it refused is not published, and is mended after.

The other page of the cycle is published all the same, except where the wiki says of itself that nothing goes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.outbox.unreachable import REFUSED
from nomic.wiki.models import PageKind, Publisher, Resolution, WikiPage
from nomic.wiki.publishing import publisher
from nomic.wiki.publishing.circuit_breaker import resume_publishing
from nomic.wiki.publishing.outcomes import How, unpark
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites import mediawiki_site
from nomic.wiki.sites.local_mediawiki import LocalWiki, free_port
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import Saved
from tests.wiki.conftest import Someone

pytestmark = pytest.mark.wiki

OF_THE_WIKI: dict[str, Any] = {
    "read-only": {"settings": {"wgReadOnly": "the disk is full"}},
    "rate limit": {"settings": {"wgRateLimits": {"edit": {"&can-bypass": False, "user": [0, 60], "newbie": [0, 60]}}}},
    "lag": {"answer": {"status": 200, "body": '{"error": {"code": "maxlag", "info": "lagging", "lag": 7}}'}},
    "lag without a time to wait": {"answer": {"status": 503, "body": "", "headers": {"X-Database-Lag": "7"}}},
    "too many requests": {"answer": {"action": "edit", "status": 429, "body": "slow down"}},
    "server down": {"answer": {"status": 502, "body": "<html>Bad gateway</html>"}},
    "maintenance": {"answer": {"status": 200, "body": "<html>We are being maintained</html>"}},
    "nobody answers in time": {"answer": {"delay": 6}},
}
OF_THE_ACCOUNT: dict[str, Any] = {
    "no right to edit": {"settings": {"wgRevokePermissions": {"bot": {"edit": True}, "user": {"edit": True}}}},
    "no right to edit as a bot": {"settings": {"wgRevokePermissions": {"bot": {"bot": True}}}},
}
# Only saving meets them: the wiki itself is well.
OF_THE_PAGE: dict[str, Any] = {
    "forbidden": {"answer": {"action": "edit", "status": 403, "body": "no robots"}},
    "too long for the server": {"answer": {"action": "edit", "status": 413, "body": "too large"}},
    "broken": {"answer": {"action": "edit", "status": 500, "body": "Internal error"}},
    "unavailable": {"answer": {"action": "edit", "status": 503, "body": "later", "headers": {"Retry-After": "900"}}},
    "internal error": {
        "answer": {
            "action": "edit",
            "status": 200,
            "body": '{"error": {"code": "internal_api_error_Error", "info": "x"}}',
        }
    },
    "an answer that is none": {"answer": {"action": "edit", "status": 200, "body": "{}"}},
    "no answer in time": {"answer": {"action": "edit", "delay": 6}},
    "answer lost": {"after": {"action": "edit", "body": ""}},
    "answer cut": {"after": {"action": "edit", "keep": 20}},
    "answer is HTML": {"after": {"action": "edit", "body": "<html>"}},
}
PARKED: dict[str, Any] = {
    "too big": {"settings": {"wgMaxArticleSize": 0}},
    "spam": {"settings": {"wgSpamRegex": ["/text two/"]}},
    "protected namespace": {"settings": {"wgNamespaceProtection": [["editinterface"]]}},
}
CAPTCHA = {
    "wgCaptchaTriggers": {"edit": True, "create": True},
    "wgRevokePermissions": {"bot": {"skipcaptcha": True}},
    "wgGroupPermissions": {"bot": {"skipcaptcha": False}, "sysop": {"skipcaptcha": False}},
}


@pytest.fixture
def pages(hall: Cycle, title: str, at_once: None) -> list[WikiPage]:
    """Two stale pages of a cycle; the first is tried first."""
    WikiPage.objects.all().delete()
    since = timezone.now() - timedelta(minutes=1)
    return [
        WikiPage.objects.create(
            cycle=hall, kind=PageKind.MATCH, subject=part, title=f"{title} {part}", stale_since=since
        )
        for part in ("first", "second")
    ]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not answer within four seconds does not answer."""
    monkeypatch.setattr(mediawiki_site, "SECONDS_TO_ANSWER", 4)


def run(site: MediaWikiSite, text: str) -> list[How]:
    return [outcome.how for outcome in publish_due(site=site, render=lambda page: f"text {text}")]


def go_stale() -> None:
    WikiPage.objects.update(stale_since=timezone.now(), next_try_at=None)


def shows(reader: Someone, page: WikiPage, text: str) -> bool:
    return f"\ntext {text}\n" in reader.read(page.title)


def is_true(reader: Someone, pages: list[WikiPage], text: str) -> None:
    """Whatever the database says is published is what the wiki shows."""
    for page in pages:
        page.refresh_from_db()
        if page.state == "published":
            assert shows(reader, page, text)
            assert reader.revisions(page.title)[0]["revid"] == page.published_revid


@pytest.mark.parametrize("fault", [*OF_THE_WIKI, *OF_THE_ACCOUNT])
def test_a_fault_of_the_wiki_keeps_all_waiting(
    pages: list[WikiPage], site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone, quick: None, fault: str
) -> None:
    """The run ends at the first page; nothing is said to be published; when it is over, all is."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    mediawiki.switch(**(OF_THE_WIKI | OF_THE_ACCOUNT)[fault])
    assert run(site, "two") == [How.STOPPED]
    assert run(site, "two") == []
    assert [page.state for page in WikiPage.objects.order_by("pk")] == ["waiting", "stale"]
    mediawiki.switch()
    is_true(reader, pages, "two")
    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        if fault in OF_THE_ACCOUNT:
            resume_publishing()
        assert sorted(run(site, "two")) == [How.PUBLISHED] * 2
    assert [shows(reader, page, "two") for page in pages] == [True, True]
    assert [len(reader.revisions(page.title)) for page in pages] == [2, 2]


@pytest.mark.parametrize(
    ("fault", "lift"),
    [
        *((fault, "in time") for fault in OF_THE_PAGE),
        ("forbidden", "by the command"),
        ("answer lost", "by the command"),
    ],
)
def test_a_fault_of_one_page_keeps_that_page_waiting(
    pages: list[WikiPage],
    site: MediaWikiSite,
    mediawiki: LocalWiki,
    reader: Someone,
    quick: None,
    fault: str,
    lift: str,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others are published in the same run. It waits longer each time, and is mended when it can be saved."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    failing = OnlyTheFirst(mediawiki, pages[0].title, OF_THE_PAGE[fault])
    assert run(failing, "two") == [How.LATER, How.PUBLISHED]
    is_true(reader, pages, "two")
    assert pages[0].state == "waiting"
    assert (pages[0].next_try_at is not None, pages[0].attempts) == (True, 1)
    assert not Publisher.objects.filter(next_try_at__isnull=False).exists()
    if lift == "by the command":
        settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = (
            mediawiki.url,
            mediawiki.user,
            mediawiki.password,
        )
        monkeypatch.setattr("nomic.wiki.publishing.publisher.render_whole", lambda page: "text two")
        call_command("publish", "--all", verbosity=0)
    else:
        with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
            assert run(site, "two")[0] in (How.PUBLISHED, How.UNCHANGED)
    is_true(reader, pages, "two")
    assert [page.state for page in pages] == ["published"] * 2
    assert [len(reader.revisions(page.title)) for page in pages] == [2, 2]


class OnlyTheFirst(MediaWikiSite):
    """A wiki that has its fault while this page is saved."""

    def __init__(self, wiki: LocalWiki, title: str, fault: dict[str, Any]) -> None:
        super().__init__(wiki.url, wiki.user, wiki.password)
        self.wiki, self.title, self.fault = wiki, title, fault

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        if title != self.title:
            return super().save(title, text, base_revid, summary)
        self.wiki.switch(**self.fault)
        try:
            return super().save(title, text, base_revid, summary)
        finally:
            self.wiki.switch()


@pytest.mark.parametrize("fault", PARKED)
def test_a_page_that_is_refused_waits_for_a_person(
    pages: list[WikiPage], site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone, fault: str
) -> None:
    """With the wiki's reason; it is published when somebody has looked."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    assert run(OnlyTheFirst(mediawiki, pages[0].title, PARKED[fault]), "two") == [How.PARKED, How.PUBLISHED]
    is_true(reader, pages, "two")
    assert pages[0].parked_reason.startswith("the wiki said")
    assert shows(reader, pages[0], "one")
    unpark(pages[0], Resolution.OURS)
    assert run(site, "two") == [How.PUBLISHED]
    assert shows(reader, pages[0], "two")


def test_a_captcha_keeps_one_page_waiting(
    pages: list[WikiPage], site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone
) -> None:
    """The wiki may want one for what is on this page; the reason says what the account needs."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    failing = OnlyTheFirst(mediawiki, pages[0].title, {"settings": CAPTCHA})
    assert run(failing, "two") == [How.LATER, How.PUBLISHED]
    is_true(reader, pages, "two")
    assert "skipcaptcha" in pages[0].trouble


@contextmanager
def blocked(wiki_admin: Someone, **how: str) -> Iterator[None]:
    wiki_admin.do("block", user="Nomic", reason="why", **how)
    try:
        yield
    finally:
        wiki_admin.do("unblock", user="Nomic")


def test_a_block_of_one_page_keeps_that_page_waiting(
    pages: list[WikiPage], site: MediaWikiSite, reader: Someone, wiki_admin: Someone
) -> None:
    """A block of the account keeps all waiting, for a person."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    with blocked(wiki_admin, partial="1", pagerestrictions=pages[0].title, allowusertalk="1"):
        assert run(site, "two") == [How.LATER, How.PUBLISHED]
    is_true(reader, pages, "two")
    assert "blocked" in pages[0].trouble
    go_stale()
    with blocked(wiki_admin):
        assert run(site, "three") == [How.STOPPED]
    is_true(reader, pages, "three")
    assert run(site, "three") == []
    resume_publishing()
    WikiPage.objects.update(next_try_at=None)
    assert run(site, "three") == [How.PUBLISHED] * 2


def test_a_connection_that_is_refused_is_the_wikis_when_it_is_refused_again(
    pages: list[WikiPage], mediawiki: LocalWiki, site: MediaWikiSite, reader: Someone
) -> None:
    """While one page is saved nobody is there: where somebody answers then, it is that page's matter."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()
    assert run(LostAt(mediawiki, pages[0].title, comes_back=True), "two") == [How.LATER, How.PUBLISHED]
    is_true(reader, pages, "two")
    go_stale()
    assert run(LostAt(mediawiki, pages[0].title, comes_back=False), "three") == [How.STOPPED]
    is_true(reader, pages, "three")
    assert Publisher.objects.get().reason == f"the wiki does not answer, {REFUSED}"


class LostAt(MediaWikiSite):
    """A wiki whose server goes away as a page is to be saved."""

    def __init__(self, wiki: LocalWiki, title: str, *, comes_back: bool) -> None:
        super().__init__(wiki.url, wiki.user, wiki.password)
        self.title, self.comes_back = title, comes_back

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        if title != self.title:
            return super().save(title, text, base_revid, summary)
        assert self._site is not None
        there, self._site.host = self._site.host, f"127.0.0.1:{free_port()}"
        try:
            return super().save(title, text, base_revid, summary)
        finally:
            if self.comes_back:
                self._site.host = there


@pytest.mark.parametrize("when", ["before the request", "before the answer", "after the answer"])
def test_a_worker_that_is_killed_at_a_save(
    pages: list[WikiPage], site: MediaWikiSite, reader: Someone, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """What it sent counts only where the wiki shows it; the next worker reads, and mends what is not there."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    go_stale()

    class Dying(MediaWikiSite):
        def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
            if when == "before the request":
                raise KeyboardInterrupt
            answer = super().save(title, text, base_revid, summary)
            if when == "before the answer":
                raise KeyboardInterrupt
            return answer

    def dying(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        if when == "after the answer":
            patched.setattr(publisher, "confirmed", dying)
        with pytest.raises(KeyboardInterrupt):
            run(Dying(reader.wiki.url, reader.wiki.user, reader.wiki.password), "two")
    pages[0].refresh_from_db()
    assert pages[0].state == "publishing"
    monkeypatch.setattr("nomic.outbox.leases.has_ended", lambda name: True)
    first = How.PUBLISHED if when == "before the request" else How.UNCHANGED
    assert run(site, "two") == [first, How.PUBLISHED]
    is_true(reader, pages, "two")
    assert [len(reader.revisions(page.title)) for page in pages] == [2, 2]


def test_the_command_mends_whatever_differs(
    pages: list[WikiPage],
    site: MediaWikiSite,
    mediawiki: LocalWiki,
    reader: Someone,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A page that is said to be published and shows another text is repaired at once; the others are left alone."""
    assert run(site, "one") == [How.PUBLISHED] * 2
    # As earlier versions wrote it down after a save that the wiki had refused.
    WikiPage.objects.filter(pk=pages[0].pk).update(published_digest="")
    texts: dict[str, Callable[[], str]] = {pages[0].title: lambda: "text two", pages[1].title: lambda: "text one"}
    monkeypatch.setattr("nomic.wiki.publishing.publisher.render_whole", lambda page: texts[page.title]())
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = mediawiki.url, mediawiki.user, mediawiki.password
    call_command("publish", "--all")
    assert capsys.readouterr().out.splitlines() == [f"{pages[0].title}: published", f"{pages[1].title}: unchanged"]
    assert shows(reader, pages[0], "two")
    mediawiki.switch(answer={"action": "edit", "status": 403, "body": "no robots"})
    texts[pages[1].title] = lambda: "text two"
    with pytest.raises(CommandError, match="1 of 2 pages could not be published"):
        call_command("publish", "--all")

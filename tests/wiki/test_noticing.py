"""What people do on the wiki is noticed within a minute, by one request for all pages."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.wiki.models import Cause, PageKind, Publisher, WikiPage
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.recent_changes import look_for_changes
from nomic.wiki.sites import mediawiki_site
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import PageTrouble, WikiSite
from tests.wiki.conftest import Someone
from tests.wiki.faulty import Fault, FaultyWiki
from tests.wiki.publishing import edit, how, publish, text_of, whole


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


def noticed(site: WikiSite) -> int:
    """How many pages are noticed to have changed, however lately the wiki was asked."""
    Publisher.objects.update(changes_at=None)
    return look_for_changes(site)


def looked(site: WikiSite, row: WikiPage, text: str) -> How | None:
    """How the look at the page ends that is due now; None if none is due."""
    outcome = publish(row, site, text, stale=False)
    return outcome.how if outcome else None


def begin(site: WikiSite, row: WikiPage, text: str = "one") -> None:
    """The page is published, and the wiki has been asked before."""
    assert how(publish(row, site, text)) is How.PUBLISHED
    noticed(site)
    publish_due(site=site, render=lambda page: text)
    assert noticed(site) == 0, "our own save is no change"


def test_an_edit_inside_is_marked_within_a_minute(row: WikiPage, any_site: WikiSite) -> None:
    """Nothing of ours changed, and the daily look is far away: readers are told all the same."""
    begin(any_site, row)
    edit(any_site, row, whole("ONE"))
    assert noticed(any_site) == 1
    assert looked(any_site, row, "one") is How.PARKED
    assert "This page is not up to date." in text_of(any_site, row)
    publish_due(site=any_site, render=lambda page: "one")
    assert noticed(any_site) == 0, "the banner is ours"


def test_the_wiki_is_asked_once_a_minute_for_all_pages(row: WikiPage, hall: Cycle, clock: Any) -> None:
    """However many pages, cycles and workers; beat may come some seconds early, and the clock may be put back."""
    wiki = FaultyWiki()
    other = create_cycle("cycle-16", slug="other")
    WikiPage.objects.exclude(pk=row.pk).delete()
    for number in range(20):
        WikiPage.objects.create(
            cycle=(hall, other)[number % 2], kind=PageKind.MATCH, subject=str(number), title=f"Many {number}",
            stale_since=timezone.now(),
        )  # fmt: skip
    publish_due(site=wiki, render=lambda page: "one")
    wiki.requests.clear()
    for _ in range(3):
        look_for_changes(wiki)
    clock.shift(timedelta(seconds=30))
    look_for_changes(wiki)
    assert wiki.requests == ["changes"]
    clock.shift(timedelta(seconds=25))
    look_for_changes(wiki)
    assert wiki.requests == ["changes"] * 2
    clock.shift(timedelta(days=-1))
    look_for_changes(wiki)
    assert wiki.requests == ["changes"] * 3


@pytest.mark.parametrize("change", [{"published": False}, {"fork_of": True}, None])
def test_where_nothing_is_published_the_wiki_is_not_asked(row: WikiPage, change: dict[str, Any] | None) -> None:
    """Practice cycles that stay at home, forks, and a house without pages."""
    wiki = FaultyWiki()
    begin(wiki, row)
    if change is None:
        WikiPage.objects.all().delete()
    else:
        Cycle.objects.update(**{name: row.cycle_id if value is True else value for name, value in change.items()})
    wiki.requests.clear()
    assert noticed(wiki) == 0
    assert wiki.requests == []


def test_all_that_changed_at_once_is_looked_at_in_one_run(row: WikiPage, hall: Cycle) -> None:
    """A bot that goes through forty pages: not five in a run, as of those that are merely compared."""
    wiki = FaultyWiki()
    for number in range(40):
        WikiPage.objects.create(
            cycle=hall, kind=PageKind.MATCH, subject=str(number), title=f"Many {number}", stale_since=timezone.now()
        )
    publish_due(site=wiki, render=lambda page: "one")
    noticed(wiki)
    publish_due(site=wiki, render=lambda page: "one")
    for number in range(40):
        wiki.edit(f"Many {number}", whole("BOT"))
    assert noticed(wiki) == 40
    assert [each.how for each in publish_due(site=wiki, render=lambda page: "one")] == [How.PARKED] * 40


def test_a_change_while_a_worker_has_the_page_is_not_lost(row: WikiPage) -> None:
    """It had read the page before: the page is compared once more."""
    wiki = FaultyWiki()
    begin(wiki, row)

    class Late(FaultyWiki):
        def read(self, title: str) -> Any:
            found = wiki.read(title)
            wiki.edit(title, whole("ONE"))
            assert noticed(wiki) == 1
            return found

    WikiPage.objects.update(stale_since=timezone.now())
    assert looked(Late(), row, "one") is How.UNCHANGED
    assert looked(wiki, row, "one") is How.PARKED


@pytest.mark.parametrize("trouble", [Rejected("no such list"), PageTrouble("503")])
def test_a_wiki_that_does_not_say_is_published_to_all_the_same(row: WikiPage, trouble: Exception) -> None:
    """Recent changes may be switched off; the daily look remains."""
    wiki = FaultyWiki()
    begin(wiki, row)
    wiki.faults.append(Fault("recentchanges", trouble))
    assert noticed(wiki) == 0
    assert Publisher.objects.get().since is None
    assert how(publish(row, wiki, "two")) is How.PUBLISHED


@pytest.mark.parametrize("trouble", [Fatal("readapidenied"), Retryable("maxlag")])
def test_trouble_with_the_wiki_is_seen_though_nothing_is_to_be_written(row: WikiPage, trouble: Exception) -> None:
    """Then it is not asked again before its time."""
    wiki = FaultyWiki()
    begin(wiki, row)
    wiki.faults.append(Fault("all", trouble))
    noticed(wiki)
    assert Publisher.objects.get().since is not None
    wiki.requests.clear()
    noticed(wiki)
    assert wiki.requests == []


def test_files_that_somebody_writes_are_noticed(row: WikiPage, tmp_path: Any) -> None:
    """A folder has no list of changes: files say when they were written."""
    folder = FolderSite(tmp_path)
    begin(folder, row)
    (tmp_path / f"{row.title}.wiki").write_text(whole("ONE"))
    assert noticed(folder) == 1


# On a real wiki


@pytest.mark.wiki
def test_deleting_restoring_moving_and_protecting_are_noticed(
    row: WikiPage, site: MediaWikiSite, wiki_admin: Someone
) -> None:
    """What is in the log as well as what is edited; each once, not every minute again."""
    begin(site, row)
    wiki_admin.do("delete", title=row.title)
    assert noticed(site) == 1
    assert looked(site, row, "one") is How.PARKED
    assert row.parked_cause == Cause.GONE
    assert noticed(site) == 0
    wiki_admin.do("undelete", title=row.title)
    assert noticed(site) == 1
    assert looked(site, row, "one") is How.UNCHANGED
    assert noticed(site) == 0
    wiki_admin.do("move", **{"from": row.title, "to": f"{row.title} moved", "reason": "x"})
    assert noticed(site) == 1
    looked(site, row, "one")
    assert row.title.endswith(" moved")
    assert noticed(site) == 0
    wiki_admin.do("protect", title=row.title, protections="edit=sysop")
    assert how(publish(row, site, "two")) is How.PARKED
    noticed(site)
    wiki_admin.do("protect", title=row.title, protections="edit=all")
    assert noticed(site) == 1
    assert looked(site, row, "two") is How.PUBLISHED, "as soon as the protection ends"


@pytest.mark.wiki
def test_edits_of_bots_and_of_our_own_account_by_hand_are_noticed(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki
) -> None:
    """They are hidden from most readers of recent changes, not from us."""
    begin(site, row)
    by_hand = Someone(mediawiki)
    by_hand.log_in(mediawiki.user, mediawiki.password)
    by_hand.edit(row.title, whole("BY HAND"), bot="1", minor="1")
    assert noticed(site) == 1
    assert looked(site, row, "one") is How.PARKED


@pytest.mark.wiki
def test_a_hidden_edit_is_noticed_and_breaks_nothing(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, wiki_admin: Someone, reader: Someone
) -> None:
    """An admin undid it and hid who and what: the page stands as it should."""
    mediawiki.switch(settings={"wgGroupPermissions": {"sysop": {"deleterevision": True, "deletelogentry": True}}})
    begin(site, row)
    bad = reader.edit(row.title, whole("BAD"), summary="bad")
    wiki_admin.edit(row.title, whole("one"))
    answer = wiki_admin.api(
        action="revisiondelete", type="revision", ids=bad, hide="content|comment|user",
        token=wiki_admin.api(action="query", meta="tokens")["query"]["tokens"]["csrftoken"],
    )  # fmt: skip
    assert "error" not in answer or answer["error"]["code"] == "permissiondenied", answer
    assert noticed(site) == 1
    assert looked(site, row, "one") is How.UNCHANGED


@pytest.mark.wiki
def test_more_changes_than_fit_one_answer_are_all_asked_for(
    row: WikiPage, site: MediaWikiSite, reader: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wiki says where to go on; what is left after that is asked for the next time."""
    begin(site, row)
    monkeypatch.setattr(mediawiki_site, "LISTED_LATE", timedelta(0))
    reader.edit(row.title, whole("ONE"))
    for number in range(6):
        reader.edit(f"{row.title} other {number}", "x")
    monkeypatch.setattr(mediawiki_site, "CHANGES_AT_ONCE", 2)
    assert noticed(site) == 1
    for number in range(6):
        reader.edit(f"{row.title} other {number}", "y")
    reader.edit(row.title, whole("TWO"))
    monkeypatch.setattr(mediawiki_site, "MAX_CHANGES", 4)
    assert sum(noticed(site) for _ in range(6)) == 1


@pytest.mark.wiki
@pytest.mark.parametrize("is_known", [True, False])
def test_more_changes_of_one_second_than_are_asked_for_are_all_noticed(
    row: WikiPage,
    site: MediaWikiSite,
    mediawiki: LocalWiki,
    reader: Someone,
    monkeypatch: pytest.MonkeyPatch,
    is_known: bool,
) -> None:
    """Each call goes on where the one before ended; if the wiki does not know that place, from the same time on."""
    begin(site, row)
    for number in range(6):
        reader.edit(f"{row.title} other {number}", "x")
    reader.edit(row.title, whole("TWO"))
    with sqlite3.connect(mediawiki.folder / "data" / "wiki.sqlite", timeout=20) as database:
        database.execute(
            "UPDATE recentchanges SET rc_timestamp = (SELECT max(rc_timestamp) FROM recentchanges)"
            " WHERE rc_id IN (SELECT rc_id FROM recentchanges ORDER BY rc_id DESC LIMIT 7)"
        )
    monkeypatch.setattr(mediawiki_site, "LISTED_LATE", timedelta(0))
    monkeypatch.setattr(mediawiki_site, "CHANGES_AT_ONCE", 2)
    monkeypatch.setattr(mediawiki_site, "MAX_CHANGES", 4)
    if not is_known:
        assert noticed(site) == 0
        publisher = Publisher.objects.get()
        publisher.changes_seen["more"]["rccontinue"] = "nonsense"
        publisher.save()
        monkeypatch.setattr(mediawiki_site, "MAX_CHANGES", 400)
    assert sum(noticed(site) for _ in range(4)) >= 1  # some may come twice, none is missing


@pytest.mark.wiki
def test_a_wiki_that_forgot_what_was_seen_is_compared_as_a_whole_once(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki
) -> None:
    """After a restore, or where changes are not kept: once, and not every minute."""
    begin(site, row)
    with sqlite3.connect(mediawiki.folder / "data" / "wiki.sqlite", timeout=20) as database:
        database.execute("DELETE FROM recentchanges")
    assert noticed(site) == 1
    assert looked(site, row, "one") is How.UNCHANGED
    assert [noticed(site) for _ in range(3)] == [0, 0, 0]


@pytest.mark.wiki
@pytest.mark.parametrize("hours", [-5, 5])
def test_the_clock_here_may_be_wrong(row: WikiPage, site: MediaWikiSite, reader: Someone, hours: int) -> None:
    """Only the wiki's own clock counts."""
    with time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False):
        WikiPage.objects.update(stale_since=timezone.now())
        begin(site, row)
        reader.edit(row.title, whole("ONE"))
        assert noticed(site) == 1
        assert looked(site, row, "one") is How.PARKED

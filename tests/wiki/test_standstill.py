"""That publishing has stopped is said: to staff at once and daily, on the pages, by /healthz; and when it is over."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.models import Delivery, Notice
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.wiki.models import Cause, PageKind, Publisher, WikiPage
from nomic.wiki.publishing.circuit_breaker import remind_staff, resume_publishing
from nomic.wiki.publishing.outage_notices import STANDS_STILL
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.unpublished_page_notices import notify_of_rejected
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import PageTrouble, Unconfirmed
from tests.wiki.conftest import Someone
from tests.wiki.faulty import Fault, FaultyWiki
from tests.wiki.publishing import how, publish, text_of, whole

HOUR = timedelta(hours=1, seconds=1)
DAY = timedelta(days=1, seconds=1)


@pytest.fixture
def keepers(db: None) -> list[Person]:
    """Two of staff, of whom one has an address that takes mails."""
    found = [Person.objects.create(username=name, is_staff=True, is_superuser=True) for name in ("Keeper", "Warden")]
    Person.objects.filter(pk=found[0].pk).update(email="keeper@example.org")
    EmailAddress.objects.create(user=found[0], email="keeper@example.org", verified=True, primary=True)
    return found


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


class StoppedWiki(FaultyWiki):
    """A wiki that takes nothing while `trouble` is set: neither a save nor a question about the account."""

    trouble: Exception | None = None

    def save(self, *args: Any) -> Any:
        if self.trouble is not None:
            raise self.trouble
        return super().save(*args)

    def check(self) -> None:
        self.requests.append("check")
        if self.trouble is not None:
            raise self.trouble


@pytest.fixture
def wiki(row: WikiPage) -> StoppedWiki:
    return StoppedWiki()


def told() -> list[str]:
    """What each of staff was told, both the same."""
    notices = Notice.objects.filter(kind=STANDS_STILL.name).order_by("pk")
    by = [list(notices.filter(person=person).values_list("text", flat=True)) for person in Person.objects.all()]
    assert all(each == by[0] for each in by)
    return by[0]


def tick(row: WikiPage, wiki: FaultyWiki, clock: Any, after: timedelta) -> None:
    clock.shift(after)
    remind_staff()
    publish(row, wiki, "two", stale=False)


def test_staff_are_told_at_once_and_daily_while_it_is_stopped(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """A notice to all of staff, a mail to who has an address: since when, why, what to do. Not at each hourly look."""
    wiki.trouble = Fatal("the account is blocked: spam")
    assert how(publish(row, wiki, "one")) is How.STOPPED
    (text,) = told()
    assert text.startswith(f"Nothing has been published to the wiki since {timezone.now():%d %B, %H:%M} UTC")
    assert "the account is blocked: spam. Ask an admin of the wiki to lift the block." in text
    assert [mail.person for mail in Delivery.objects.all()] == [keepers[0]]
    for _ in range(23):
        tick(row, wiki, clock, HOUR)
    assert len(told()) == 1
    tick(row, wiki, clock, HOUR)
    assert len(told()) == 2
    tick(row, wiki, clock, DAY)
    assert len(told()) == 3
    assert told()[2] == text, "it counts from the beginning"


def test_nobody_is_lost_where_staff_have_no_mail(row: WikiPage, wiki: StoppedWiki, caplog: Any) -> None:
    """Without staff at all it is in the log, and publishing is none the worse."""
    wiki.trouble = Fatal("the account is blocked: spam")
    assert how(publish(row, wiki, "one")) is How.STOPPED
    assert "publishing stopped: the account is blocked" in caplog.text
    assert not Notice.objects.exists()


def test_an_hour_later_it_is_looked_at_by_itself(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """Not before; a block that has ended is over without anybody saying so here, and staff hear it once."""
    wiki.trouble = Fatal("the account is blocked: spam")
    publish(row, wiki, "one")
    wiki.trouble = None
    asked = len(wiki.requests)
    tick(row, wiki, clock, timedelta(minutes=59))
    assert len(wiki.requests) == asked
    tick(row, wiki, clock, timedelta(minutes=2))
    assert text_of(wiki, row) == whole("two")
    assert told()[1].startswith("Pages are published to the wiki again. Nothing was published since ")
    state = Publisher.objects.get()
    assert (state.stopped_at, state.since, state.reason, state.told_of) == (None, None, "", [])
    tick(row, wiki, clock, DAY)
    assert len(told()) == 2


def test_where_nothing_is_to_be_written_the_wiki_is_asked_of_itself(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """A page that can be read proves nothing of an account that is blocked."""
    publish(row, wiki, "two")
    wiki.trouble = Fatal("the account is blocked: spam")
    publish(row, wiki, "three")
    WikiPage.objects.update(stale_since=None, compare_at=timezone.now())
    tick(row, wiki, clock, HOUR)
    assert Publisher.objects.get().stopped_at is not None
    assert len(told()) == 1
    wiki.trouble = None
    tick(row, wiki, clock, HOUR)
    assert Publisher.objects.get().since is None
    assert len(told()) == 2


def test_another_kind_of_trouble_is_told_at_once_and_each_kind_once(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """The words after the colon are the wiki's and may differ each time: they make no other kind."""
    for reason, count in (
        ("the wiki said blocked: by A", 1),
        ("the wiki said blocked: by B", 1),
        ("the wiki did not let the account in (Failed): x", 2),
        ("the wiki said blocked: by C", 2),
        ("the wiki did not let the account in (Failed): y", 2),
    ):
        wiki.trouble = Fatal(reason)
        publish(row, wiki, "one")
        tick(row, wiki, clock, HOUR)
        assert len(told()) == count, reason
    assert "WIKI_PASSWORD" in told()[1]


def test_trying_again_by_hand_forgets_nothing(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """If it is not over, nobody is told anew, and it counts from when it began."""
    wiki.trouble = Fatal("the account is blocked: spam")
    publish(row, wiki, "one")
    began = Publisher.objects.get().since
    clock.shift(timedelta(minutes=5))
    resume_publishing()
    assert how(publish(row, wiki, "one")) is How.STOPPED
    assert (Publisher.objects.get().since, len(told())) == (began, 1)


def test_a_long_wait_is_told_after_an_hour(row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]) -> None:
    """Not before, daily after, and that it is over; a short outage is told to nobody."""
    wiki.trouble = Retryable("the wiki said readonly: moving")
    publish(row, wiki, "one")
    for _ in range(59):
        tick(row, wiki, clock, timedelta(minutes=1))
    assert told() == []
    tick(row, wiki, clock, timedelta(minutes=1, seconds=1))
    (text,) = told()
    assert "the wiki said readonly: moving. Nothing is lost" in text
    tick(row, wiki, clock, timedelta(hours=23))
    assert len(told()) == 1
    tick(row, wiki, clock, HOUR)
    assert len(told()) == 2
    wiki.trouble = None
    tick(row, wiki, clock, HOUR)
    tick(row, wiki, clock, timedelta(minutes=1))
    assert len(told()) == 3
    wiki.trouble = Retryable("the wiki said readonly: moving")
    publish(row, wiki, "three")
    wiki.trouble = None
    tick(row, wiki, clock, timedelta(minutes=59))
    assert (Publisher.objects.get().since, len(told())) == (None, 3)


def test_healthz_and_the_page_say_since_when(
    row: WikiPage, hall: Cycle, wiki: StoppedWiki, clock: Any, client: Client
) -> None:
    """Stopped or waiting with the reason; late if nobody publishes; nothing while all is well."""
    publish(row, wiki, "one")
    page = "/c/hall/wiki/"
    assert client.get("/healthz").json()["wiki"] is None
    assert "The wiki shows this game as it is now." in client.get(page).content.decode()
    WikiPage.objects.update(stale_since=timezone.now())
    clock.shift(timedelta(minutes=6))
    assert client.get("/healthz").json()["wiki"]["state"] == "late"
    assert "The wiki shows this game as it was at" in client.get(page).content.decode()
    wiki.trouble = Fatal("the account is blocked: spam")
    publish(row, wiki, "two")
    clock.shift(timedelta(minutes=1))
    found = client.get("/healthz").json()["wiki"]
    assert (found["state"], found["seconds"], found["reason"]) == ("stopped", 60.0, "the account is blocked: spam")
    assert "Nothing has been published to the wiki since" in client.get(page).content.decode()
    Cycle.objects.update(published=False)
    Publisher.objects.all().delete()
    assert client.get("/healthz").json()["wiki"] is None, "what is not published is not late"


@pytest.mark.wiki
@pytest.mark.parametrize(
    ("switch", "said"),
    [
        ({"wgRevokePermissions": {"bot": {"bot": True}}}, "group of bots"),
        ({"wgRevokePermissions": {"bot": {"edit": True}, "user": {"edit": True}}}, "let the account edit"),
        ({"wgRevokePermissions": {"*": {"read": True}}}, "let the account read"),
    ],
)
def test_a_real_wiki_that_stops_us_is_told_and_over_by_itself(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, keepers: list[Person], switch: Any, said: str
) -> None:
    """A flag taken away, a right, a wiki made private: told at once with what to do, looked at after an hour."""
    assert how(publish(row, site, "one")) is How.PUBLISHED
    mediawiki.switch(settings=switch)
    assert how(publish(row, site, "two")) is How.STOPPED
    (text,) = told()
    assert said in text
    with time_machine.travel(timezone.now() + HOUR, tick=False):
        assert how(publish(row, site, "two")) is How.STOPPED
        assert len(told()) == 1
        WikiPage.objects.update(stale_since=None, compare_at=timezone.now() + DAY)
    with time_machine.travel(timezone.now() + 2 * HOUR + HOUR, tick=False):
        publish(row, site, "two", stale=False)
        assert Publisher.objects.get().stopped_at is not None, "asked of itself, it says the same"
    mediawiki.switch()
    with time_machine.travel(timezone.now() + 5 * HOUR, tick=False):
        publish(row, site, "two")
        assert text_of(site, row) == whole("two")
        assert len(told()) == 2


@pytest.mark.wiki
def test_a_real_block_and_a_password_that_was_revoked(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, wiki_admin: Someone, keepers: list[Person]
) -> None:
    """Two kinds of trouble, one after the other: each is told."""
    assert how(publish(row, site, "one")) is How.PUBLISHED
    wiki_admin.do("block", user="Nomic", reason="spam?")
    try:
        assert how(publish(row, site, "two")) is How.STOPPED
        assert "lift the block" in told()[0]
    finally:
        wiki_admin.do("unblock", user="Nomic")
    revoked = MediaWikiSite(mediawiki.url, mediawiki.user, "w" * 32)
    resume_publishing()
    assert how(publish(row, revoked, "two")) is How.STOPPED
    assert "WIKI_PASSWORD" in told()[1]


# Pages that the wiki does not take


def test_a_refused_page_is_tried_again_later_each_time(row: WikiPage, wiki: StoppedWiki, clock: Any) -> None:
    """After 15 minutes, then twice as long, up to a day; it is published as soon as the wiki takes it."""
    publish(row, wiki, "one")
    wiki.trouble = Rejected("protectedpage")
    assert how(publish(row, wiki, "two")) is How.PARKED
    waits = []
    for _ in range(9):
        assert row.compare_at is not None
        waits.append(round((row.compare_at - timezone.now()).total_seconds() / 60))
        clock.move_to(row.compare_at - timedelta(seconds=1))
        assert publish(row, wiki, "two", stale=False) is None
        clock.move_to(row.compare_at)
        assert how(publish(row, wiki, "two", stale=False)) is How.PARKED
    assert waits == [15, 30, 60, 120, 240, 480, 960, 1440, 1440]
    wiki.trouble = None
    clock.move_to(row.compare_at)
    assert how(publish(row, wiki, "three", stale=False)) is How.PUBLISHED
    assert (row.state, row.attempts, row.told_at) == ("published", 0, None)
    assert text_of(wiki, row) == whole("three")


def test_the_notice_of_a_refused_page_says_what_is_true(
    row: WikiPage, wiki: StoppedWiki, keepers: list[Person]
) -> None:
    """Why, how old the page is, when it is tried again, what to do; of a warning, that it is not tried again."""
    publish(row, wiki, "one")
    wiki.trouble = Rejected("the wiki said protectedpage: locked.")
    publish(row, wiki, "two")
    text = Notice.objects.filter(person=keepers[0]).get().text
    assert f"The wiki refuses the page {row.title}: the wiki said protectedpage: locked. The wiki shows" in text
    assert "retried automatically, first after 15 minutes, later once a day" in text
    assert "until somebody answers" not in text
    Notice.objects.all().delete()
    WikiPage.objects.update(parked_at=None, told_at=None)
    wiki.trouble = Unconfirmed("the wiki said abusefilter-warning: sure?")
    publish(row, wiki, "two")
    assert "not sent again automatically" in Notice.objects.filter(person=keepers[0]).get().text


def test_hundreds_of_refused_pages_are_one_notice(
    hall: Cycle, row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """And what comes within the hour after it is another one, then."""
    rows = [
        WikiPage(cycle=hall, kind=PageKind.MATCH, subject=str(n), title=f"Many {n}", stale_since=timezone.now())
        for n in range(299)
    ]
    WikiPage.objects.bulk_create(rows)
    wiki.trouble = Rejected("protectedpage")
    for _ in range(3):
        publish_due(site=wiki, render=lambda page: "one")
        notify_of_rejected()
    assert WikiPage.objects.filter(parked_cause=Cause.REFUSED).count() == 300
    notices = Notice.objects.filter(person=keepers[0]).order_by("pk")
    (first,) = notices
    assert "does not accept 200 pages" in first.text
    assert first.link == "/c/hall/wiki/"
    clock.shift(HOUR)
    notify_of_rejected()
    notify_of_rejected()
    assert [notice.text.split(" pages")[0] for notice in notices.all()] == [
        "The wiki does not accept 200",
        "The wiki does not accept 100",
    ]


def test_a_page_that_waits_for_long_is_told_after_an_hour(
    row: WikiPage, wiki: StoppedWiki, clock: Any, keepers: list[Person]
) -> None:
    """One page that cannot be saved, while the wiki itself is well; once, until it has gone well."""
    wiki.faults.extend([Fault("413", PageTrouble("413"))] * 50)
    for minutes in range(0, 59, 1):
        publish(row, wiki, "one")
        notify_of_rejected()
        clock.shift(timedelta(minutes=1))
        assert not Notice.objects.exists(), minutes
    clock.shift(timedelta(minutes=2))
    notify_of_rejected()
    clock.shift(DAY)
    notify_of_rejected()
    assert "413. It is not on the wiki yet. It is retried" in Notice.objects.filter(person=keepers[0]).get().text
    wiki.faults.clear()
    assert how(publish(row, wiki, "one")) is How.PUBLISHED
    assert (row.failing_since, row.told_at) == (None, None)


def test_staff_may_try_a_refused_page_again_at_once(
    row: WikiPage, hall: Cycle, wiki: StoppedWiki, keepers: list[Person], client: Client
) -> None:
    """By a button, which others are not offered; it is no answer to a page that somebody edited."""
    publish(row, wiki, "one")
    wiki.trouble = Rejected("protectedpage")
    publish(row, wiki, "two")
    address = f"/c/hall/wiki/{row.pk}/"
    assert "Admins do this." in client.get(address).content.decode()
    client.force_login(keepers[0])
    shown = client.get(address).content.decode()
    assert "Try again…" in shown
    assert "Put it back…" not in shown
    asked = client.get(f"{address}?answer=again")
    assert asked.context["asked"] == "again"
    wiki.trouble = None
    client.post(address, {"answer": "again", "seen": asked.context["seen"]})
    assert [each.how for each in publish_due(site=wiki, render=lambda page: "two")] == [How.PUBLISHED]
    wiki.edit(row.title, whole("TWO"))
    publish(row, wiki, "three")
    seen = client.get(address).context["seen"]
    assert client.post(address, {"answer": "again", "seen": seen}).status_code == 409
    row.refresh_from_db()
    assert (row.state, row.parked_cause) == ("parked", Cause.EDITED)


@pytest.mark.wiki
def test_a_real_protected_page_is_published_once_its_protection_ends(
    row: WikiPage, site: MediaWikiSite, wiki_admin: Someone
) -> None:
    """Nobody has to say so here."""
    publish(row, site, "one")
    wiki_admin.do("protect", title=row.title, protections="edit=sysop")
    assert how(publish(row, site, "two")) is How.PARKED
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
        assert how(publish(row, site, "two", stale=False)) is How.PARKED
    wiki_admin.do("protect", title=row.title, protections="edit=all")
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        assert how(publish(row, site, "two", stale=False)) is How.PUBLISHED
    assert text_of(site, row) == whole("two")

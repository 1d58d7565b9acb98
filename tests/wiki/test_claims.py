"""Who has a page in hand, until when, and which page is next."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.config import celery_app
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.outbox import leases as outbox_claims
from nomic.outbox.delivery_errors import Retryable
from nomic.outbox.worker_identity import this_process
from nomic.wiki import tasks
from nomic.wiki.models import PageKind, Publisher, WikiPage
from nomic.wiki.publishing import claims, publisher
from nomic.wiki.publishing.claims import ClaimLost, Queue, free_abandoned, hold_page, release_page
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.site import PageTrouble, Saved
from tests.wiki.faulty import Fault, FaultyWiki

NOW = timezone.now()


@pytest.fixture
def clock(db: None) -> Any:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def pages(hall: Cycle, clock: Any, at_once: None) -> list[WikiPage]:
    """Three pages, stale since one, two and three minutes."""
    WikiPage.objects.all().delete()
    return [stale_page(hall, f"Page {number}", minutes=number) for number in (3, 2, 1)]


def stale_page(cycle: Cycle, title: str, minutes: float = 1) -> WikiPage:
    since = timezone.now() - timedelta(minutes=minutes)
    return WikiPage.objects.create(cycle=cycle, kind=PageKind.MATCH, subject=title, title=title, stale_since=since)


def text_of(page: WikiPage) -> str:
    return f"text of {page.title}"


def tried(wiki: FaultyWiki) -> list[str]:
    """The titles of the pages that a run looked at, in order."""
    outcomes = publish_due(site=wiki, render=text_of)
    return [outcome.title for outcome in outcomes]


# Whose it is.


def test_a_claim_says_who_and_until_when(pages: list[WikiPage]) -> None:
    page = Queue().claim_next()
    assert page is not None
    assert (page.title, page.claimed_by, page.claimed_until) == ("Page 3", this_process(), NOW + claims.LEASE)
    assert (page.state, page.stale_since, page.claimed_stale) == ("publishing", None, NOW - timedelta(minutes=3))


def test_a_claim_is_renewed_while_the_work_goes_on(pages: list[WikiPage], clock: Any) -> None:
    """A slow wiki's pages are not taken from the worker that waits for it."""
    page = Queue().claim_next()
    assert page is not None
    for _ in range(5):
        clock.shift(claims.LEASE - timedelta(seconds=1))
        assert free_abandoned() == 0
        hold_page(page)
    clock.shift(claims.LEASE + timedelta(seconds=1))
    assert free_abandoned() == 1
    with pytest.raises(ClaimLost):
        hold_page(page, published_text="too late")
    release_page(page, published_text="too late")
    page.refresh_from_db()
    assert (page.claim, page.claimed_by, page.published_text) == ("", "", "")
    assert page.stale_since == NOW - timedelta(minutes=3)


def test_what_a_dead_process_had_is_free_at_once(pages: list[WikiPage], monkeypatch: pytest.MonkeyPatch) -> None:
    """As stale as it was; what a process has that may be alive is not."""
    for name in ("dead", "alive"):
        monkeypatch.setattr(outbox_claims, "this_process", lambda name=name: name)
        assert Queue().claim_next() is not None
    monkeypatch.setattr(outbox_claims, "has_ended", lambda name: name == "dead")
    wiki = FaultyWiki()
    assert tried(wiki) == ["Page 3", "Page 1"]
    assert WikiPage.objects.get(title="Page 2").claimed_by == "alive"


def test_what_this_process_could_not_record_is_free_at_once(
    pages: list[WikiPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the database goes away between the wiki's answer and the record of it, and comes back."""
    with monkeypatch.context() as patch:
        for outcome in ("published", "retry_later"):
            patch.setattr(publisher, outcome, Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            publish_due(site=FaultyWiki(), render=text_of)
    assert WikiPage.objects.get(title="Page 3").claim
    assert tried(FaultyWiki()) == ["Page 3", "Page 2", "Page 1"]


def test_a_claiming_that_fails_leaves_nothing_behind(pages: list[WikiPage], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it came about all the same, and only the answer to the commit was lost."""

    @contextmanager
    def committed_and_lost() -> Iterator[None]:
        yield
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(transaction, "atomic", committed_and_lost)
        with pytest.raises(OperationalError):
            publish_due(site=FaultyWiki(), render=text_of)
    assert WikiPage.objects.get(title="Page 3").claim
    assert tried(FaultyWiki()) == ["Page 3", "Page 2", "Page 1"]


def test_a_claim_of_before_claims_had_names_is_free(pages: list[WikiPage]) -> None:
    """It was made by a program that runs no more."""
    WikiPage.objects.filter(pk=pages[0].pk).update(
        claimed_at=NOW, claimed_stale=NOW - timedelta(hours=1), stale_since=None
    )
    assert free_abandoned() == 1
    assert WikiPage.objects.get(pk=pages[0].pk).stale_since == NOW - timedelta(hours=1)


def test_a_worker_that_starts_looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for the clock to ask."""
    asked: list[tuple[str, float]] = []
    monkeypatch.setattr(celery_app, "send_task", lambda name, **options: asked.append((name, options["countdown"])))
    tasks.begin()
    assert asked == [("nomic.wiki.tasks.publish_stale", 0)]


def test_one_thread_of_a_process_publishes(pages: list[WikiPage], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one leaves word and goes, and the first looks once more."""
    runs: list[int] = []

    def publish() -> list[None]:
        runs.append(0)
        if len(runs) == 1:
            assert tasks.publish_stale() == 0
        return [None] * len(runs)

    monkeypatch.setattr(tasks, "publish_due", publish)
    assert tasks.publish_stale() == 1 + 2
    assert len(runs) == 2


# Which is next.


def test_what_waits_longest_comes_first(pages: list[WikiPage]) -> None:
    assert tried(FaultyWiki()) == ["Page 3", "Page 2", "Page 1"]


def test_a_page_that_failed_comes_after_those_that_waited(pages: list[WikiPage], clock: Any) -> None:
    """Its turn is when it may be tried again, however long it is stale."""
    wiki = FaultyWiki()
    wiki.faults.extend([None, Fault("403", PageTrouble("403"))])
    assert tried(wiki) == ["Page 3", "Page 2", "Page 1"]
    failed = WikiPage.objects.get(title="Page 3")
    assert (failed.state, failed.trouble, failed.attempts) == ("waiting", "403", 1)
    assert failed.next_try_at == NOW + timedelta(seconds=60)
    clock.shift(timedelta(seconds=30))
    WikiPage.objects.filter(title="Page 1").update(stale_since=timezone.now())
    clock.shift(timedelta(seconds=31))
    assert tried(wiki) == ["Page 1", "Page 3"]


@pytest.mark.parametrize("failing", [1, 5, 40])
def test_pages_that_fail_hold_no_other_back(hall: Cycle, clock: Any, at_once: None, failing: int) -> None:
    """Of their own cycle or another's: in one run each is tried once, and all others are published in it."""
    other = create_cycle("cycle-16", slug="other")
    WikiPage.objects.all().delete()
    wiki = FailingWiki()
    for number in range(failing):
        stale_page(hall, f"Bad {number}", minutes=60)
    for number in range(10):
        stale_page((hall, other)[number % 2], f"Good {number}")
    how = {outcome.title: outcome.how for outcome in publish_due(site=wiki, render=text_of)}
    assert {title for title, each in how.items() if each is How.PUBLISHED} == {f"Good {number}" for number in range(10)}
    assert {title for title, each in how.items() if each is How.LATER} == {f"Bad {number}" for number in range(failing)}
    assert not Publisher.objects.filter(next_try_at__isnull=False).exists()
    waits = []
    for _ in range(9):
        page = WikiPage.objects.get(title="Bad 0")
        assert page.next_try_at is not None
        waits.append(round((page.next_try_at - timezone.now()).total_seconds()))
        clock.move_to(page.next_try_at)
        tried(wiki)
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


class FailingWiki(FaultyWiki):
    """Some pages can never be saved there."""

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        if title.startswith("Bad"):
            raise PageTrouble("403")
        return super().save(title, text, base_revid, summary)


def test_a_page_at_which_the_wiki_stands_still_does_not_come_first_again(pages: list[WikiPage], clock: Any) -> None:
    """Where making a page is over a limit, say: after the wait the others are tried before it."""
    wiki = FaultyWiki()
    wiki.faults.extend([None, Fault("ratelimited", Retryable("ratelimited"))])
    assert tried(wiki) == ["Page 3"]
    assert tried(wiki) == []
    clock.shift(timedelta(seconds=60))
    assert tried(wiki) == ["Page 2", "Page 1", "Page 3"]


def test_a_page_is_the_wikis_trouble_only_where_the_wiki_says_so(pages: list[WikiPage], clock: Any) -> None:
    """A connection is refused: the wiki is asked of itself, and refuses again."""
    wiki = FaultyWiki()
    wiki.faults.extend([Fault("refused", PageTrouble("refused")), Fault("refused", Retryable("refused"))])
    assert tried(wiki) == ["Page 3"]
    assert wiki.requests == ["read Page 3", "check"]
    assert tried(wiki) == []
    assert Publisher.objects.get().next_try_at == NOW + timedelta(seconds=60)


def test_a_run_ends_in_time_and_another_goes_on(pages: list[WikiPage], monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow wiki: no run begins a page after its time, and where something is left the next run begins at once."""
    seconds = iter(range(0, 10_000, 36))
    monkeypatch.setattr(publisher.time, "monotonic", lambda: next(seconds))
    woken: list[float] = []
    monkeypatch.setattr(publisher, "wake_publisher", woken.append)
    wiki = FaultyWiki()
    assert tried(wiki) == ["Page 3", "Page 2"]
    assert woken == [0]
    assert tried(wiki) == ["Page 1"]
    assert woken == [0]


def test_a_run_asks_the_database_so_often_for_each_page(hall: Cycle, clock: Any, at_once: None) -> None:
    """However many wait and however it goes: twelve statements for a page that fails, and seven for the run.

    One of the twelve asks whether publishing has been paused meanwhile.
    """
    WikiPage.objects.all().delete()
    for count in (2, 100):
        WikiPage.objects.all().delete()
        for number in range(count):
            stale_page(hall, f"Bad {number}")
        with CaptureQueriesContext(connection) as queries:
            assert len(tried(FailingWiki())) == count
        assert len(queries) <= 12 * count + 7


def test_a_run_takes_so_many_pages_at_most(
    hall: Cycle, clock: Any, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left is the next run's."""
    monkeypatch.setattr(publisher, "MAX_AT_ONCE", 4)
    monkeypatch.setattr(publisher, "wake_publisher", lambda seconds: None)
    WikiPage.objects.all().delete()
    for number in range(6):
        stale_page(hall, f"Good {number}")
    assert (len(tried(FaultyWiki())), len(tried(FaultyWiki()))) == (4, 2)


# What is compared.


def test_a_page_is_compared_a_day_after_it_was_seen(pages: list[WikiPage], clock: Any) -> None:
    """Nothing made it stale: it is read, and left alone where it stands as it should."""
    wiki = FaultyWiki()
    tried(wiki)
    clock.shift(timedelta(hours=23, minutes=59))
    assert tried(wiki) == []
    clock.shift(timedelta(minutes=1))
    asked = len(wiki.requests)
    assert tried(wiki) == ["Page 3", "Page 2", "Page 1"]
    assert wiki.requests[asked:] == ["read Page 3", "read Page 2", "read Page 1"]
    assert WikiPage.objects.get(title="Page 1").compare_at == timezone.now() + timedelta(days=1)


def test_a_page_that_differs_is_mended(pages: list[WikiPage], clock: Any) -> None:
    """Believed published and not so, as an earlier version of this program could leave it: found by comparing."""
    wiki = FaultyWiki()
    tried(wiki)
    WikiPage.objects.update(compare_at=None)
    outcomes = publish_due(site=wiki, render=lambda page: f"new {text_of(page)}")
    assert [outcome.how for outcome in outcomes] == [How.PUBLISHED] * 3
    assert [wiki.pages[page.title][-1].text.count("new text") for page in pages] == [1, 1, 1]


def test_a_difference_that_cannot_be_mended_is_told(pages: list[WikiPage], clock: Any) -> None:
    """Seen while comparing, refused while saving: the page is stale from then on, not published."""
    wiki = FaultyWiki()
    tried(wiki)
    WikiPage.objects.exclude(title="Page 1").delete()
    clock.shift(timedelta(days=1))
    wiki.faults.extend([None, Fault("403", PageTrouble("403"))])
    [outcome] = publish_due(site=wiki, render=lambda page: "new")
    page = WikiPage.objects.get()
    assert (outcome.how, page.state, page.stale_since) == (How.LATER, "waiting", timezone.now())


def test_a_comparison_that_is_not_answered_changes_nothing(pages: list[WikiPage], clock: Any) -> None:
    """What was confirmed stands; it is looked at again soon."""
    wiki = FaultyWiki()
    tried(wiki)
    WikiPage.objects.exclude(title="Page 1").delete()
    clock.shift(timedelta(days=1))
    wiki.faults.append(Fault("403", PageTrouble("403")))
    assert tried(wiki) == ["Page 1"]
    page = WikiPage.objects.get()
    assert (page.state, page.trouble) == ("published", "403")
    assert tried(wiki) == []
    clock.shift(timedelta(seconds=60))
    assert tried(wiki) == ["Page 1"]
    assert WikiPage.objects.get().trouble == ""


def test_what_is_stale_comes_before_what_is_compared(pages: list[WikiPage], clock: Any) -> None:
    """And a run compares a few only, those first that nobody has looked at for longest."""
    wiki = FaultyWiki()
    cycle = pages[0].cycle
    for number in range(20):
        stale_page(cycle, f"Old {number:02}", minutes=60 - number)
    tried(wiki)
    WikiPage.objects.filter(title__startswith="Old").update(compare_at=NOW)
    WikiPage.objects.filter(title="Old 07").update(compare_at=None)
    WikiPage.objects.filter(title="Page 2").update(stale_since=NOW)
    assert tried(wiki) == ["Page 2", "Old 07", *(f"Old {number:02}" for number in range(publisher.MAX_COMPARED - 1))]


def test_a_save_that_may_happen_yet_is_looked_for_soon(pages: list[WikiPage], clock: Any) -> None:
    """It was given up, the game went back to what stood there, and then it arrives: ten minutes later it is mended."""
    WikiPage.objects.exclude(title="Page 1").delete()
    wiki = FaultyWiki()
    tried(wiki)
    WikiPage.objects.update(stale_since=NOW)
    wiki.faults.extend([None, Fault("ReadTimeout", PageTrouble("ReadTimeout"), "meanwhile")])
    publish_due(site=wiki, render=lambda page: "a moment's text")
    clock.shift(timedelta(minutes=2))
    [outcome] = publish_due(site=wiki, render=text_of)
    assert outcome.how is How.UNCHANGED
    wiki.arrive()
    assert "a moment's text" in wiki.pages["Page 1"][-1].text
    clock.shift(timedelta(minutes=10))
    [outcome] = publish_due(site=wiki, render=text_of)
    assert outcome.how is How.PUBLISHED
    assert "a moment's text" not in wiki.pages["Page 1"][-1].text
    assert WikiPage.objects.get().sent == []

"""The footer of a cycle's pages says how far the wiki is behind, if it is."""

from datetime import timedelta
from unittest import mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.wiki import mirror_age
from nomic.wiki.models import Publisher, WikiPage

MINUTES = timedelta(minutes=1)


def stale(cycle: Cycle, age: timedelta) -> None:
    WikiPage.objects.filter(cycle=cycle).update(stale_since=None)
    one = WikiPage.objects.filter(cycle=cycle).order_by("pk")[0]
    WikiPage.objects.filter(pk=one.pk).update(stale_since=timezone.now() - age)
    mirror_age.clear_cache()


def said(slug: str = "hall", path: str = "") -> str:
    page = Client().get(f"/c/{slug}/{path}").content.decode()
    _, _, found = page.partition('id="wiki-behind">')
    return found.partition("</a>")[0].replace("\xa0", " ").replace("&nbsp;", " ")


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (9 * MINUTES, ""),
        (11 * MINUTES, "The wiki is 11 minutes behind this page"),
        (190 * MINUTES, "The wiki is 3 hours behind this page"),
        (timedelta(days=2), "The wiki is 2 days behind this page"),
    ],
)
def test_every_page_of_a_cycle_says_how_far_the_wiki_is_behind(hall: Cycle, age: timedelta, words: str) -> None:
    stale(hall, age)
    assert {said("hall", path) for path in ("", "players/", "journal/", "wiki/")} == {words}


def test_a_page_that_is_being_published_counts_until_it_is(hall: Cycle) -> None:
    stale(hall, timedelta())
    now = timezone.now()
    WikiPage.objects.filter(cycle=hall).update(stale_since=None)
    WikiPage.objects.filter(cycle=hall).update(claimed_stale=now - 20 * MINUTES, claimed_at=now)
    mirror_age.clear_cache()
    assert said() == "The wiki is 20 minutes behind this page"


def test_a_wiki_that_shows_everything_is_not_spoken_of(hall: Cycle) -> None:
    """Not even while publishing is stopped; nor are pages that are set aside."""
    stale(hall, 60 * MINUTES)
    WikiPage.objects.filter(stale_since__isnull=False).update(parked_at=timezone.now())
    Publisher.objects.create(stopped_at=timezone.now(), reason="blocked")
    mirror_age.clear_cache()
    assert said() == ""


def test_a_stopped_publisher_is_said_at_once(hall: Cycle) -> None:
    stale(hall, 2 * MINUTES)
    assert said() == ""
    Publisher.objects.create(stopped_at=timezone.now(), reason="blocked")
    mirror_age.clear_cache()
    assert said() == "The wiki is 2 minutes behind this page"


def test_a_cycle_that_is_not_published_says_nothing_and_asks_nothing(db: None) -> None:
    cycle = create_cycle("cycle-16", slug="alone")
    stale(cycle, 60 * MINUTES)
    Cycle.objects.filter(pk=cycle.pk).update(published=False)
    assert said("alone") == ""
    cycle.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        assert mirror_age.behind_in_words(cycle) == ""
    assert len(queries) == 0


def test_a_process_asks_once_a_minute_for_all_pages(hall: Cycle) -> None:
    """What has come about since then is said within a minute, and the age itself goes on."""
    stale(hall, 30 * MINUTES)
    with mock.patch.object(mirror_age.time, "monotonic", return_value=1000.0) as clock:
        with CaptureQueriesContext(connection) as first:
            assert mirror_age.behind_in_words(hall)
        with CaptureQueriesContext(connection) as again:
            assert mirror_age.behind_in_words(hall)
        WikiPage.objects.update(stale_since=None)
        clock.return_value += mirror_age.SECONDS - 1
        assert mirror_age.behind_in_words(hall)
        clock.return_value += 1
        assert mirror_age.behind_in_words(hall) == ""
    assert (len(first), len(again)) == (2, 0)


def test_no_more_cycles_are_kept_than_have_room(hall: Cycle) -> None:
    mirror_age._kept.update({-number: (None, False, 0.0) for number in range(1, mirror_age.MAX_COUNT + 1)})
    mirror_age.behind_in_words(hall)
    assert list(mirror_age._kept) == [hall.pk]

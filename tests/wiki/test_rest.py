"""A long page is edited less often than a short one, and nothing is lost by that."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from nomic.wiki.models import Cause, Resolution, WikiPage
from nomic.wiki.publishing.outcomes import MAX_REST_SECONDS, unpark
from nomic.wiki.sites.folder import FolderSite
from tests.wiki.publishing import publish, text_of


@pytest.mark.parametrize(
    ("size", "seconds"), [(10, 0), (4_000, 0), (10_000, 2), (100_000, 20), (1_000_000, 200), (1_700_000, 300)]
)
def test_a_page_rests_by_its_size(row: WikiPage, settings: Any, tmp_path: Path, size: int, seconds: int) -> None:
    """Then it is published with what it shows by then; what changed meanwhile is one edit."""
    settings.WIKI_REST_SECONDS = 20
    site = FolderSite(tmp_path)
    assert seconds <= MAX_REST_SECONDS
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert publish(row, site, "a" * size) is not None
        clock.shift(max(seconds - 1, 0))
        assert (publish(row, site, "b" * size) is None) == (seconds > 0)
        assert row.stale_since is not None or not seconds
        clock.shift(2)
        publish(row, site, "c" * size)
        assert "c" * size in text_of(site, row)


def test_a_page_that_was_not_saved_does_not_rest(row: WikiPage, settings: Any, tmp_path: Path) -> None:
    """It was only looked at."""
    settings.WIKI_REST_SECONDS = 20
    site = FolderSite(tmp_path)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        publish(row, site, "a" * 100_000)
        clock.shift(30)
        publish(row, site, "a" * 100_000)
        assert publish(row, site, "b" * 100_000) is not None


def test_nobody_waits_who_asks_for_it_or_has_decided(row: WikiPage, settings: Any, tmp_path: Path) -> None:
    """By hand, and after a decision about a page that was set aside."""
    settings.WIKI_REST_SECONDS = 20
    site = FolderSite(tmp_path)
    with time_machine.travel(timezone.now(), tick=False):
        publish(row, site, "a" * 100_000)
        assert publish(row, site, "b" * 100_000, by_hand=True) is not None
        WikiPage.objects.filter(pk=row.pk).update(
            parked_at=timezone.now(), parked_cause=Cause.REFUSED, compare_at=timezone.now() + timedelta(days=1)
        )
        row.refresh_from_db()
        assert unpark(row, Resolution.OURS)
        assert publish(row, site, "c" * 100_000) is not None
        assert "c" * 100_000 in text_of(site, row)

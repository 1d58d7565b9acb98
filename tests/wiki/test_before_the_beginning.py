"""What the wiki has of a cycle that has not begun: the main page alone, which says when it begins."""

from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from nomic.cycles.creation import create_cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite


@pytest.mark.usefixtures("db", "at_once")
def test_the_main_page_comes_before_the_others(tmp_path: Path) -> None:
    """It says when the cycle begins; at the beginning all pages come, and the main page changes; then all is well."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begins = timezone.now() + timedelta(days=2)
        cycle = create_cycle("cycle-16", slug="hall", starts_at=begins)
        site = FolderSite(tmp_path)
        pages = WikiPage.objects.filter(cycle=cycle)
        clock.shift(timedelta(seconds=1))
        assert len(list(publish_due(site=site))) == 1
        main = pages.get(kind=PageKind.MAIN)
        assert f"Begins {begins:%Y-%m-%d %H:%M} UTC" in main.published_text
        assert "week 1" not in main.published_text
        assert "As of" not in main.published_text
        assert "[[Category:Cycles]]" in main.published_text
        assert "[[Category:Hall" not in main.published_text, "that page comes later"
        assert not main.published_text.startswith("<noinclude>__NOEDITSECTION__</noinclude>\n"), "no gap"
        clock.shift(timedelta(days=1))
        assert {outcome.how for outcome in publish_due(site=site)} <= {"unchanged"}
        clock.move_to(begins + timedelta(seconds=1))
        assert {outcome.how for outcome in publish_due(site=site)} == {"published"}
        assert not pages.filter(published_at=None).exists()
        assert not pages.exclude(stale_since=None).exists()
        main.refresh_from_db()
        assert "week 1" in main.published_text
        assert "Begins" not in main.published_text
        assert "[[Category:Hall" in main.published_text
        assert "<i>As of " in main.published_text
        clock.shift(timedelta(minutes=1))
        assert {outcome.how for outcome in publish_due(site=site)} <= {"unchanged"}

"""Staff read who edited between the markers, what they said of it, and where the difference is."""

from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.notices.models import Notice
from nomic.outbox.delivery_errors import Retryable
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import PageText
from tests.wiki.conftest import Someone
from tests.wiki.faulty import FaultyWiki
from tests.wiki.publishing import how, publish, whole


class Remembering(FaultyWiki):
    """A wiki that tells who edited."""

    told: list[PageText] | Exception

    def history(self, title: str) -> list[PageText]:
        if isinstance(self.told, Exception):
            raise self.told
        return self.told


@pytest.mark.wiki
def test_staff_read_who_edited_and_where_the_difference_is(
    row: WikiPage,
    site: MediaWikiSite,
    mediawiki: LocalWiki,
    reader: Someone,
    wiki_admin: Someone,
    client: Client,
    settings: Any,
) -> None:
    """Not who mended a word around the markers before or after."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = mediawiki.url, mediawiki.user, mediawiki.password
    keeper = Person.objects.create(username="Keeper", is_staff=True, is_superuser=True)
    publish(row, site, "one")
    reader.edit(row.title, whole("one", "above "))
    edit = wiki_admin.edit(row.title, whole("ONE", "above "), summary="<b>better</b>")
    reader.edit(row.title, whole("ONE", "above ", " below"), summary="a typo")
    assert how(publish(row, site, "two")) is How.PARKED
    assert (row.parked_by, row.parked_summary, row.parked_edit) == ("Admin", "<b>better</b>", edit)
    assert "Admin edited between the markers, saying “<b>better</b>”." in Notice.objects.get(person=keeper).text
    shown = client.get(f"/c/hall/wiki/{row.pk}/").content.decode()
    assert "Edited by <strong>Admin</strong>, saying “&lt;b&gt;better&lt;/b&gt;”." in shown
    assert f"index.php?diff={edit}" in shown
    assert "+ONE" in shown
    wiki_admin.edit(row.title, whole("one"))
    row.refresh_from_db()
    WikiPage.objects.update(compare_at=None)
    assert how(publish(row, site, "two", stale=False)) is How.PUBLISHED
    assert (row.parked_by, row.parked_summary, row.parked_edit) == ("", "", None)


def test_a_wiki_that_does_not_tell_who_edited_stops_nothing(row: WikiPage) -> None:
    """The page is set aside all the same, and readers are told."""
    wiki = Remembering()
    publish(row, wiki, "one")
    wiki.edit(row.title, whole("ONE"))
    wiki.told = Retryable("maxlag")
    assert how(publish(row, wiki, "two")) is How.PARKED
    assert (row.parked_by, row.bannered_at is not None) == ("", True)


def test_a_name_and_a_summary_may_be_hidden_or_very_long(row: WikiPage) -> None:
    """Hidden ones are empty, long ones are cut; the notice has room for what is to be done."""
    Person.objects.create(username="Keeper", is_staff=True, is_superuser=True)
    wiki = Remembering()
    publish(row, wiki, "one")
    wiki.edit(row.title, whole("ONE"))
    wiki.told = [PageText(whole("ONE"), 99, "N" * 300, "s" * 900)]
    assert how(publish(row, wiki, "two")) is How.PARKED
    assert (len(row.parked_by), len(row.parked_summary)) == (255, 500)
    assert Notice.objects.get().text.endswith("until somebody answers, or the edit is undone there.")
    wiki.told = [PageText(whole("ONE"), 100, "", "")]
    WikiPage.objects.update(compare_at=None)
    assert how(publish(row, wiki, "two", stale=False)) is How.PARKED
    assert row.parked_by == ""

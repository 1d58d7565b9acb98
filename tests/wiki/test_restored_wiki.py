"""A wiki that was restored from a backup: our own older text is ours still, and nobody is said to have edited."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.utils import timezone

from nomic.wiki.models import Cause, Publisher, WikiPage, Written
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.recent_changes import look_for_changes
from nomic.wiki.sites import local_mediawiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import Saved
from tests.support.once_per_run_files import made_once
from tests.wiki.conftest import EXTENSIONS, Someone
from tests.wiki.faulty import FaultyWiki, Revision
from tests.wiki.publishing import how, publish, text_of, whole


class Backup:
    """A real wiki of the test's own, which can be put back to what it was."""

    def __init__(self, wiki: local_mediawiki.LocalWiki, folder: Path) -> None:
        self.wiki, self.folder = wiki, folder
        self.data = wiki.folder / "data"

    def make(self) -> None:
        self.wiki.stop()
        shutil.copytree(self.data, self.folder)
        self.wiki.start()

    def restore(self) -> None:
        self.wiki.stop()
        shutil.rmtree(self.data)
        shutil.copytree(self.folder, self.data)
        self.wiki.start()


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[Backup]:
    built = made_once("mediawiki", partial(local_mediawiki.build_wiki, extensions=EXTENSIONS))
    folder = shutil.copytree(built, tmp_path / "wiki", symlinks=True)
    with local_mediawiki.LocalWiki(folder) as wiki:
        yield Backup(wiki, tmp_path / "backup")


def site_of(backup: Backup) -> MediaWikiSite:
    return MediaWikiSite(backup.wiki.url, backup.wiki.user, backup.wiki.password)


@pytest.mark.wiki
def test_our_older_text_on_a_restored_wiki_is_published_over(row: WikiPage, backup: Backup) -> None:
    """Noticed at the next look for changes; people's words around it, as the backup has them, stay."""
    site, person = site_of(backup), Someone(backup.wiki)
    publish(row, site, "one")
    person.edit(row.title, whole("one", "Words. "))
    publish(row, site, "two")
    look_for_changes(site)
    backup.make()
    for text in ("three", "four"):
        publish(row, site, text)
    row.cycle.refresh_from_db()
    backup.restore()
    site = site_of(backup)
    person.edit("Elsewhere", "life goes on")
    person.edit("Elsewhere", "and takes the numbers of revisions that were ours")
    Publisher.objects.update(changes_at=None, changes_seen={"at": "2020-01-01T00:00:00Z", "rcid": 10**9})
    assert look_for_changes(site) == 1
    assert how(publish(row, site, "four", stale=False)) is How.PUBLISHED
    assert text_of(site, row) == whole("four", "Words. ")
    assert row.parked_cause == Cause.NONE


@pytest.mark.wiki
def test_a_page_that_the_restored_wiki_never_had_is_made_again(row: WikiPage, backup: Backup) -> None:
    """And not sought at a stranger's page that has the number of our revision by now."""
    backup.make()
    site, person = site_of(backup), Someone(backup.wiki)
    publish(row, site, "one")
    backup.restore()
    site = site_of(backup)
    stranger = person.edit("A stranger's page", "theirs")
    assert stranger == row.published_revid, "the wiki counts on from its backup"
    assert how(publish(row, site, "two")) is How.PUBLISHED
    assert text_of(site, row) == whole("two")
    assert person.read("A stranger's page") == "theirs"


@pytest.mark.wiki
def test_a_person_s_edit_with_the_number_of_our_revision_is_not_written_over(row: WikiPage, backup: Backup) -> None:
    """On the restored wiki somebody edits between the markers before we come."""
    site, person = site_of(backup), Someone(backup.wiki)
    publish(row, site, "one")
    backup.make()
    publish(row, site, "two")
    backup.restore()
    site = site_of(backup)
    assert person.edit(row.title, whole("PERSON")) == row.published_revid
    assert how(publish(row, site, "two")) is How.PARKED
    assert row.parked_cause == Cause.EDITED
    assert "PERSON" in text_of(site, row)


@pytest.mark.wiki
def test_a_wiki_that_is_restored_while_we_publish(row: WikiPage, backup: Backup) -> None:
    """The revision that the save builds on is gone between reading and saving."""
    site = site_of(backup)
    publish(row, site, "one")
    backup.make()
    publish(row, site, "two")

    class Restoring(MediaWikiSite):
        done = False

        def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
            if not self.done:
                backup.restore()
                self._site, self.done = None, True
            return super().save(title, text, base_revid, summary)

    restoring = Restoring(backup.wiki.url, backup.wiki.user, backup.wiki.password)
    assert how(publish(row, restoring, "three")) is How.PUBLISHED
    assert text_of(site_of(backup), row) == whole("three")


def old_page(wiki: FaultyWiki, row: WikiPage) -> Revision:
    """The page as it was published two texts ago."""
    for text in ("one", "two", "three"):
        publish(row, wiki, text)
    return wiki.pages[row.title][0]


@pytest.mark.parametrize("by_us", [True, False])
def test_an_older_text_of_ours_is_ours_only_by_our_own_account(row: WikiPage, by_us: bool) -> None:
    """A person who puts an older revision back has edited."""
    wiki = FaultyWiki()
    old = old_page(wiki, row)
    wiki.pages[row.title] = [Revision(next(wiki._numbers), old.text, by_us=by_us)]
    assert how(publish(row, wiki, "four")) is (How.PUBLISHED if by_us else How.PARKED)


def test_what_our_own_account_wrote_by_hand_is_an_edit(row: WikiPage) -> None:
    """The account alone proves nothing: the text has to be one that was published here."""
    wiki = FaultyWiki()
    old_page(wiki, row)
    wiki.pages[row.title].append(Revision(next(wiki._numbers), whole("by hand"), by_us=True))
    assert how(publish(row, wiki, "four")) is How.PARKED


def test_a_page_that_somebody_deleted_is_not_made_again_though_numbers_are_unknown(row: WikiPage) -> None:
    """The wiki's log knows of it."""
    wiki = FaultyWiki()
    old_page(wiki, row)
    wiki.delete(row.title)
    assert how(publish(row, wiki, "four")) is How.PARKED
    assert row.parked_cause == Cause.GONE


def test_texts_are_remembered_once_and_not_for_ever(row: WikiPage) -> None:
    """One row for each text; comparing a page that stands as it should writes none."""
    wiki = FaultyWiki()
    old_page(wiki, row)
    known = Written.objects.count()
    assert known == 3
    WikiPage.objects.update(compare_at=None)
    publish_due(site=wiki, render=lambda page: "three")
    assert Written.objects.count() == known
    Written.objects.update(at=timezone.now() - timedelta(days=500))
    publish(row, wiki, "four")
    assert Written.objects.count() == 2

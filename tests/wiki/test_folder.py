"""The wiki that is a folder."""

from pathlib import Path

import pytest

from nomic.outbox.delivery_errors import Rejected, Retryable
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.site import Conflict, PageText, PageTrouble


def test_pages_are_files(tmp_path: Path) -> None:
    """A subpage is a file in a folder; its text comes back as it was saved."""
    site = FolderSite(tmp_path / "wiki")
    assert site.read("Cycle 16/Gamestate") is None
    saved = site.save("Cycle 16/Gamestate", "é\n x \n\n", None, "")
    assert (tmp_path / "wiki" / "Cycle 16" / "Gamestate.wiki").read_text() == "é\n x"
    assert site.read("Cycle 16/Gamestate") == PageText("é\n x", saved.revid)


def test_an_edit_that_was_not_seen_is_not_overwritten(tmp_path: Path) -> None:
    """Somebody opened the file in an editor meanwhile, or made it, or removed it."""
    site = FolderSite(tmp_path)
    saved = site.save("Page", "one", None, "")
    with pytest.raises(Conflict):
        site.save("Page", "two", None, "")
    (tmp_path / "Page.wiki").write_text("person")
    with pytest.raises(Conflict):
        site.save("Page", "two", saved.revid, "")
    (tmp_path / "Page.wiki").unlink()
    with pytest.raises(Conflict):
        site.save("Page", "two", saved.revid, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock"]


@pytest.mark.parametrize("title", ["../evil", "a/../b", "/etc", "a//b", ".", "a\\b", "a\0b", "", "a/"])
def test_no_title_leads_out_of_the_folder(tmp_path: Path, title: str) -> None:
    """Titles are our own; a mistake stays inside."""
    with pytest.raises(Rejected):
        FolderSite(tmp_path).read(title)
    with pytest.raises(Rejected):
        FolderSite(tmp_path).save(title, "x", None, "")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """All pages wait, as for a wiki that is down."""
    (tmp_path / "wiki").write_text("a file, not a folder")
    site = FolderSite(tmp_path / "wiki")
    with pytest.raises(PageTrouble):
        site.save("Page", "x", None, "")
    with pytest.raises(Retryable):
        site.check()


def test_a_file_that_cannot_be_written_waits_alone(tmp_path: Path) -> None:
    """Something else is in its way; nothing is wrong with the folder."""
    (tmp_path / "Page.wiki" / "x").mkdir(parents=True)
    site = FolderSite(tmp_path)
    with pytest.raises(PageTrouble):
        site.save("Page", "x", None, "")
    site.check()
    site.save("Other", "x", None, "")

"""The wiki's front page, which lists all cycles."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.support.hostile_texts import WIKITEXT
from tests.wiki.test_pages import actor


@pytest.fixture
def folder(db: None, settings: Any, tmp_path: Path) -> FolderSite:
    settings.WIKI_FRONT_PAGE = "Current cycles"
    settings.WIKI_QUIET_SECONDS = settings.WIKI_REST_SECONDS = 0
    return FolderSite(tmp_path)


def published(folder: FolderSite) -> str:
    publish_due(site=folder)
    publish_due(site=folder)  # the front page follows the main pages
    found = folder.read("Current cycles")
    return "" if found is None else found.text


def front() -> WikiPage:
    return WikiPage.objects.get(kind=PageKind.FRONT)


def test_it_says_what_goes_on_in_every_cycle(folder: FolderSite) -> None:
    """Each by its title, with what it is about, its goal, what is open, and where to read on."""
    create_cycle("cycle-16", slug="hall")
    create_cycle("the-commons", slug="parliament")
    perform("hall", actor("Ada"), "join", {})
    perform("hall", actor("Ada"), "submit-proposal", {"title": "Doors", "text": "words"})
    text = published(folder)
    assert "=== [[Parliament|The Commons]] ===" in text
    hall = text.partition("=== [[Hall|")[2].partition("\n===")[0].partition("\n==")[0]
    assert Cycle.objects.get(slug="hall").law.section("cycle", Description).summary.split(".")[0] in hall
    assert "1 player." in hall
    assert "at least 10 Chips, and more than anybody else" in hall
    assert "* Open: [[Hall|1 proposal]]" in hall
    assert "[[Hall/Ruleset|Ruleset]] · [[Hall/Gamestate|Gamestate]]" in hall
    house = text.partition("=== [[Parliament|")[2].partition("\n===")[0]
    assert "Nobody plays yet." in house
    assert "* To win: " in house


def test_it_follows_what_changes_without_an_act_of_its_own(folder: FolderSite) -> None:
    """And is left alone while nothing changes."""
    create_cycle("cycle-16", slug="hall")
    assert "1 player" not in published(folder)
    before = front().published_revid
    assert publish_due(site=folder) == []
    assert front().published_revid == before
    perform("hall", actor("Ada"), "join", {})
    assert "1 player." in published(folder)


def test_a_hidden_cycle_is_not_on_it_and_another_one_holds_the_page(folder: FolderSite) -> None:
    """The page is published as before."""
    for slug in ("hall", "other"):
        create_cycle("cycle-16", slug=slug)
    assert "[[Hall|" in published(folder)
    holder = front().cycle.slug
    left = {"hall": "other", "other": "hall"}[holder]
    Cycle.objects.filter(slug=holder).update(hidden_at=timezone.now())
    text = published(folder)
    assert front().cycle.slug == left
    assert f"[[{left.capitalize()}|" in text
    assert f"[[{holder.capitalize()}|" not in text


def test_what_people_wrote_is_never_overwritten(folder: FolderSite) -> None:
    """A page of that name is set aside, like any other."""
    folder.save("Current cycles", "Ours since 2020.", None, "by hand")
    create_cycle("cycle-16", slug="hall")
    assert published(folder) == "Ours since 2020."
    assert front().parked_cause == "foreign"


def test_there_is_none_without_a_title(folder: FolderSite, settings: Any) -> None:
    """An empty setting switches it off."""
    settings.WIKI_FRONT_PAGE = ""
    create_cycle("cycle-16", slug="hall")
    assert published(folder) == ""
    assert not WikiPage.objects.filter(kind=PageKind.FRONT).exists()


def test_titles_of_cycles_are_words(folder: FolderSite) -> None:
    """However they are called."""
    create_cycle("cycle-16", slug="hall")
    published(folder)
    Cycle.objects.update(title="".join(WIKITEXT))
    text = render_page(front())
    assert "{{" not in text
    assert text.count("=== [[Hall|") == 1

"""Titles that readers see, where the wiki allows others than a page's own; tables that a phone can scroll."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.inventory.models import Card
from nomic.players.models import Player
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.display_title import without_title
from nomic.wiki.pages.layout.titles import base_title
from nomic.wiki.pages.render import render_page, render_whole
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.support.example_counts import examples
from tests.wiki.conftest import Someone
from tests.wiki.test_main_page import open_match
from tests.wiki.test_pages import HOSTILE, actor, page_of


@pytest.fixture
def played(hall: Cycle) -> Cycle:
    """A player, a proposal and a match with hostile names."""
    perform("hall", actor("Ada"), "join", {})
    perform("hall", actor("Ada"), "submit-proposal", {"title": HOSTILE, "text": "words"})
    open_match(hall, "m1", title=HOSTILE)
    return hall


def test_a_page_keeps_its_own_title_where_the_wiki_permits_no_other(played: Cycle, tmp_path: Path) -> None:
    """Most wikis would only complain of another."""
    assert not [page for page in WikiPage.objects.all() if "DISPLAYTITLE" in render_page(page)]
    publish_due(site=FolderSite(tmp_path), by_hand=True)
    texts = [file.read_text() for file in tmp_path.rglob("*.wiki")]
    assert len(texts) == WikiPage.objects.count()
    assert not [text for text in texts if "DISPLAYTITLE" in text]


def test_titles_are_those_that_people_would_give(played: Cycle) -> None:
    """The cycle, and what the page is about in people's own words; categories and the template keep theirs."""
    texts = {page.kind: render_whole(page) for page in WikiPage.objects.all()}
    assert "<noinclude>{{DISPLAYTITLE:Cycle 16}}</noinclude>" in texts[PageKind.MAIN]
    assert "{{DISPLAYTITLE:Cycle 16: Ada}}" in texts[PageKind.PLAYER]
    assert "{{DISPLAYTITLE:Cycle 16: Ruleset}}" in texts[PageKind.RULESET]
    assert "{{DISPLAYTITLE:Cycle 16: Proposal 1, " in texts[PageKind.PROPOSAL]
    assert "DISPLAYTITLE" not in texts[PageKind.CATEGORY] + texts[PageKind.DATA]


@hypothesis_settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(alphabet="{}|[]<>'&~_=!*#;:abR FC1\n", min_size=1, max_size=30))
def test_no_name_ends_the_title(hall: Cycle, name: str) -> None:
    """Nothing of it is wikitext: neither the end of the title, nor a template, nor a tag."""
    Cycle.objects.filter(pk=hall.pk).update(title=name)
    page = page_of(hall, PageKind.GAMESTATE)
    text = render_whole(page)
    assert without_title(text) == render_page(page)
    title = text.rpartition("{{DISPLAYTITLE:")[2].partition("}}")[0]
    assert text.endswith(f"{{{{DISPLAYTITLE:{title}}}}}</noinclude>")
    assert not set(title) & set("{}|[]<>")


@pytest.mark.wiki
def test_a_wiki_that_allows_it_shows_the_title(
    played: Cycle, mediawiki: LocalWiki, site: MediaWikiSite, reader: Someone
) -> None:
    """Exactly the words, whatever they are. The wiki itself is asked; one that does not allow it gets none."""
    Player.objects.update(name="''x'' {{x}} <b>y</b>")
    WikiPage.objects.exclude(kind=PageKind.PLAYER).delete()
    page = WikiPage.objects.get(kind=PageKind.PLAYER)
    mediawiki.switch(settings={"wgRestrictDisplayTitle": True})
    publish_due(site=site, by_hand=True)
    assert "DISPLAYTITLE" not in reader.read(page.title)
    mediawiki.switch(settings={"wgRestrictDisplayTitle": False})
    again = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
    WikiPage.objects.update(stale_since=timezone.now())
    publish_due(site=again, by_hand=True)
    parsed = reader.parse(reader.read(page.title), title=page.title, prop="displaytitle|templates")
    shown = parsed["displaytitle"]
    assert not parsed["templates"]
    assert "<b>" not in shown
    assert "''x'' {{x}}" in shown.replace("&#39;", "'").replace("&#123;", "{").replace("&#125;", "}")


def test_wide_tables_scroll_on_a_phone(played: Cycle) -> None:
    """And not the page: each table of a page is in a box of its own."""
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    Card.objects.create(cycle=played, code="c", holder="Ada", species="Jack", made_by=1)
    change = {"op": "replace", "path": "/cycle/summary", "value": "Other words."}
    perform("hall", actor("Ada"), "submit-proposal", {"title": "A value", "text": "", "amendments": [change]})
    with_tables = set()
    for page in WikiPage.objects.exclude(kind=PageKind.MATCH):
        text = render_page(page)
        tables = text.count('\n{| class="wikitable')
        assert tables == text.count('<div style="overflow-x:auto">\n{|') == text.count("\n|}\n</div>"), page.title
        assert "\n\n\n" not in text, page.title
        if tables:
            with_tables.add(page.kind)
    for template in (settings.BASE_DIR / "templates" / "wiki").glob("*.wiki"):
        tables = re.findall(r'^.*\n\{\| class="wikitable[^\n]*', f"\n{template.read_text()}", re.MULTILINE)
        alone = [table for table in tables if "inline-table" not in table and "overflow-x:auto" not in table]
        assert not alone, template.name
    assert with_tables >= {
        PageKind.GAMESTATE, PageKind.RULESET, PageKind.PROPOSALS, PageKind.PROPOSAL, PageKind.PLAYER,
    }  # fmt: skip


def test_pages_have_the_capitals_of_the_title(db: None) -> None:
    """Those of the words that the slug has, too; nothing else of a title is in the pages' names."""
    for title, base in (
        ("Winter of Bones", "Winter of Bones"),
        ("winter of bones", "Winter of bones"),
        ("The Long Winter of Bones!", "Winter of Bones"),
        ("WINTER, [of] “Bones”: {{x}}", "WINTER of Bones"),
        ("Wìnter of Bones", "Winter of Bones"),
        ("Bones’ Winter Of Bones", "Winter Of Bones"),
        ("Summer", "Winter of bones"),
    ):
        assert base_title(Cycle(slug="winter-of-bones", title=title)) == base
    assert base_title(Cycle(slug="adas-cup-2", title="Ada's Cup 2")) == "Adas Cup 2"

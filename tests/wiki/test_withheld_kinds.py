"""Kinds of pages that a cycle does not publish: no such page, no link to one, and a word on those that were there."""

import re
from collections.abc import Iterable

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.models import Cycle
from nomic.office.models import StaffAct
from nomic.wiki.cycle_pages import make_pages, published_before_pages, set_published_kinds
from nomic.wiki.models import PageKind, WikiPage, WithheldKind
from nomic.wiki.pages.layout.switched_off_pages import OPTIONAL
from nomic.wiki.pages.render import render_page, render_whole
from tests.clauses.conftest import enact
from tests.clauses.test_shown import person
from tests.support.hall import ADMIN, Hall, OpenCycle
from tests.wiki.test_pages import HOSTILE
from tests.wiki.test_stale import freshen, stale_titles

RULE = {"title": HOSTILE, "body": HOSTILE, "parent": None, "place": 99}
OTHERS = (PageKind.ARCHIVE, PageKind.HOLDINGS, PageKind.FRONT)
SINGLE = tuple(kind for kind in PageKind if kind not in OPTIONAL and kind not in OTHERS)
PAGES = frozenset(OPTIONAL) - {PageKind.PICTURE}  # pictures are files, and no pages of their own


@pytest.fixture
def published(open_cycle: OpenCycle) -> Hall:
    """A cycle with a page of every optional kind: players, proposals, a duel, past revisions of the law."""
    hall = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(hall.cycle)
    enact(hall, {"op": "add", "path": "/rules/lamps", "value": RULE})
    for name in ("ada", "bob"):
        for species in ("5", "7", "9", "Queen"):
            hall.grant_card(name, species)
    hall.do("ada", "request-duel", players=["bob"])
    make_pages(hall.cycle)
    return hall


def only(hall: Hall, kinds: Iterable[str]) -> bool:
    return set_published_kinds(hall.cycle, list(kinds))


def pages(hall: Hall) -> list[WikiPage]:
    return list(WikiPage.objects.filter(cycle=hall.pk).select_related("cycle").order_by("pk"))


def kinds_of(hall: Hall) -> set[str]:
    return {page.kind for page in pages(hall)}


def links_in(text: str) -> set[str]:
    return set(re.findall(r"\[\[([^\]|]+)[\]|]", text))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(on=st.sets(st.sampled_from(list(OPTIONAL))))
def test_no_page_links_to_one_that_is_not_published(published: Hall, on: set[PageKind]) -> None:
    """For every choice of kinds, each link leads to a page that is published, and the words of the links stay."""
    only(published, OPTIONAL)
    words = {page.pk: without_links(render_page(page)) for page in pages(published)}
    only(published, on)
    off = {kind for kind in OPTIONAL if kind not in on}
    off_titles = {page.title for page in pages(published) if page.kind in off}
    assert bool(off_titles) is bool(off & PAGES)
    assert any("[[File:" in render_whole(page) for page in pages(published)) is (
        PageKind.PICTURE in on and bool(on & {PageKind.PLAYER, PageKind.MATCH})
    )
    for page in pages(published):
        text = render_page(page)
        if page.kind in off or (page.kind == PageKind.ARCHIVE and PageKind.REVISION in off):
            assert "no longer updated" in text
            continue
        assert not links_in(text) & off_titles, page
        assert without_links(text) == words[page.pk], page


def without_links(text: str) -> str:
    """A page's words, whatever they link to."""
    text = re.sub(r"\[\[[^\]|]+\|([^\]]*)\]\]", r"\1", text)
    return re.sub(r"\[https?://\S+ ([^\]]*)\]", r"\1", text)


def test_no_such_page_is_made(open_cycle: OpenCycle) -> None:
    hall = open_cycle(published=True)
    assert only(hall, [PageKind.PROPOSAL])
    hall.join("ada", "bob", "eve")
    enact(hall, {"op": "add", "path": "/rules/lamps", "value": RULE})
    make_pages(hall.cycle)
    assert kinds_of(hall) == {*SINGLE, PageKind.PROPOSAL}
    assert hall.cycle not in published_before_pages()
    assert only(hall, OPTIONAL)
    assert kinds_of(hall) >= {*PAGES, PageKind.ARCHIVE} - {PageKind.MATCH}


def test_links_lead_to_the_site(published: Hall) -> None:
    only(published, [])
    main = next(page for page in pages(published) if page.kind == PageKind.MAIN)
    assert f"/c/{published.slug}/proposals/1/ Proposal 1" in render_page(main)


def test_every_page_is_written_again_when_the_choice_changes(published: Hall) -> None:
    """Once, and not if it stays as it is."""
    freshen()
    assert not only(published, OPTIONAL)
    assert not stale_titles()
    assert only(published, [])
    assert len(stale_titles()) == len(pages(published))
    freshen()
    assert not only(published, [])
    assert not stale_titles()


def test_pages_that_use_the_template_show_a_dash(published: Hall) -> None:
    """An unknown value shows the same."""
    only(published, [])
    text = render_page(next(page for page in pages(published) if page.kind == PageKind.DATA))
    assert re.findall("<onlyinclude>(.*?)</onlyinclude>", text, re.DOTALL) == ["–"]


def test_keepers_choose_in_the_office(published: Hall) -> None:
    """With a reason, in the staff's log; what is no such kind is refused."""
    keeper = Client()
    published.actor(ADMIN)
    keeper.force_login(person(ADMIN))
    place = f"/office/cycles/{published.slug}/"
    assert "a page for each match" in keeper.get(place).content.decode()
    for wrong in ({"kinds": ["proposal"], "reason": ""}, {"kinds": ["ruleset"], "reason": "x"}, {"kinds": ["x" * 500]}):
        assert keeper.post(place, {"do": "wiki-pages", **wrong}).status_code == 422
    assert not WithheldKind.objects.exists()
    done = {"do": "wiki-pages", "kinds": ["proposal", "player"], "reason": "too many pages"}
    assert keeper.post(place, done).status_code == 302
    off = set(WithheldKind.objects.values_list("kind", flat=True))
    assert off == {PageKind.MATCH, PageKind.REVISION, PageKind.DATA, PageKind.PICTURE}
    assert StaffAct.objects.filter(reason="too many pages").count() == 1
    assert keeper.post(place, done).status_code == 422  # it is so already
    assert Cycle.objects.get(pk=published.pk).seq == published.cycle.seq

"""Pictures on wiki pages: uploaded before the page shows them, never over other people's files, and never needed."""

import logging
import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import requests
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.inventory.card_views import Face
from nomic.inventory.models import Card
from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable
from nomic.wiki.cycle_pages import set_published_kinds
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page, render_whole
from nomic.wiki.pictures import drawings, uploads
from nomic.wiki.pictures.drawings import file_name, pictures_in, without_pictures
from nomic.wiki.publishing.outcomes import How, SaveOutcome
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import PageTrouble, WikiSite
from tests.support.hall import BATTLE, clock, open_cycle
from tests.support.knucklebones_cycles import Bones, bones, open_bones
from tests.wiki.conftest import Someone
from tests.wiki.faulty import Fault, FaultyWiki
from tests.wiki.test_pages import HOSTILE, actor

__all__ = ["bones", "clock", "open_bones", "open_cycle"]

SPECIES = ("5", "7", "Ace", "Queen")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def ada(hall: Cycle, at_once: None) -> WikiPage:
    """The page of Ada, who has a few cards. No other page waits."""
    perform("hall", actor("Ada"), "join", {})
    give(hall, *SPECIES, "Ace")
    WikiPage.objects.exclude(kind=PageKind.PLAYER).delete()
    return WikiPage.objects.select_related("cycle").get(kind=PageKind.PLAYER)


@pytest.fixture
def wiki() -> FaultyWiki:
    return FaultyWiki(has_uploads=True)


def give(cycle: Cycle, *species: str, **more: Any) -> None:
    """Give cards to Ada."""
    have = Card.objects.count()
    Card.objects.bulk_create(
        Card(cycle=cycle, code=f"c{have + place}", holder="Ada", species=each, made_by=1, **more)
        for place, each in enumerate(species)
    )


def publish(page: WikiPage, site: WikiSite) -> list[SaveOutcome]:
    WikiPage.objects.filter(pk=page.pk, stale_since=None).update(stale_since=timezone.now())
    WikiPage.objects.update(next_try_at=None)
    return publish_due(site=site)


def on_page(page: WikiPage, site: WikiSite) -> list[str]:
    found = site.read(page.title)
    assert found is not None, WikiPage.objects.values("title", "trouble", "parked_reason", "stale_since")
    return pictures_in(found.text)


def sent(wiki: FaultyWiki) -> list[str]:
    return [request.removeprefix("upload ") for request in wiki.requests if request.startswith("upload ")]


def test_a_page_shows_its_pictures_once_they_are_there(ada: WikiPage, wiki: FaultyWiki) -> None:
    """Cards that look the same share one; nothing is uploaded twice; each is a drawing that stands by itself."""
    publish(ada, wiki)
    assert on_page(ada, wiki) == sent(wiki) == list(wiki.uploaded)
    assert {name.split()[2] for name in sent(wiki)} == set(SPECIES)
    save = wiki.requests.index(f"save {ada.title}")
    assert all(wiki.requests.index(f"upload {name}") < save for name in sent(wiki))
    for content, _ in wiki.uploaded.values():
        stands_by_itself(content.decode())
    wiki.requests.clear()
    assert publish(ada, wiki)[0].how is How.UNCHANGED
    assert not sent(wiki)


def stands_by_itself(svg: str) -> None:
    """It is XML of a known size, each reference in it leads to a part of it, and it asks for nothing elsewhere."""
    root = ET.fromstring(svg)
    assert (root.tag, bool(root.get("width")), bool(root.get("height"))) == (f"{SVG}svg", True, True)
    ids = {each.get("id") for each in root.iter()}
    used = [value for each in root.iter() for name, value in each.items() if name.endswith("href")]
    assert {value.removeprefix("#") for value in used} <= ids
    assert "script" not in svg
    assert "url(" not in svg
    assert "var(" not in svg


def test_a_drawing_that_changes_is_uploaded_again(
    ada: WikiPage, wiki: FaultyWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(ada, wiki)
    names = sent(wiki)
    wiki.requests.clear()
    old = drawings._drawers["card"]
    monkeypatch.setitem(drawings._drawers, "card", lambda face: old(face).replace("#fffaf0", "#ffffff"))
    publish(ada, wiki)
    assert sent(wiki) == names == on_page(ada, wiki)


def test_a_wiki_without_uploads_gets_the_same_words(ada: WikiPage, wiki: FaultyWiki) -> None:
    publish(ada, wiki)
    found = wiki.read(ada.title)
    plain = FaultyWiki()
    publish(ada, plain)
    plainly = plain.read(ada.title)
    assert found is not None
    assert plainly is not None
    assert plainly.text == without_pictures(found.text) != found.text
    assert not any(request.startswith(("upload", "files", "pictures")) for request in plain.requests)


def test_files_of_other_people_are_left_alone(ada: WikiPage, wiki: FaultyWiki) -> None:
    """One with the same name, one that replaced ours, and one of ours that was deleted. None of them is shown."""
    publish(ada, wiki)
    first, second, third, rest = names = sent(wiki)
    wiki.uploaded[first] = (b"theirs", False)
    del wiki.uploaded[second]
    wiki.deleted.add(f"File:{second}")
    del wiki.uploaded[third]  # lost, as by a restored wiki
    wiki.requests.clear()
    publish(ada, wiki)
    assert sent(wiki) == [third]
    assert on_page(ada, wiki) == [third, rest]
    assert wiki.uploaded[first] == (b"theirs", False)
    assert set(wiki.uploaded) == {first, third, rest} < set(names)


@pytest.mark.parametrize("trouble", [Rejected("verification-error"), PageTrouble("503"), PageTrouble("permission")])
def test_a_picture_that_is_not_taken_is_left_out(ada: WikiPage, wiki: FaultyWiki, trouble: DeliveryError) -> None:
    """The others and the words are there, and nothing is tried in a loop."""
    # read which files there are; look into the log of the first, upload it
    wiki.faults.extend([None, None, None, Fault("first", trouble)])
    assert publish(ada, wiki)[0].how is How.PUBLISHED
    assert on_page(ada, wiki) == sent(wiki)[1:]
    ada.refresh_from_db()
    assert ada.stale_since is None
    publish(ada, wiki)
    assert len(on_page(ada, wiki)) == len(SPECIES)


def test_a_wiki_that_asks_to_wait_gets_the_rest_later(ada: WikiPage, wiki: FaultyWiki) -> None:
    """The page is not held up. It comes again if some were taken, so that it never comes again for nothing."""
    slow = Fault("ratelimited", Retryable("ratelimited"))
    wiki.faults.extend([None, None, None, None, None, slow])
    assert publish(ada, wiki)[0].how is How.PUBLISHED
    ada.refresh_from_db()
    assert (len(on_page(ada, wiki)), ada.stale_since is not None) == (1, True)
    wiki.faults.extend([None, None, None, slow])
    publish(ada, wiki)
    ada.refresh_from_db()
    assert (len(on_page(ada, wiki)), ada.stale_since is not None) == (1, False)


def test_many_pictures_come_in_several_runs(ada: WikiPage, wiki: FaultyWiki, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_UPLOADS", 3)
    publish(ada, wiki)
    assert (len(on_page(ada, wiki)), len(sent(wiki))) == (3, 3)
    publish_due(site=wiki)
    assert (len(on_page(ada, wiki)), len(sent(wiki))) == (4, 4)
    assert not publish_due(site=wiki)
    monkeypatch.setattr(drawings, "MAX_ON_PAGE", 2)
    publish(ada, wiki)
    assert len(on_page(ada, wiki)) == 2


def test_an_account_that_is_blocked_stops_publishing(ada: WikiPage, wiki: FaultyWiki) -> None:
    wiki.faults.extend([None, Fault("blocked", Fatal("blocked"))])
    assert publish(ada, wiki)[0].how is How.STOPPED


def test_a_drawing_that_fails_is_left_out(
    ada: WikiPage, wiki: FaultyWiki, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So is one that is too large."""
    old = drawings._drawers["card"]

    def draw(face: Face) -> str:
        if face.name == "Ace":
            raise ValueError("a bad pen")
        return old(face) + ("<!-- -->" * 50_000 if face.name == "7" else "")

    monkeypatch.setitem(drawings._drawers, "card", draw)
    with caplog.at_level(logging.CRITICAL):
        assert publish(ada, wiki)[0].how is How.PUBLISHED
    assert [name.split()[2] for name in on_page(ada, wiki)] == ["5", "Queen"]


def test_keepers_switch_them_off(ada: WikiPage, wiki: FaultyWiki) -> None:
    publish(ada, wiki)
    set_published_kinds(ada.cycle, [PageKind.PLAYER])
    assert publish(ada, wiki)[0].how is How.PUBLISHED
    assert not on_page(ada, wiki)


words = st.text(st.sampled_from("aA _.:/\\#<>[]|{}%~'-é \u0301ß\u202e,()?"), max_size=30) | st.text(max_size=200)


@given(one=words, other=words)
def test_names_are_what_a_wiki_takes(one: str, other: str) -> None:
    """As they are, without any second extension, and different subjects have different names."""
    name = file_name("Cycle 16", one)
    assert re.fullmatch(r"[\w (),-]+\.svg", name)
    assert "_" not in name
    assert "  " not in name
    assert len(name.encode()) <= 600
    assert name[:1] == "C"
    assert one == other or _same(one, other) or name != file_name("Cycle 16", other)


def _same(one: str, other: str) -> bool:
    import unicodedata

    return unicodedata.normalize("NFC", f"x {one}") == unicodedata.normalize("NFC", f"x {other}")


@pytest.fixture
def bones_page(bones: Bones, at_once: None) -> WikiPage:
    """The page of a duel of dice in its course."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    Cycle.objects.filter(pk=bones.hall.pk).update(published=True)
    return WikiPage.objects.create(
        cycle=bones.hall.cycle,
        kind=PageKind.MATCH,
        subject=bones.matches[0].code,
        title=f"Bones/Match {bones.matches[0].code}",
        stale_since=timezone.now() - timedelta(days=1),
    )


def test_a_board_follows_the_game(bones: Bones, bones_page: WikiPage, wiki: FaultyWiki) -> None:
    """As everybody sees it. One file has all states, so the wiki keeps its history."""
    publish(bones_page, wiki)
    (name,) = on_page(bones_page, wiki)
    before = wiki.uploaded[name][0].decode()
    stands_by_itself(before)
    bones.play_on()
    publish(bones_page, wiki)
    after = wiki.uploaded[name][0].decode()
    stands_by_itself(after)
    assert before != after
    assert after.count('href="#pips-') > before.count('href="#pips-')
    assert on_page(bones_page, wiki) == [name] == list(wiki.uploaded)


def test_no_board_of_a_game_that_hides_something(published_duel: WikiPage, wiki: FaultyWiki) -> None:
    publish(published_duel, wiki)
    assert "==" in render_page(published_duel)
    assert wiki.read(published_duel.title) is not None
    assert not [name for name in wiki.uploaded if "Match" in name]


@pytest.fixture
def published_duel(open_cycle: Callable[..., Any], at_once: None) -> WikiPage:
    hall = open_cycle(published=True, joined=("ada", "bob"))
    for name in ("ada", "bob"):
        for species in ("5", "7", "9", "Queen"):
            hall.grant_card(name, species)
    hall.do("ada", "request-duel", players=["bob"])
    WikiPage.objects.exclude(kind=PageKind.MATCH).delete()
    return WikiPage.objects.select_related("cycle").get(kind=PageKind.MATCH)


@pytest.mark.wiki
def test_on_a_real_wiki(
    ada: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone, wiki_admin: Someone
) -> None:
    """Uploaded, drawn small, known again, left to whoever replaces or deletes one; and a wiki that forbids uploads."""
    give(ada.cycle, "King")
    WikiPage.objects.filter(pk=ada.pk).update(title="Pictured/Player 1")
    ada.refresh_from_db()
    assert site.takes_pictures()
    publish(ada, site)
    names = on_page(ada, site)
    assert len(names) == 5
    files = site.files([*names, "None at all.svg"])
    assert set(files) == set(names)
    assert all(file.by_us for file in files.values())
    shown = reader.parse(f"{{{{:{ada.title}}}}}")
    assert sorted(name.replace(" ", "_") for name in names) == sorted(shown["images"])
    small = re.findall(r'<img[^>]* src="(/images/thumb/[^"]+)"', shown["text"])
    assert small
    for place in small:
        answer = requests.get(f"{mediawiki.server}{place}", timeout=30)
        assert answer.content.startswith(b"\x89PNG"), place
    for summary in ("another drawing", "the same again"):
        time.sleep(1.1)  # MediaWiki names old versions by the second
        site.upload(names[0], b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "", summary)
    assert site.files(names)[names[0]].sha1 != files[names[0]].sha1
    time.sleep(1.1)
    publish(ada, site)
    assert site.files(names) == files
    wiki_admin.do("delete", title=f"File:{names[1]}")
    publish(ada, site)
    assert on_page(ada, site) == [names[0], *names[2:]]
    with pytest.raises(DeliveryError, match="verification"):
        site.upload("Bad.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "", "bad")
    mediawiki.switch(settings={"wgEnableUploads": False})
    again = MediaWikiSite(mediawiki.url, mediawiki.user, mediawiki.password)
    assert not again.takes_pictures()
    publish(ada, again)
    assert not on_page(ada, again)


def test_words_of_people_are_no_pictures(ada: WikiPage) -> None:
    """Whatever a name or a title looks like, only the host's own pictures count as such."""
    perform("hall", actor("Ben"), "join", {})
    give(ada.cycle, f"[[File:x.svg|a]]{HOSTILE}"[:60])
    text = render_whole(ada)
    assert set(pictures_in(text)) == set(ada.pictures)
    assert "[[File:x.svg" not in text
    assert "[[File:" not in render_page(ada)

"""Pictures of links: drawn from what a stranger may see, once, and the same for everybody."""

import json
import re
import struct
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client

from exoptosis.cards.card_properties import face
from nomic.accounts.models import Person
from nomic.inventory.card_views import Face
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.matches.practice.hints import hint_for
from nomic.web.sharing import png, transliteration
from nomic.web.sharing.card_drawing import drawn_cards
from nomic.web.sharing.pictures import match_picture
from tests.support.hall import Hall, OpenCycle, cycle_16
from tests.support.signed_in import browser_of

BOT = "Mira bot 1"


def size_of(content: bytes) -> tuple[int, int]:
    """The width and height of a PNG."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", content[16:24])
    return wide, high


def signed_in(name: str) -> Client:
    return browser_of(Person.objects.get_or_create(username=name)[0])


def words_of(svg: str) -> list[str]:
    return re.findall(r"<text [^>]*>([^<]*)</text>", svg)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn, in place of pictures."""
    cache.clear()
    seen: list[str] = []
    monkeypatch.setattr(png, "svg_as_png", lambda svg: seen.append(svg) or b"a picture")
    return seen


@pytest.fixture
def duel(open_cycle: OpenCycle) -> Hall:
    """A duel that has begun in Ada's practice cycle."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    for species in ("2", "3", "5", "7", "9", "10"):
        hall.grant_card("ada", species)
    hall.do("ada", "seat-bot", bot="Mira")
    hall.do("ada", "request-duel", players=[BOT])
    hall.settle()
    return hall


def end(hall: Hall) -> Match:
    """Ada chooses a hand and forfeits."""
    match = Match.objects.get(cycle=hall.cycle)
    match.cycle = hall.cycle
    hint = hint_for(VisibleMatch(hall.read_context("ada"), match))
    hall.do("ada", "move", match=match.code, move=json.loads(hint.move), answers=json.loads(hint.answers))
    hall.settle()
    hall.do("ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
    return Match.objects.get(pk=match.pk)


def test_a_cycle_has_a_picture(cast: Hall) -> None:
    answer = Client().get(f"/c/{cast.slug}/picture.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert size_of(answer.content) == (1200, 630)
    page = Client().get(f"/c/{cast.slug}/").content.decode()
    assert 'property="og:image" content="http' in page
    assert f"/c/{cast.slug}/picture.png" in page


def test_it_is_the_same_for_all_and_drawn_once(cast: Hall, drawings: list[str]) -> None:
    """Who is logged in gets what a stranger gets; who has it already is told so, until something happens."""
    address = f"/c/{cast.slug}/picture.png"
    first = Client().get(address)
    assert signed_in("ada").get(address)["ETag"] == first["ETag"]
    assert len(drawings) == 1
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    cast.do("keeper", "stop-cycle", winners=["ada"], reason="for the test")
    cast.settle()
    ended = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert ended.status_code == 200
    assert "ada won" in words_of(drawings[-1])


def test_a_match_has_one_when_it_is_over(duel: Hall, drawings: list[str]) -> None:
    """Before, its table changes with each move, and hands may be sealed."""
    code = Match.objects.get(cycle=duel.cycle).code
    address = f"/c/{duel.slug}/matches/{code}/picture.png"
    assert Client().get(address).status_code == 404
    assert drawings == []
    end(duel)
    assert Client().get(address).status_code == 200
    said = words_of(drawings[-1])
    assert "Mira won" in said, "a bot needs no number where it is the only one of its character"
    assert "ada: out" in said
    assert address in Client().get(f"/c/{duel.slug}/matches/{code}/").content.decode()
    assert Client().get(f"/c/{duel.slug}/matches/none/picture.png").status_code == 404


def test_hostile_words_are_words(duel: Hall) -> None:
    """What a title or a name has in it ends no element, and what XML cannot have is left out."""
    match, ctx = end(duel), duel.read_context("ada")
    ctx.cycle.title = 'Lamps</text><image href="file:///etc/passwd"/>\x0b & "more"'
    svg = match_picture(VisibleMatch(ctx, match))
    assert "<image" not in svg
    assert "&lt;/text&gt;" in svg
    assert "\x0b" not in png.NO_XML.sub("", svg)


def faces() -> list[Face]:
    """Every species as it is written, and with two suits and colours, one of them unknown."""
    law = Law(cycle_16(), number=1)
    plain = [face(law, Card(code="c", species=species)) for species in law.document["cards"]]
    return [*plain, *(replace(each, suits=("Hearts", "Of <b>"), colours=("Red", "Unheard of")) for each in plain)]


def test_every_card_can_be_drawn_alone() -> None:
    """Nothing in it points to a style sheet or to a file, and whatever it points to is in it."""
    for each in faces():
        [card] = drawn_cards([each], 250, 300)
        assert "var(" not in card.drawing
        pointed = re.findall(r'href="([^"]*)"', card.drawing)
        assert all(f'id="{target.removeprefix("#")}"' in card.drawing for target in pointed), each.name
        assert all(target.startswith("#") for target in pointed), each.name


def test_cards_lie_within_their_room() -> None:
    for many in range(1, 5):
        cards = drawn_cards(faces()[:many], 250, 300)
        assert all(0 <= card.x <= 150 for card in cards)
        assert [card.x for card in cards] == sorted({card.x for card in cards})


@pytest.fixture
def plain_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts of its own."""
    monkeypatch.setattr(transliteration, "_scripts", {})
    monkeypatch.setattr(transliteration, "svg_as_png", lambda svg: png.svg_as_png(svg, use_system_fonts=False))
    transliteration._picture.cache_clear()


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("明日香: 12", "MingRiXiang: 12"),
        ("נָעָה won", "na'ah won"),
        ("やまだ, Zoë & Зоя", "yamada, Zoë & Зоя"),
        ("🎲 <b> ½ – “x” Ａ", "🎲 <b> ½ – “x” A"),
        ("é é", "é é"),
        ("", ""),
    ],
)
def test_letters_that_no_font_has_are_written_in_latin_ones(plain_machine: None, words: str, shown: str) -> None:
    assert transliteration.in_known_letters(words) == shown


def test_letters_that_a_font_has_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that draws every letter in its own way."""
    monkeypatch.setattr(transliteration, "_scripts", {})
    monkeypatch.setattr(transliteration, "_picture", lambda letter: letter.encode())
    assert transliteration.in_known_letters("明日香 and נעה") == "明日香 and נעה"


def test_many_letters_take_a_drawing_for_each_script(plain_machine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(transliteration, "_picture", lambda letter: asked.append(letter) or b"a box")
    transliteration.in_known_letters("".join(map(chr, range(0x4E00, 0x9000))) + "אבגд" * 1000)
    assert sorted(set(asked)) == sorted({"一", "א", "д", transliteration.NO_GLYPH})
    assert len(asked) == 6


def test_the_picture_of_a_match_has_letters_that_can_be_drawn(plain_machine: None, duel: Hall) -> None:
    match = end(duel)
    match.title = "The duel of 明日香"
    assert "MingRiXiang" in " ".join(words_of(match_picture(VisibleMatch(duel.read_context("ada"), match))))


def test_a_picture_is_drawn_from_any_words() -> None:
    """Of any script: what no font has is a box at worst, and no error."""
    for words in ("Зоя", "明日香", "נעה", "\x00\x0b<&>", "🜬 🎲", "a" * 500):
        escaped = words.replace("&", "&amp;").replace("<", "&lt;")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><text y="50">{escaped}</text></svg>'
        assert size_of(png.svg_as_png(svg)) == (1200, 630)

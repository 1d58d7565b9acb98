"""The page of a game of Knucklebones on the wiki: both fields as a table, facing each other, and whose turn it is."""

from typing import Any

import pytest
from msgspec import convert

from knucklebones.engine.player_view import View
from knucklebones.wiki.board import draw_board
from nomic.law.document.sections import Law
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.support.hall import BATTLE
from tests.support.knucklebones_cycles import Bones, OpenBones, law_with_bones
from tests.support.knucklebones_engine import GAME, rules, standing
from tests.wiki.conftest import Someone, at_once, mediawiki, reader, served_mediawiki, site
from tests.wiki.html import probes

__all__ = ["at_once", "mediawiki", "reader", "served_mediawiki", "site"]

Json = Any
LAW = Law(law_with_bones(), number=1)
HOSTILE = "''x'' == __TOC__ * #"
TABLE = '{| class="wikitable"'


def view(**changes: Json) -> View:
    """Ada, whose turn it is, has rolled a 5; Ben has two fives and a 1."""
    state = standing(((6, 6), (3,), ()), ((), (5, 5, 1), ()), rolled=5)
    return convert(GAME.view(rules(), state, None) | changes, View)


def rows_of(text: str) -> list[list[str]]:
    """The table's rows, each with its cells."""
    table = text[text.index(TABLE) : text.index("|}")]
    return [
        [line[2:].rpartition("| ")[2] or line[2:] for line in row.splitlines() if line[:2] in ("| ", "! ")]
        for row in table.split("|-\n")
    ]


def test_both_fields_face_each_other_in_a_table() -> None:
    """A cell for each of the matrix, Ben's rows above with the first next to the middle, and what columns score."""
    assert rows_of(draw_board(LAW, view())) == [
        ["Column", "1", "2", "3", "Score"],
        ["Ben", "·", "1", "·", "<b>21</b>"],
        ["·", "5", "·"],
        ["·", "5", "·"],
        ["scores", "0", "21", "0"],
        ["scores", "24", "3", "0"],
        ["Ada", "6", "3", "·", "<b>27</b>"],
        ["6", "·", "·"],
        ["·", "·", "·"],
    ]


def test_the_page_says_whose_turn_it_is_and_what_is_rolled() -> None:
    """And what was placed last; of a game that is over, nothing of it."""
    last = {"value": 1, "by": "Ben", "dice": None, "column": 2}
    assert draw_board(LAW, view(last_rolled=last)).startswith(
        "<b>Turn 1: Ada</b>, who has rolled <b>5</b>. Placed last: 1, by Ben in column 2."
    )
    assert "<b>Turn 1: Ada</b>, who is to roll." in draw_board(LAW, view(rolled=None))
    assert "Turn" not in draw_board(LAW, view(turn=None, rolled=None))


def test_names_of_the_law_are_words_and_nothing_else() -> None:
    """A Dice is called what a vote calls it."""
    text = draw_board(LAW, view(rolled={"value": 5, "by": "Ada", "dice": HOSTILE}))
    assert HOSTILE not in text
    assert "<b>5</b> with &#39;&#39;x&#39;&#39; &#61;&#61; " in text


@pytest.fixture
def published(open_bones: OpenBones) -> Bones:
    """A game of Ada and Bob on a small field, whose cycle has pages."""
    bones = open_bones("ada", "bob", columns=2, rows=1, faces=[5])
    bones.hall.publish()
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    return bones


@pytest.mark.django_db
def test_the_page_follows_the_game_to_its_end(published: Bones) -> None:
    """It says until when it waits; each move makes it stale; at last it says who has won."""
    page = WikiPage.objects.get(kind=PageKind.MATCH)
    first, second = published.state().players
    text = render_page(page)
    assert f"It waits for {first}, until 2024-01-05 00:00 UTC." in text
    assert f"<b>Turn 1: {first}</b>, who has rolled <b>5</b>." in text
    WikiPage.objects.update(stale_since=None)
    for player, column in ((first, 1), (second, 2), (first, 2)):
        published.move(player, "place", column=column)
    page.refresh_from_db()
    assert page.stale_since is not None
    text = render_page(page)
    assert f"a match of Knucklebones: won by {first}. Opened" in text
    assert f"{first} puts a 5 into column 2 and destroys one of {second}" in text
    assert "It waits for" not in text
    assert rows_of(text)[1] == [second, "·", "·", "<b>0</b>"]
    assert rows_of(text)[-1] == [first, "5", "5", "<b>10</b>"]


@pytest.mark.wiki
@pytest.mark.django_db
def test_the_fields_are_published_to_a_mediawiki(
    published: Bones, site: MediaWikiSite, reader: Someone, at_once: None
) -> None:
    """Every cell of both matrices is one there; a move brings the page up to date."""
    publish_due(site=site, by_hand=True)
    title = WikiPage.objects.get(kind=PageKind.MATCH).title
    published.move(published.state().mover.player, "place", column=1)
    publish_due(site=site, by_hand=True)
    text = reader.read(title)
    assert "Turn 2" in text
    drawn = text[text.index(TABLE) : text.index("== Log ==")]
    (probe,) = probes(reader.parse(f'<div class="probe">\n{drawn}\n</div>\n__NOTOC__')["text"])
    assert probe.elements.count("table") == 1
    assert probe.elements.count("tr") == 1 + 2 + 2
    assert probe.words == "Column 1 2 Score {1} · · 0 scores 0 0 scores 5 0 {0} 5 · 5".format(
        *published.state().players
    )

"""The page of Tetromic on the wiki: every board as a table, and how far everybody is."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.support.hall import BATTLE
from tests.support.tetromic_cycles import BARS, Boards, Open
from tests.wiki.conftest import Someone, at_once, mediawiki, reader, served_mediawiki, site
from tests.wiki.html import probes
from tetromic.wiki.board import MAX_BYTES, OFF, ON, draw_board

__all__ = ["at_once", "mediawiki", "reader", "served_mediawiki", "site"]

pytestmark = pytest.mark.django_db

Json = Any
HOSTILE = "''x'' == __TOC__ * #"
TABLE = '{| class="wikitable" style="display:inline-table;'


def publish(cycle: Boards) -> None:
    """Let the cycle have pages."""
    cycle.hall.publish()


def page_of(cycle: Boards) -> str:
    return render_page(WikiPage.objects.get(kind=PageKind.MATCH, cycle=cycle.hall.pk))


def view_of(cycle: Boards) -> Json:
    table = cycle.table
    return table.game.view(table.rules, table.state, None)


def crowded(cycle: Boards, players: int) -> Json:
    """The view of a match with so many players, all boards being like the first."""
    view = view_of(cycle)
    return replace(view, boards=tuple(replace(view.boards[0], player=f"guest{number}") for number in range(players)))


def test_R61_a_board_is_a_table_with_row_0_and_column_0_at_the_bottom_left(boards: Open) -> None:
    """The nodes of a piece are marked, each under its column's number and beside its row's."""
    cycle = boards("ada", board={"rows": 3, "columns": 4}, pieces={"L": {"shape": ["..#", "###"]}})
    cycle.gain("ada")
    cycle.place("ada", "L", (1, 0), (2, 0), (3, 0), (3, 1))
    text = draw_board(cycle.hall.cycle.law, view_of(cycle))
    assert text[text.index(TABLE) :].strip().split("\n") == [
        f'{TABLE}table-layout:fixed;width:10em;margin:0 1.5em 1em 0;text-align:center"',
        "|+ ada",
        *("|-", '! scope="row" | 2', OFF, OFF, OFF, OFF),
        *("|-", '! scope="row" | 1', OFF, OFF, OFF, ON),
        *("|-", '! scope="row" | 0', OFF, ON, ON, ON),
        *("|-", "!", '! scope="col" | 0', '! scope="col" | 1', '! scope="col" | 2', '! scope="col" | 3'),
        "|}",
    ]


def test_the_page_tells_how_far_everybody_is_and_what_happened(boards: Open) -> None:
    """Level, points for the next one, pieces in hand, whether this phase's are gained; and the log."""
    cycle = boards("ada", "bob", **BARS, least_gain=4)
    publish(cycle)
    cycle.gain("ada")
    for y in (0, 5):
        cycle.bar("ada", y)
    cycle.place("ada", "Bar", *((0, y) for y in range(4)))
    text = page_of(cycle)
    assert "\n| ada\n| 1\n| 1 of 2\n| Bar\n| 4\n| yes\n" in text
    assert "\n| bob\n| 0\n| 0 of 1\n| –\n| 0\n| not yet\n" in text
    assert "<b>Phase 0.</b> The first at level 10 wins." in text
    assert "It waits for bob, until 2024-01-04 00:00 UTC." in text
    assert "ada places Bar on (0,5) (1,5) (2,5) (3,5). Row 5 cleared." in text
    cycle.gain("bob")
    assert "\n| bob\n| 0\n| 0 of 1\n| 4 × Bar\n| 0\n| yes\n" in page_of(cycle)


def test_the_page_tells_who_has_won(boards: Open) -> None:
    """Whoever is at the last level needs no more points."""
    cycle = boards("ada", **BARS, winning_level=1)
    publish(cycle)
    cycle.gain("ada")
    cycle.bar("ada", 0)
    text = page_of(cycle)
    assert "<b>ada</b> has won." in text
    assert "\n| ada\n| 1\n| –\n| –\n| 0\n| yes\n" in text
    assert "It waits for" not in text


def test_a_hundred_boards_fit_on_a_page(boards: Open) -> None:
    """All of them drawn, with room for the log."""
    cycle = boards("ada")
    text = draw_board(cycle.hall.cycle.law, crowded(cycle, 100))
    assert text.count(TABLE) == 100
    assert len(text.encode()) < MAX_BYTES / 2


def test_boards_that_do_not_fit_are_shown_at_the_table_only(boards: Open) -> None:
    """Of the largest boards that a law can have, a hundred; everybody's level and points are still told."""
    cycle = boards("ada", board={"rows": 24, "columns": 16})
    text = draw_board(cycle.hall.cycle.law, crowded(cycle, 100))
    assert TABLE not in text
    assert "The boards are shown at the table only." in text
    assert text.count("| 0 of 1\n") == 100


def test_names_of_the_law_are_words_and_nothing_else(boards: Open) -> None:
    """Of pieces in hand, and in the log."""
    cycle = boards("ada", pieces={HOSTILE: {"shape": ["####"]}})
    publish(cycle)
    cycle.gain("ada")
    text = page_of(cycle)
    assert HOSTILE not in text
    assert "\n| &#39;&#39;x&#39;&#39; &#61;&#61; " in text


@pytest.mark.wiki
def test_boards_are_published_to_a_mediawiki(boards: Open, site: MediaWikiSite, reader: Someone, at_once: None) -> None:
    """Every node is a cell there; the next move brings the page up to date."""
    cycle = boards("ada", "bob", **BARS)
    cycle.gain("ada")
    publish(cycle)
    publish_due(site=site, by_hand=True)
    title = WikiPage.objects.get(kind=PageKind.MATCH).title
    cycle.place("ada", "Bar", *((3, y) for y in range(4)))
    cycle.hall.to(BATTLE)
    publish_due(site=site, by_hand=True)
    text = reader.read(title)
    assert "Everybody may gain pieces again." in text
    drawn = text[text.index(TABLE) : text.index("== Log ==")]
    (probe,) = probes(reader.parse(f'<div class="probe">\n{drawn}\n</div>\n__NOTOC__')["text"])
    assert probe.elements.count("table") == probe.elements.count("caption") == 2
    assert probe.elements.count("tr") == 2 * (10 + 1)
    assert probe.elements.count("td") == 2 * 10 * 4
    assert (probe.text.count("■"), probe.text.count("·")) == (4, 76)

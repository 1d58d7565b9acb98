"""The page of a dungeon on the wiki: every level as a table, and who is where with how much."""

import re

import pytest
from msgspec.structs import replace

from dungeon.engine.player_view import View
from dungeon.wiki.board import MAX_BYTES, draw_board
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.support.dungeon_cycles import BLANKS, CHESTS, PITS, TWO_COINS, Delve, Open
from tests.support.hall import DAY, START
from tests.wiki.conftest import Someone, at_once, mediawiki, reader, served_mediawiki, site
from tests.wiki.html import probes

__all__ = ["at_once", "mediawiki", "reader", "served_mediawiki", "site"]

pytestmark = pytest.mark.django_db

HOSTILE = "''x'' == __TOC__ * #"


def publish(deep: Delve) -> None:
    """Let the cycle have pages."""
    deep.hall.publish()


def page_of(deep: Delve) -> str:
    return render_page(WikiPage.objects.get(kind=PageKind.MATCH, cycle=deep.hall.pk))


def view_of(deep: Delve) -> View:
    table = LoadedMatch(deep.hall.cycle, deep.match)
    view: View = table.game.view(table.rules, table.state, None)
    return view


def test_a_level_is_a_table_in_which_each_row_is_shifted_by_half_a_hex(delve: Open) -> None:
    """A hex is two columns wide; radius 1 has rows of two, three and two, the gaps one column wide."""
    deep = delve("ada", "bob", pool=CHESTS, radius=1)
    text = draw_board(deep.hall.cycle.law, view_of(deep))
    table = text[text.index("=== Dungeon 1, level 1 ===") :]
    chest = '| colspan="2" style="background:#f4d06f;color:#321" title="({}) Chest" | ◆'
    assert table.split("\n")[1:17] == [
        '{| style="table-layout:fixed;width:9em;border-spacing:2px;text-align:center;line-height:2.2em"',
        "|-",
        '| colspan="1" |',
        chest.format("0,-1"),
        chest.format("1,-1"),
        '| colspan="1" |',
        "|-",
        chest.format("-1,0"),
        '| colspan="2" style="background:#cbe7b6;color:#132" title="(0,0) rope; ada, bob" | <b>1, 2</b>',
        chest.format("1,0"),
        "|-",
        '| colspan="1" |',
        chest.format("-1,1"),
        chest.format("0,1"),
        '| colspan="1" |',
        "|}",
    ]


def test_the_page_tells_who_is_where_with_what_and_what_happened(delve: Open) -> None:
    """Pockets and stores, whether there is a plan, but not which; and the log."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    publish(deep)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.plan("bob", "W")
    deep.hall.to(START + DAY)
    deep.plan("bob", "W")
    text = page_of(deep)
    assert "| 1\n| ada\n| outside\n| 0\n| 6\n| none yet\n" in text
    assert "| 2\n| bob\n| dungeon 1, level 1, (-1,0)\n| 6\n| 0\n| has one\n" in text
    assert "<b>Period 2.</b> No new dungeon can be made yet: 2 more players must have escaped" in text
    assert "ada escapes and stores 6 coins." in text
    assert ": bob joins the game.\n" in text
    assert "It waits for ada, until 2024-01-03 00:00 UTC." in text


def test_names_of_the_law_are_words_and_nothing_else(delve: Open) -> None:
    """Of kinds of hexes and of enemies, in the maps and beside them."""
    guards = {HOSTILE: {"weight": 1, "is": "enemy"}, f"{HOSTILE} 2": {"weight": 0, "is": "blank"}}
    enemies = {f"{HOSTILE} 3": {"weight": 1, "behaviour": [{"stay": {}}]}}
    deep = delve("ada", pool=guards, enemies=enemies)
    text = draw_board(deep.hall.cycle.law, view_of(deep))
    assert HOSTILE not in text
    assert text.count("&#39;&#39;x&#39;&#39;") == 60 * 2 + 2  # each hex with its enemy, the legend, the list of enemies


@pytest.mark.parametrize(("first", "count", "shown"), [(0, 2, "1, 2"), (8, 2, "9, 10"), (9, 2, "2×"), (0, 3, "3×")])
def test_players_on_a_hex_are_counted_where_there_is_no_room(delve: Open, first: int, count: int, shown: str) -> None:
    """A few by their numbers, on one line; else how many they are."""
    deep = delve("ada", pool=BLANKS)
    view = view_of(deep)
    (ada,) = view.players
    gone = [replace(ada, player=f"gone{number}", dungeon=None, escaped=True) for number in range(first)]
    guests = [replace(ada, player=f"guest{number}") for number in range(count)]
    assert f" | <b>{shown}</b>\n" in draw_board(deep.hall.cycle.law, replace(view, players=(*gone, *guests)))


def test_of_many_names_on_a_hex_the_first_are_told(delve: Open) -> None:
    """Pointing at the hex tells the first six names, and how many there are besides."""
    deep = delve("ada", pool=BLANKS)
    view = view_of(deep)
    guests = tuple(replace(view.players[0], player=f"guest{n}") for n in range(9))
    text = draw_board(deep.hall.cycle.law, replace(view, players=guests))
    assert 'title="(0,0) rope; guest0, guest1, guest2, guest3, guest4, guest5 and 3 more" | <b>9×</b>' in text


def crowded(view: View, levels: int, players: int) -> View:
    """The view of a dungeon with so many levels like its first, the players being on the last one."""
    (dungeon,) = view.dungeons
    copies = tuple(replace(dungeon.levels[0], number=number) for number in range(1, levels + 1))
    guests = tuple(replace(view.players[0], player=f"guest{n}", level=levels, q=1, r=0) for n in range(players))
    return replace(view, dungeons=(replace(dungeon, levels=copies),), players=guests)


def test_twenty_levels_and_two_hundred_players_fit_on_a_page(delve: Open) -> None:
    """All of them drawn, with room to spare."""
    deep = delve("ada")
    text = draw_board(deep.hall.cycle.law, crowded(view_of(deep), 20, 200))
    assert text.count('{| style="table-layout:fixed') == 20
    assert len(text.encode()) < 200_000


def test_where_there_is_no_room_for_all_maps_those_with_somebody_come_first(delve: Open) -> None:
    """Of the others it is said what is on them."""
    deep = delve("ada", radius=10)
    text = draw_board(deep.hall.cycle.law, crowded(view_of(deep), 60, 5))
    drawn = text.count('{| style="table-layout:fixed')
    assert 20 < drawn < 60
    assert len(text.encode()) < MAX_BYTES + 100_000
    parts = re.split(r"^=== (Dungeon 1, level \d+) ===$", text, flags=re.MULTILINE)
    levels = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert len(levels) == 60
    assert "{|" in levels["Dungeon 1, level 60"]
    assert re.search(r"This level has (\d+ × [\w ]+, )+\d+ × Stone Wall", levels["Dungeon 1, level 59"])


@pytest.mark.wiki
def test_a_dungeon_is_published_to_a_mediawiki(
    delve: Open, site: MediaWikiSite, reader: Someone, at_once: None
) -> None:
    """Every hex is a cell of a table there, in rows of five to nine; the next period brings it up to date."""
    deep = delve("ada", pool=PITS)
    publish(deep)
    publish_due(site=site, by_hand=True)
    title = WikiPage.objects.get(kind=PageKind.MATCH).title
    deep.plan("ada", "E")
    deep.hall.to(START + DAY)
    publish_due(site=site, by_hand=True)
    text = reader.read(title)
    level = text[text.index("{| style=") : text.index("=== Dungeon 1, level 2 ===")]
    (probe,) = probes(reader.parse(f'<div class="probe">\n{level}\n</div>\n__NOTOC__')["text"])
    assert probe.elements.count("table") == 1
    assert probe.elements.count("tr") == 9
    assert probe.elements.count("td") == 61 + 16
    assert probe.text.count("↓") == 60
    assert set(probe.words) == set("↓↑ ")
    assert "ada falls to level 2 of dungeon 1." in text


def test_the_law_of_the_template_gives_every_hex_a_look(delve: Open) -> None:
    """Whatever works as something can be drawn, under every name."""
    kinds = {entry["is"] for entry in document_of("dungeon")["dungeon"]["pool"].values()} - {"enemy"}
    pool = {f"A {kind}": {"weight": 1, "is": kind} for kind in sorted(kinds)}
    deep = delve("ada", pool=pool, radius=6)
    text = draw_board(Law(deep.hall.cycle.law.document), view_of(deep))
    for name in pool:
        assert f"\n| {name}\n" in text

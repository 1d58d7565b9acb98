"""The pages of a cycle of Dungeon around its table: a new player finds the dungeon, and no cards that nobody has."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.dungeon_cycles import BLANKS, CHESTS, TWO_COINS, Open
from tests.support.hall import DAY
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db


def page(path: str, name: str | None = None) -> str:
    """A page's main part as text, for somebody who has logged in or not."""
    answer = (browser_of(name) if name else Client()).get(path)
    assert answer.status_code == 200
    words = re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main")[2])
    return " ".join(unescape(words).split())


def test_before_the_first_player_the_hall_speaks_of_no_dungeon(delve: Open) -> None:
    delve()
    assert "The dungeon" not in page("/c/hall/")


def test_the_hall_says_how_the_dungeon_stands(delve: Open) -> None:
    """To everybody: the period and how many have a plan, but not what they plan; to a player, where they are."""
    deep = delve("ada", "bob", pool=BLANKS)
    deep.plan("bob", "E", "E", "E")
    for name in ("ada", "bob", None):
        assert "1 of 2 players has a plan." in page("/c/hall/", name)
    adas, bobs, strangers = page("/c/hall/", "ada"), page("/c/hall/", "bob"), page("/c/hall/")
    assert "You are on level 1, at (0,0), with 0 coins in your pocket and 0 in store. Plan this period" in adas
    assert "0 in store. Look at your plan" in bobs
    assert "You are on level" not in strangers
    assert "Most in store" not in adas
    deep.hall.pass_on(deep.hall.clock.now + DAY)
    assert "Period 2 ends" in page("/c/hall/")
    assert "You are on level 1, at (3,0)," in page("/c/hall/", "bob")


def test_the_hall_names_the_richest(delve: Open) -> None:
    """R69: those who have brought most out."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.hall.pass_on(deep.hall.clock.now + DAY)
    assert "Most in store: ada 6." in page("/c/hall/")
    assert "You are outside the dungeon, with 0 coins in your pocket and 6 in store." in page("/c/hall/", "ada")


def test_a_law_without_items_and_cards_has_no_inventories(delve: Open) -> None:
    """Nobody is told that they have no cards, nor offered to give gifts."""
    delve("ada", "bob")
    for path in ("/c/hall/", "/c/hall/players/", "/c/hall/players/ada/", "/c/hall/players/bob/"):
        text = browser_of("ada").get(path).content.decode().partition("<body")[2]
        assert '<a href="/c/hall/players/ada/"' in text
        for word in ("inventory", "cards", "nothing but air", "gift"):
            assert word not in text.lower(), (path, word)

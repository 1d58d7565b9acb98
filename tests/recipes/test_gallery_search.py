"""The gallery is searched by everyday words: also by words of the law, and by words that mean the same."""

import re

import pytest
from django.test import Client

from nomic.recipes.catalogue import recipes
from nomic.recipes.gallery_search import search_gallery
from tests.recipes.pages import text_of
from tests.support.hall import Hall

IDEAS = "/c/hall/proposals/ideas/"


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("poorest Monday", "first-or-last"),
        ("the poorest player gets 2 Vertebrae every Monday", "first-or-last"),
        ("most wins split a pot", "first-or-last"),
        ("no trades in the battle phase", "ban"),
        ("forbid trading", "ban"),
        ("a bounty for two battles in a phase", "deed-reward"),
        ("elect a Herald every week", "elected-office"),
        ("Mayor", "elected-office"),
        ("my own card", "new-card"),
        ("deposit 10 percent", "bank"),
        ("savings", "bank"),
        ("gamble", "dice-game"),
        ("lazy players", "inactivity"),
        ("safe from duels", "newcomers"),
        ("a purse per team", "teams"),
        ("INTEREST bank", "bank"),
        ("price of a pack", "new-pack"),
        ("lott", "lottery"),
        ("Tuesday income", "wage"),
    ],
)
def test_everyday_words_find_the_idea_first(words: str, best: str) -> None:
    assert [each.name for each in search_gallery(words)][:1] == [best]


def test_each_title_finds_its_own_idea_first() -> None:
    for listed in recipes().values():
        assert search_gallery(listed.recipe.title)[0].name == listed.name, listed.recipe.title


def test_a_word_of_the_gallery_is_not_the_beginning_of_another() -> None:
    """“Ban” means to forbid, and no bank."""
    assert "bank" not in {each.name for each in search_gallery("ban")}


@pytest.mark.parametrize("words", ["", "zeppelin", "\x00" * 500, "of the", "1 2 3", "it"])
def test_unknown_words_find_nothing(words: str) -> None:
    assert search_gallery(words) == []


def test_the_best_idea_is_the_first_of_the_page(commons: Hall) -> None:
    page = text_of(Client().get(IDEAS, {"words": "everybody gets salary on Monday"}))
    assert re.findall(rf'href="{IDEAS}([a-z-]+)/"', page)[0] == "wage"


def test_numbers_of_the_law_are_found_too(ada: Client) -> None:
    page = text_of(ada.get(IDEAS, {"words": "how long a vote lasts"}))
    assert "Numbers you can change" in page
    assert "/c/hall/proposals/change/?at=/rules/" in page
    assert "Numbers you can change" not in text_of(ada.get(IDEAS, {"words": "lottery zeppelin"}))


def test_words_that_find_nothing_can_be_written_as_they_are(ada: Client) -> None:
    page = text_of(ada.get(IDEAS, {"words": "zeppelin crews"}))
    assert "No idea matches these words. Try other words." in page
    assert 'href="/c/hall/proposals/compose/?words=zeppelin%20crews#text"' in page
    composer = text_of(ada.get("/c/hall/proposals/compose/", {"words": "zeppelin crews"}))
    assert ">zeppelin crews</textarea>" in composer

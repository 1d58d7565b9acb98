"""What a page asks of the database does not grow with the game: for many players and cards as much as for few."""

from collections.abc import Callable
from unittest import mock

import pytest
from django.db import connection

from nomic.cycles.caching import read_cache
from nomic.cycles.models import Entry
from tests.support.counted_queries import CountedQueries
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

PAGES = (
    "/",
    "/account/",
    "/c/hall/",
    "/c/hall/players/",
    "/c/hall/players/ada/",
    "/c/hall/croupier/",
    "/c/hall/proposals/",
    "/c/hall/proposals/1/",
    "/c/hall/proposals/compose/",
    "/c/hall/act/gift/",
    "/c/hall/act/burn-card/",
    "/c/hall/ruleset/",
    "/c/hall/ruleset/revisions/",
    "/c/hall/journal/",
    "/c/hall/chance/",
    "/c/hall/chance/draws.json",
    "/c/hall/wiki/",
)


@pytest.fixture
def count(cast: Hall) -> Callable[[str], CountedQueries]:
    """The queries that a page takes for ada."""
    browser = browser_of("ada")

    def counted(path: str) -> CountedQueries:
        browser.get(path)  # whatever is read once per process or revision has been read
        with CountedQueries(connection) as queries:
            answer = browser.get(path)
        assert answer.status_code == 200, path
        return queries

    return counted


def something_of_everything(hall: Hall, crowd: list[str]) -> None:
    """These people join; each opens a pack, has a card more, proposes, and is voted for."""
    hall.join(*crowd)
    for name in crowd:
        hall.grant(name, "Handy Pack")
        hall.do(name, "open-pack", pack="Handy Pack")
        hall.grant_card("ada", "7 of Clocks", ["Bound", "Speedy"])
        proposal = hall.propose(name, title=f"By {name}")
        hall.vote(proposal, **{name: "for", "bob": "against"})


def test_no_page_asks_more_for_a_crowd(cast, count):
    """Three players more make as many queries as thirty."""
    something_of_everything(cast, ["cora", "dan", "emma"])
    opened = Entry.objects.filter(cycle=cast.pk, action="open-pack").first()
    assert opened is not None
    pages = [*PAGES, f"/c/hall/journal/{opened.seq}/", f"/c/hall/journal/{opened.seq}/reveal/"]
    few = {path: count(path) for path in pages}
    something_of_everything(cast, [f"guest-{number}" for number in range(27)])
    many = {path: count(path) for path in pages}
    for path, queries in many.items():
        queries.assert_no_more_than(few[path], path)
        queries.assert_at_most(29, path)  # the hall says of trades and of the court too what one can do


def test_no_page_asks_much_while_nobody_acts(cast, count):
    """Of each page so much is known to this process, from whoever looked since the newest entry, that twelve do."""
    something_of_everything(cast, ["cora", "dan", "emma"])
    read_cache.clear_cache()
    with mock.patch.object(read_cache, "_is_committed", return_value=True):
        asked = {path: count(path) for path in PAGES}
    read_cache.clear_cache()
    for path, queries in asked.items():
        queries.assert_at_most(4 if path == "/c/hall/" else 12, path)

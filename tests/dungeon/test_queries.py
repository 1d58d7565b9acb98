"""How often the database is asked: not more often the more there are."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.dungeon_cycles import BLANKS, CHESTS, TWO_COINS, Delve, Open
from tests.support.hall import DAY, START

pytestmark = pytest.mark.django_db
LOOT = ("E", "W", "rope:escape")


def crowd(delve: Open, slug: str, count: int) -> tuple[Delve, list[str]]:
    """A published cycle with so many players."""
    names = [f"{slug}{number}" for number in range(count)]
    deep = delve(slug=slug, pool=CHESTS, loot=TWO_COINS)
    deep.hall.clock.to(START)
    deep.hall.join(*names)
    deep.hall.publish()
    return deep, names


def asked(deep: Delve, names: list[str], *did: str) -> tuple[int, int]:
    """How many queries the last plan takes, and the end of the period in which everybody does that."""
    for name in names[:-1]:
        deep.plan(name, *did)
    with CaptureQueriesContext(connection) as plan:
        deep.plan(names[-1], *did)
    deep.hall.pass_on(deep.hall.clock.now + DAY)
    with CaptureQueriesContext(connection) as end:
        deep.hall.settle()
    return len(plan), len(end) - sum("SAVEPOINT" in query["sql"] for query in end)


def test_a_plan_and_a_periods_end_ask_as_often_with_many_players_as_with_few(delve: Open) -> None:
    """Plans opened, loot drawn, notices made, pages marked: each is one query for all."""
    few, many = (asked(*crowd(delve, slug, count), *LOOT) for slug, count in (("few", 2), ("many", 12)))
    assert few == many
    assert many[1] <= 30


def test_a_later_period_asks_no_more_than_the_first(delve: Open) -> None:
    """What was opened before is not looked at again. The first act of a new day records the day, as any act does."""
    deep, names = crowd(delve, "deep", 3)
    of_an_act, of_a_page = asked(deep, names, *LOOT)
    assert asked(deep, names, "enter 1", "NW", "SE", "rope:escape") == (of_an_act + 1, of_a_page)
    assert [each.store for each in deep.state.explorers] == [12, 12, 12]


def test_an_entry_with_many_draws_shows_them_page_by_page(delve: Open) -> None:
    """330 for a level of radius 10: 200 of them, and 130 on the next page."""
    deep = delve("ada", pool=BLANKS, radius=10)
    (entry,) = deep.hall.entries("join")
    pages = [Client().get(f"/c/hall/journal/{entry.seq}/", {"page": page}).content.decode() for page in (1, 2)]
    assert [page.count("data-draw ") for page in pages] == [200, 130]
    assert [f"Page {number} of 2" in page for number, page in enumerate(pages, 1)] == [True, True]


def test_draws_are_listed_without_reading_what_their_entries_tell(delve: Open) -> None:
    """An entry that ends a period tells much and draws often: it would be read as often as it has drawn."""
    deep = delve("ada")
    for address in ("/c/hall/chance/", "/api/v1/cycles/hall/draws/"):
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address).status_code == 200
        (listed,) = [query["sql"] for query in queries if '"cycles_entry"."draws",' in query["sql"]]
        assert '"cycles_entry"."key"' in listed
        assert '"cycles_entry"."events"' not in listed
    assert len(deep.hall.entries("join")[0].draws) >= 60

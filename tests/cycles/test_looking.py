"""What a page has read is known to the next one in this process, and only where nobody acted since."""

from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.cycles.caching import read_cache
from nomic.cycles.models import Cycle
from nomic.db import Prepared, QueryCache, use_cache
from nomic.inventory.held_cards import cards_held
from nomic.players.models import Player
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

CARDS = "inventory_card"
PAGE = "/c/hall/"
NONE, ONE, TWO = (
    f'<span class="count">{count}</span><span>card{"" if count == 1 else "s"}</span>' for count in range(3)
)


@pytest.fixture(autouse=True)
def lasting() -> Iterator[None]:
    """The test's own transaction is none, and nothing grows old however slow the machine is."""
    read_cache.clear_cache()
    with (
        mock.patch.object(read_cache, "_is_committed", return_value=True),
        mock.patch.object(read_cache, "SECONDS", 3600.0),
    ):
        yield
    read_cache.clear_cache()


def asked(client: Client, path: str = PAGE) -> list[str]:
    """What a page asks of the database."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [query["sql"] for query in queries]


def test_a_page_that_was_looked_at_asks_only_who_looks_and_whether_anything_is_new(cast: Hall) -> None:
    """The session, the person, the cycle's row and unread notices; without a log-in the cycle's row alone."""
    ada, visitor = browser_of("ada"), Client()
    asked(ada)
    assert len(asked(ada)) == 4
    asked(visitor)
    (only,) = asked(visitor)
    assert '"cycles_cycle"' in only


def test_after_an_act_everything_is_read_again(cast: Hall) -> None:
    """By whoever looks, whoever acted."""
    ada = browser_of("ada")
    cast.grant_card("ada", "7 of Clocks")
    assert ONE in ada.get(PAGE).text
    cast.grant_card("ada", "7 of Clocks")
    assert TWO in ada.get(PAGE).text


def test_each_is_told_of_their_own(cast: Hall) -> None:
    """What was read for somebody stands under their name."""
    cast.grant_card("ada", "7 of Clocks")
    ada, bob = browser_of("ada"), browser_of("bob")
    asked(ada)
    assert any(CARDS in sql and "'bob'" in sql for sql in asked(bob))
    assert ONE in ada.get(PAGE).text
    assert NONE in bob.get(PAGE).text


def test_a_transaction_within_a_page_sees_its_own_rows_and_leaves_none(cast: Hall) -> None:
    """As a dry run does, which is undone: nothing of it is told afterwards, and nothing from before within it."""
    cast.grant_card("ada", "7 of Clocks")
    cycle = Cycle.objects.get(pk=cast.pk)
    with read_cache.use_read_cache(cycle):
        assert len(cards_held(cast.pk, "ada")) == 1
        with transaction.atomic():
            cast.grant_card("ada", "7 of Clocks")
            assert len(cards_held(cast.pk, "ada")) == 2
            assert len(cards_held(cast.pk, "bob")) == 0
            cast.grant_card("bob", "7 of Clocks")
            transaction.set_rollback(True)
        assert len(cards_held(cast.pk, "ada")) == 1
        assert len(cards_held(cast.pk, "bob")) == 0


@pytest.mark.parametrize(("bound", "least"), [("SECONDS", -1.0), ("MAX_CYCLES", 0)])
def test_what_is_kept_has_bounds(cast: Hall, monkeypatch: pytest.MonkeyPatch, bound: str, least: float) -> None:
    """The oldest cycle goes first; after some seconds all is read anew, as a backup may have been put back."""
    ada = browser_of("ada")
    asked(ada)
    monkeypatch.setattr(read_cache, bound, least)
    read_cache.clear_cache()
    first = len(asked(ada))
    assert first > 4
    assert len(asked(ada)) == first


def test_rows_beyond_the_bound_are_read_each_time(cast: Hall) -> None:
    """And whoever changes a row that they were told changes their own."""
    names = Prepared(lambda cycle: Player.objects.filter(cycle_id=cycle).order_by("name"), int, for_pages=True)
    for most, times in ((100, 1), (1, 2)):
        with CaptureQueriesContext(connection) as queries, use_cache(QueryCache(most)):
            first = names.all(cast.pk)
            first[0].name = "changed"
            assert names.all(cast.pk)[0].name == "ada"
        assert len(queries) == times

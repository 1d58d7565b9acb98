"""The page of standings, the bar of every page, and the API: how a cycle is won and who is how far."""

import pytest
from django.test import Client

from nomic.clauses.standing.history import History, history_of
from nomic.clauses.standing.ranking import standings
from tests.clauses.conftest import OpenWith, hall, open_cycle, open_with
from tests.support.hall import Hall, clock

__all__ = ["clock", "hall", "open_cycle", "open_with"]

FAME = {
    "fame": {"value": "Fame", "of": "player", "is": "number", "starts": 1},
    "win": {"wins": {"is": [{"value_of": "Fame", "of": "$it"}, "at_least", 12]}},
    "sing": {"action": "Sing", "do": [{"raise": "Fame", "of": "$me", "by": 2}]},
}


def history(hall: Hall, way: int = 0) -> History | None:
    return history_of(hall.read_context(""), standings(hall.read_context(""))[way])


def test_the_bar_and_the_page_say_who_leads(cast: Hall):
    """With links; and sorted by another number if the visitor asks."""
    cast.grant("bob", "Chip", 4)
    page = Client().get(f"/c/{cast.cycle.slug}/players/").content.decode()
    assert (
        f'<a class="standing-line" href="/c/{cast.cycle.slug}/standings/">Goal: 10 Chips, bob leads with 4</a>' in page
    )
    page = Client().get(f"/c/{cast.cycle.slug}/standings/").content.decode()
    assert "Own at least 10 Chips, and more than anybody else." in page
    assert page.index(">bob</a>") < page.index(">ada</a>")


def test_a_tie_of_all_is_said_in_words(cast: Hall):
    """As long as nobody is ahead, there are no places; one Chip makes them."""
    address = f"/c/{cast.cycle.slug}/standings/"
    page = Client().get(address).content.decode()
    assert "All 3 players are tied." in page
    assert page.count('<td class="place">tied</td>') == 3
    cast.grant("bob", "Chip", 1)
    page = Client().get(address).content.decode()
    assert "tied" not in page
    assert page.count('<td class="place">1</td>') == 1


@pytest.mark.parametrize("by", ["1.0", "1.9", "9.0", "x", "1.", "-1.-1", "1.²", "9" * 99])
def test_any_order_asked_for_is_answered(by, cast: Hall):
    """What does not exist is left out."""
    assert Client().get(f"/c/{cast.cycle.slug}/standings/", {"by": by}).status_code == 200


def test_the_history_of_an_item_follows_from_the_journal(cast: Hall):
    """Amounts at the end of each phase, with what was taken and given."""
    assert history(cast) is None
    cast.grant("bob", "Chip", 4)
    cast.next_phase()
    cast.next_phase()
    cast.do("keeper", "correct-revoke", player="bob", item="Chip", count=1, reason="for the test")
    cast.grant("ada", "Chip", 2)
    assert history(cast) == History("Chips", (0, 1, 2), {"bob": (4, 4, 3), "ada": (0, 0, 2)})


def test_the_history_of_a_value_begins_where_it_starts(open_with: OpenWith):
    """A value that starts at 1 was 1 before."""
    hall = open_with(FAME)
    hall.next_phase()
    hall.do("eve", "tolls_sing")
    hall.do("eve", "tolls_sing")
    found = history(hall, 1)
    assert found == History("Fame", (0, 1), {"eve": (1, 5), "ada": (1, 1), "bob": (1, 1)})


def test_the_api_has_goal_and_standing(open_with: OpenWith):
    """In the state of the cycle in a line, and by itself in full."""
    hall = open_with(FAME)
    hall.do("eve", "tolls_sing")
    of = f"/api/v1/cycles/{hall.cycle.slug}/"
    state = Client().get(of).json()
    assert state["goal"] == "Own at least 10 Chips, and more than anybody else."
    assert state["standing"] == "Goal: 10 Chips, nobody leads yet"
    way = Client().get(f"{of}standings/").json()["ways"][1]
    assert way["counts"] == [{"name": "Fame", "target": 12, "least": False}]
    assert way["players"][0] == {"player": "eve", "place": 1, "scores": [{"amount": 3, "target": 12}]}

"""What acts cost: a fixed number of queries, however many players and cards there are."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from nomic.inventory.models import Card
from nomic.players.models import Player
from tests.support.counted_queries import CountedQueries
from tests.support.hall import BATTLE, START, Hall

# Two each begin and end what is given up if the act fails after a draw (R126). What a proposal changes is looked at
# before the lock is taken, which asks twice. Who joins is looked at by the rule on victory. A rule's own act looks for
# what it could be as a retry, and reads values.
MAX_COUNT = {"buy": 13, "open-pack": 16, "gift": 19, "vote": 13, "burn-card": 20, "join": 31, "submit-proposal": 18}


def crowd(hall: Hall, players: int, cards: int) -> None:
    """So many more players, and cards for ada; written past the journal, for their number only."""
    Player.objects.bulk_create(
        Player(cycle_id=hall.pk, name=f"guest{count}", joined_at=START, joined_phase=0) for count in range(players)
    )
    Card.objects.bulk_create(
        Card(cycle_id=hall.pk, code=f"g{count}", holder="ada", species="5", made_by=1) for count in range(cards)
    )


def queries(run: Callable[[], Any]) -> CountedQueries:
    with CountedQueries(connection) as captured:
        run()
    return captured


def costs(hall: Hall) -> dict[str, CountedQueries]:
    """The queries that each of these acts takes."""
    hall.actor("zoe")
    code = hall.propose("bob")
    hall.grant("ada", "Vertebra", 50)
    card = hall.grant_card("ada").code
    acts: dict[str, dict[str, Any]] = {
        "buy": {"offer": "Deck Pack"},
        "open-pack": {"pack": "Deck Pack"},
        "gift": {"to": "bob"},
        "vote": {"proposal": code, "vote": "for"},
        "burn-card": {"card": card},
        "submit-proposal": {"title": "T", "text": "x"},
    }
    found = {name: queries(lambda name=name: hall.do("ada", name, **acts[name])) for name in acts}
    return found | {"join": queries(lambda: hall.do("zoe", "join"))}


@pytest.mark.parametrize(("players", "cards"), [(0, 0), (60, 200)])
def test_an_act_takes_a_fixed_number_of_queries(cast: Hall, players: int, cards: int) -> None:
    """In an empty hall as in a full one."""
    crowd(cast, players, cards)
    for name, found in costs(cast).items():
        found.assert_at_most(MAX_COUNT[name], name)


@pytest.mark.parametrize("players", [0, 60])
def test_a_phase_begins_at_the_same_cost_for_any_number_of_players(cast: Hall, players: int) -> None:
    """What there is to do at a boundary is asked of deadlines and of matches going on, not of players.

    All are told of the recap together.
    """
    crowd(cast, players, 0)
    cast.pass_on(BATTLE)
    queries(cast.settle).assert_at_most(22)


@pytest.mark.parametrize(("players", "cards"), [(0, 0), (60, 200)])
def test_the_list_of_what_one_can_do_takes_a_fixed_number_of_queries(cast: Hall, players: int, cards: int) -> None:
    """With the reasons for all the rest; rules' own actions ask once how often each was done, and for what they
    keep; who is the Judge and whether much was asked of them is one query each."""
    crowd(cast, players, cards)
    cast.grant_card("ada")
    queries(lambda: cast.can("ada")).assert_at_most(20)

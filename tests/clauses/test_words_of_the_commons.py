"""The words of *The Commons* that no number shows: who, what, how often, and which votes count."""

import pytest

from nomic.law.document.templates import document_of
from tests.clauses.test_numbers_of_the_commons import kept, let, status
from tests.support.commons_players import QUEST
from tests.support.hall import DAY, HOUR, START, Hall, OpenCycle

PRICE = {"op": "replace", "path": "/rules/market/clauses/buy/costs/Penny", "value": 4}


@pytest.fixture
def house(open_cycle: OpenCycle) -> Hall:
    joined = ("ada", "bob", "eve", "fay")
    return open_cycle(document_of("the-commons"), template="the-commons", joined=joined)


@pytest.mark.parametrize("way", [("Orchard", "Green"), ("Library", "Attic", "Library")])
def test_doors_lead_back(house: Hall, way: tuple[str, ...]) -> None:
    for room in way:
        house.do("ada", "walk", into=room)
    assert kept(house, "Room", "ada") == (way[-1],)


def test_one_gathers_once_a_day_and_not_once_a_phase(house: Hall) -> None:
    let(house, "Room", "ada", members=["Orchard"])
    house.do("ada", "gather")
    house.refused("ada", "gather", "too-often")
    house.to(START + DAY)
    house.do("ada", "gather")
    assert house.has("ada", "Apple") == 6


def test_one_buys_two_planks_a_day_and_not_two_a_phase(house: Hall) -> None:
    house.grant("ada", "Penny", 20)
    for _ in range(2):
        house.do("ada", "buy-plank")
    house.refused("ada", "buy-plank", "too-often")
    house.to(START + DAY)
    house.do("ada", "buy-plank")
    assert house.has("ada", "Plank") == 3


def test_one_sells_no_more_apples_than_one_has(house: Hall) -> None:
    """However many Pennies one has, and with as many Apples as one sells without any Penny."""
    house.grant("ada", "Apple", 3)
    house.bad("ada", "sell-apples", "apples", apples=4)
    house.do("ada", "pay-in", pennies=house.has("ada", "Penny"))
    house.do("ada", "sell-apples", apples=3)
    assert (house.has("ada", "Apple"), house.has("ada", "Penny")) == (0, 6)


def test_apples_get_cheaper_from_whatever_price_above_1(open_cycle: OpenCycle) -> None:
    law = document_of("the-commons")
    law["rules"]["market"]["clauses"]["prices"]["rows"]["Apples"]["Price"] = 4
    house = open_cycle(law, template="the-commons", joined=("ada",))
    house.grant("ada", "Apple", 12)
    for _ in range(2):
        house.do("ada", "sell-apples", apples=6)
    house.to(START + 7 * DAY + HOUR)
    rows = house.cycle.law.document["rules"]["market"]["clauses"]["prices"]["rows"]
    assert rows["Apples"]["Price"] == 3


def test_the_market_counts_each_week_anew(house: Hall) -> None:
    house.grant("ada", "Apple", 6)
    house.do("ada", "sell-apples", apples=6)
    assert kept(house, "Apples sold") == 6
    house.to(START + 7 * DAY + HOUR)
    assert kept(house, "Apples sold") == 0


VOTES = [
    ({"ada": "for"}, True),
    ({"ada": "for", "bob": "against"}, False),
    ({"ada": "for", "bob": "unclear"}, False),
    ({"ada": "for", "bob": "for", "eve": "against", "fay": "unclear"}, False),
    ({"ada": "for", "bob": "for", "eve": "against"}, True),
    ({"ada": "for", "bob": "for", "eve": "unclear"}, True),
    ({"ada": "for", "bob": "for", "eve": "against", "fay": "against"}, False),
    ({"ada": "for", "bob": "for", "eve": "unclear", "fay": "unclear"}, False),
]


@pytest.mark.parametrize(("votes", "passes"), VOTES)
def test_a_motion_needs_more_votes_for_than_against_and_unclear(
    house: Hall, votes: dict[str, str], passes: bool
) -> None:
    """Its author gains Renown if it passes, whoever voted for it."""
    code = house.propose("eve", PRICE, **{"class": "motion"})
    house.vote(code, **votes)
    house.to(START + 8 * DAY)
    assert (status(code) == "enacted") is passes
    assert [kept(house, "Renown", name) for name in ("ada", "bob", "eve", "fay")] == [0, 0, 2 * passes, 0]


@pytest.mark.parametrize(
    ("votes", "passes"),
    [
        ({"ada": "against"}, True),
        ({"ada": "unclear"}, True),
        ({"ada": "against", "bob": "against"}, False),
        ({"ada": "unclear", "bob": "unclear"}, False),
        ({"ada": "against", "bob": "unclear"}, False),
    ],
)
def test_two_votes_against_or_unclear_stop_a_quest_motion(house: Hall, votes: dict[str, str], passes: bool) -> None:
    code = house.propose("eve", QUEST, **{"class": "quest-motion"})
    house.vote(code, **votes)
    house.to(START + 25 * HOUR)
    assert (status(code) == "enacted") is passes


def test_an_inactive_player_leaves_a_room_that_is_gone_as_well(house: Hall) -> None:
    """One who has done nothing for two weeks."""
    let(house, "Room", "fay", members=["Attic"])
    rooms = "/rules/rooms/clauses/rooms/rows"
    attic = {"op": "remove", "path": f"{rooms}/Attic"}
    door = {"op": "replace", "path": f"{rooms}/Library/Doors", "value": ["Green"]}
    house.to(START + 21 * DAY)
    for name in ("ada", "bob", "eve"):
        house.do(name, "walk", into="Hall")
    quest = {"op": "remove", "path": "/rules/quests/clauses/quests/rows/Mend the roof"}
    code = house.propose("ada", quest, door, attic, **{"class": "motion"})
    house.vote(code, ada="for", bob="for", eve="for")
    house.to(START + 29 * DAY)
    assert status(code) == "enacted"
    assert kept(house, "Room", "fay") == ("Green",)

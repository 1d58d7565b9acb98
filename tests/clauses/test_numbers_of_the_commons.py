"""The numbers of *The Commons*, each shown by what follows from it, at its limit and beyond."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.store.values import stored_value
from nomic.effects.language.nodes.item_holders import kept_holder
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal
from tests.support.commons_players import QUEST
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, OpenCycle

INSTANT = timedelta(microseconds=1)
WEEK = START + 7 * DAY
QUESTS = {
    "Mend the roof": ("Attic", "Plank", 4, 6),
    "Lay the table": ("Hall", "Apple", 5, 5),
    "Fence the orchard": ("Orchard", "Plank", 3, 4),
    "Shelve the books": ("Library", "Plank", 2, 3),
    "Feed the swans": ("Green", "Apple", 3, 3),
}


@pytest.fixture
def house(open_cycle: OpenCycle) -> Hall:
    return open_cycle(document_of("the-commons"), template="the-commons", joined=("ada", "bob", "eve"))


def kept(hall: Hall, name: str, holder: str = "") -> Any:
    return stored_value(hall.read_context("ada"), name, holder)


def let(hall: Hall, name: str, player: str, **to: Any) -> None:
    hall.do(ADMIN, "correct-value", value=name, player=player, reason="for the test", **to)


def status(code: str) -> str:
    return Proposal.objects.get(code=code).status


@pytest.mark.parametrize(
    ("room", "way", "goods", "amount", "toll"),
    [
        ("Orchard", ["Orchard"], "Apple", 3, 0),
        ("Sawmill", ["Hall", "Sawmill"], "Plank", 2, 1),
        ("Attic", ["Library", "Attic"], "Plank", 3, 2),
    ],
)
def test_a_room_has_its_toll_and_its_harvest(
    house: Hall, room: str, way: list[str], goods: str, amount: int, toll: int
) -> None:
    for each in way:
        house.do("ada", "walk", into=each)
    assert (kept(house, "Room", "ada"), house.has("ada", "Penny")) == ((room,), 8 - toll)
    house.do("ada", "gather")
    assert house.has("ada", goods) == amount


def test_one_gathers_where_a_room_yields_a_single_thing(open_cycle: OpenCycle) -> None:
    law = document_of("the-commons")
    law["rules"]["rooms"]["clauses"]["rooms"]["rows"]["Orchard"]["Amount"] = 1
    house = open_cycle(law, template="the-commons", joined=("ada",))
    house.do("ada", "walk", into="Orchard")
    house.do("ada", "gather")
    assert house.has("ada", "Apple") == 1


@pytest.mark.parametrize("quest", QUESTS)
def test_a_quest_wants_so_many_things_and_is_worth_so_much(house: Hall, quest: str) -> None:
    """One thing less does not do."""
    room, goods, quantity, worth = QUESTS[quest]
    let(house, "Room", "ada", members=[room])
    house.grant("ada", goods, quantity - 1)
    house.refused("ada", "finish-quest", "nothing-comes-of-it", quest=quest)
    house.grant("ada", goods, 1)
    house.do("ada", "finish-quest", quest=quest)
    assert (house.has("ada", goods), kept(house, "Renown", "ada")) == (0, worth)


@pytest.mark.parametrize(("value", "player"), [("Renown", "ada"), ("Apples sold", ""), ("Best bid", "")])
def test_no_value_is_less_than_nothing(house: Hall, value: str, player: str) -> None:
    whose = {"player": player} if player else {}
    house.bad(ADMIN, "correct-value", "number", value=value, number=-1, reason="for the test", **whose)


def test_the_market_takes_one_to_six_apples_at_once_and_sells_two_planks_a_day(house: Hall) -> None:
    house.grant("ada", "Apple", 8)
    house.grant("ada", "Penny", 9)
    house.bad("ada", "sell-apples", "apples", apples=7)
    house.do("ada", "sell-apples", apples=6)
    house.do("ada", "sell-apples", apples=1)
    for _ in range(2):
        house.do("ada", "buy-plank")
    house.refused("ada", "buy-plank", "too-often")


def price(hall: Hall) -> int:
    law = hall.cycle.law.document["rules"]["market"]["clauses"]
    return int(law["prices"]["rows"]["Apples"]["Price"])


@pytest.mark.parametrize(("sold", "then"), [(9, 3), (10, 1)])
def test_ten_apples_are_a_busy_week(house: Hall, sold: int, then: int) -> None:
    house.grant("ada", "Apple", sold)
    house.do("ada", "sell-apples", apples=5)
    house.do("ada", "sell-apples", apples=sold - 5)
    house.to(WEEK)
    assert (price(house), kept(house, "Apples sold")) == (then, 0)


def test_a_week_in_which_one_apple_was_sold_is_counted_anew(house: Hall) -> None:
    house.grant("ada", "Apple", 1)
    house.do("ada", "sell-apples", apples=1)
    house.to(WEEK)
    assert kept(house, "Apples sold") == 0


def test_fifty_pennies_at_once_go_into_the_bank_and_out_of_it(house: Hall) -> None:
    house.grant("ada", "Penny", 100)
    house.bad("ada", "pay-in", "pennies", pennies=51)
    for _ in range(2):
        house.do("ada", "pay-in", pennies=50)
    house.bad("ada", "take-out", "pennies", pennies=51)
    house.do("ada", "take-out", pennies=50)
    assert house.has("ada", "Penny") == 8 + 50


def test_five_pennies_in_the_bank_bear_one(house: Hall) -> None:
    house.do("ada", "pay-in", pennies=5)
    house.do("bob", "pay-in", pennies=4)
    house.to(WEEK)
    assert tuple(house.has(kept_holder("Bank", name), "Penny") for name in ("ada", "bob")) == (6, 4)


def test_a_single_penny_can_be_the_most_in_the_bank(house: Hall) -> None:
    house.do("ada", "pay-in", pennies=1)
    house.to(WEEK)
    assert [kept(house, "Renown", name) for name in ("ada", "bob", "eve")] == [2, 0, 0]


def test_the_hammer_falls_at_the_very_hour(house: Hall) -> None:
    house.grant("ada", "Plank", 1)
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=3)
    house.to(START + 24 * HOUR - INSTANT)
    assert house.has("bob", "Plank") == 0
    house.to(START + 24 * HOUR)
    assert house.has("bob", "Plank") == 1


@pytest.fixture
def wardens(house: Hall) -> Hall:
    """Four stand for Warden; each is the first choice of one."""
    house.join("fay")
    for player in ("ada", "bob", "eve", "fay"):
        house.do(player, "stand-for-warden")
    for player, ranking in {"ada": ["ada", "bob"], "bob": ["bob"], "eve": ["eve"], "fay": ["ada"]}.items():
        house.do(player, "vote-for-warden", ranking=ranking)
    return house


def test_three_wardens_are_elected_after_three_days_for_two_weeks(wardens: Hall) -> None:
    elected = START + 72 * HOUR
    wardens.to(elected - INSTANT)
    assert kept(wardens, "Warden") == ()
    wardens.to(elected)
    assert len(kept(wardens, "Warden")) == 3
    wardens.to(elected + 14 * DAY - INSTANT)
    assert len(kept(wardens, "Warden")) == 3
    wardens.to(elected + 14 * DAY)
    assert kept(wardens, "Warden") == ()


def test_three_assents_remove_a_warden(wardens: Hall) -> None:
    wardens.to(START + 72 * HOUR)
    holder = kept(wardens, "Warden")[0]
    for player in ("ada", "bob"):
        wardens.do(player, "remove-warden", holder=holder)
    assert holder in kept(wardens, "Warden")
    wardens.do("eve", "remove-warden", holder=holder)
    assert holder not in kept(wardens, "Warden")


def test_a_quest_motion_lasts_a_day_and_bears_one_vote_against(house: Hall) -> None:
    passes, fails = (
        house.propose(author, {**QUEST, "path": f"{QUEST['path']} {author}"}, **{"class": "quest-motion"})
        for author in ("ada", "bob")
    )
    house.vote(passes, bob="against")
    house.vote(fails, ada="against", eve="unclear")
    house.to(START + 24 * HOUR - INSTANT)
    assert (status(passes), status(fails)) == ("open", "open")
    house.to(START + 24 * HOUR)
    assert (status(passes), status(fails)) == ("enacted", "failed")


def test_a_quest_motion_adds_one_quest(house: Hall) -> None:
    two = [QUEST, {**QUEST, "path": f"{QUEST['path']} again"}]
    house.bad(
        *("ada", "submit-proposal", "amendments"),
        **{"title": "Two quests", "text": "x", "amendments": two, "class": "quest-motion"},
    )


def test_twelve_renown_win(house: Hall) -> None:
    let(house, "Renown", "ada", number=9)
    house.grant("ada", "Apple", 3)
    house.do("ada", "finish-quest", quest="Feed the swans")
    assert house.cycle.winner == "ada"

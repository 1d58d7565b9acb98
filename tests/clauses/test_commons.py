"""*The Commons*, rule by rule: rooms, quests, a bank, an auction, Wardens, a market that amends itself."""

import re
from random import Random
from typing import Any

import pytest

from nomic.clauses.models import KeptValue
from nomic.clauses.views.values import beside_names
from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Cycle
from nomic.effects.language.nodes.item_holders import STORE
from nomic.forecast.fork.due_in_words import phase_begins
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.test_shown import html
from tests.support.commons_players import QUEST, kept
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, OpenCycle
from tests.support.ministry_players import Seat
from tests.wiki.test_pages import page_of

PRICE = ("rules", "market", "clauses", "prices", "rows", "Apples", "Price")


@pytest.fixture
def house(open_cycle: OpenCycle) -> Hall:
    return open_cycle(document_of("the-commons"), template="the-commons", joined=("ada", "bob", "eve"))


def value(hall: Hall, name: str, holder: str = "") -> Any:
    return kept(Seat(hall, holder, Random(1)), name, holder)


def place(hall: Hall, player: str, room: str) -> None:
    hall.do(ADMIN, "correct-value", value="Room", player=player, members=[room], reason="for the test")


def price_of_apples(hall: Hall) -> int:
    found: Any = hall.cycle.law.document
    for key in PRICE:
        found = found[key]
    return int(found)


def test_the_house_has_a_chest(house: Hall) -> None:
    assert house.has(STORE, "Penny") == 40


def test_who_joins_begins_in_the_green_with_pennies(house: Hall) -> None:
    assert (house.has("ada", "Penny"), value(house, "Room", "ada")) == (8, "Green")


def test_what_was_done_by_mistake_is_taken_back(house: Hall) -> None:
    walked = house.do("ada", "walk", into="Hall")
    house.do("ada", "void-act", act=walked.key, reason="the wrong door")
    assert value(house, "Room", "ada") == "Green"


def test_one_walks_through_doors_for_the_toll_of_the_next_room(house: Hall) -> None:
    """There is no door from the Green to the Sawmill; three walks a day; the Sawmill costs a Penny."""
    house.bad("ada", "walk", "into", into="Sawmill")
    house.do("ada", "walk", into="Hall")
    house.do("ada", "walk", into="Sawmill")
    assert (value(house, "Room", "ada"), house.has("ada", "Penny")) == ("Sawmill", 7)
    house.do("ada", "walk", into="Hall")
    house.refused("ada", "walk", "too-often", into="Green")
    house.to(house.clock.now + DAY)
    house.do("ada", "walk", into="Green")


def test_a_toll_that_one_cannot_pay_keeps_the_door_shut(house: Hall) -> None:
    place(house, "ada", "Library")
    house.do(ADMIN, "correct-revoke", player="ada", item="Penny", count=7, reason="for the test")
    house.refused("ada", "walk", "cannot-pay", into="Attic")


def test_who_is_in_a_room_that_a_vote_takes_away_is_in_the_green(house: Hall) -> None:
    """And nobody else goes there by the door that is left."""
    for room in ("Library", "Attic"):
        house.do("bob", "walk", into=room)
    house.do("eve", "walk", into="Library")
    away = {"op": "remove", "path": "/rules/rooms/clauses/rooms/rows/Attic"}
    house.propose_and_vote("ada", away, by=("ada", "bob", "eve"), at=START + 8 * DAY)
    assert "Attic" not in house.cycle.law.document["rules"]["rooms"]["clauses"]["rooms"]["rows"]
    assert [value(house, "Room", name) for name in ("ada", "bob", "eve")] == ["Green", "Green", "Library"]
    house.refused("eve", "walk", "forbidden", "Rooms", into="Attic")
    ctx = house.read_context("eve")
    assert [each.value for each in action_named("walk", ctx.law).offered(ctx)["into"]] == ["Green"]
    house.do("bob", "walk", into="Hall")
    house.is_sound()


def test_one_gathers_what_the_room_yields_once_a_day(house: Hall) -> None:
    """Nothing grows in the Green."""
    house.refused("ada", "gather", "not-so")
    house.do("ada", "walk", into="Orchard")
    house.do("ada", "gather")
    assert house.has("ada", "Apple") == 3
    house.refused("ada", "gather", "too-often")


def test_a_quest_is_finished_once_and_in_its_room(house: Hall) -> None:
    for player in ("ada", "bob"):
        house.grant(player, "Plank", 5)
    house.refused("ada", "finish-quest", "forbidden", quest="Shelve the books")
    for player in ("ada", "bob"):
        place(house, player, "Library")
    house.do("ada", "finish-quest", quest="Shelve the books")
    assert (value(house, "Renown", "ada"), house.has("ada", "Plank")) == (3, 3)
    assert KeptValue.objects.get(name="Finisher", key="Shelve the books").members == '["ada"]'
    assert beside_names(house.cycle, ["ada"]) == {"ada": ["Library", "Renown: 3"]}
    house.refused("bob", "finish-quest", "forbidden", quest="Shelve the books")


def test_a_quest_stays_finished_when_its_finisher_leaves(house: Hall) -> None:
    for player in ("ada", "bob"):
        house.grant(player, "Apple", 3)
    house.do("ada", "finish-quest", quest="Feed the swans")
    house.do("ada", "leave")
    house.refused("bob", "finish-quest", "forbidden", quest="Feed the swans")
    house.is_sound()


def test_a_quest_without_what_it_wants_is_not_finished(house: Hall) -> None:
    house.refused("ada", "finish-quest", "nothing-comes-of-it", quest="Feed the swans")


def test_a_quest_is_voted_in_and_finished(house: Hall) -> None:
    """A quest motion adds a row and nothing else; after the vote the quest is one like the others."""
    changes = {**QUEST, "path": "/rules/market/clauses/buy/costs/Penny", "op": "replace", "value": 1}
    house.bad(
        "ada", "submit-proposal", "amendments", title="No", text="x", amendments=[changes], **{"class": "quest-motion"}
    )
    house.propose("ada", QUEST, title="Paint the gate", **{"class": "quest-motion"})
    house.to(house.clock.now + 25 * HOUR)
    house.grant("bob", "Plank", 2)
    house.do("bob", "finish-quest", quest="Paint the gate")
    assert value(house, "Renown", "bob") == 4


ROWS = "/rules/quests/clauses/quests/rows"
BEYOND: dict[str, list[dict[str, Any]]] = {
    "two quests": [QUEST, {**QUEST, "path": f"{ROWS}/Oil the gate"}],
    "a quest, and a price": [QUEST, {"op": "replace", "path": "/rules/market/clauses/buy/costs/Penny", "value": 1}],
    "a quest, and the class itself": [QUEST, {"op": "remove", "path": "/rules/motions/clauses/quest-motion/may"}],
    "a quest, and the words": [QUEST, {"op": "replace", "path": "/rules/quests/body", "value": "Words."}],
    "a quest in place of one": [{**QUEST, "path": f"{ROWS}/Feed the swans"}],
    "a number of one": [{"op": "replace", "path": f"{ROWS}/Feed the swans/Worth", "value": 12}],
    "a copy in place of one": [{"op": "copy", "from": f"{ROWS}/Mend the roof", "path": f"{ROWS}/Feed the swans"}],
    "one under another name": [{"op": "move", "from": f"{ROWS}/Feed the swans", "path": f"{ROWS}/Feed the ducks"}],
    "one away": [{"op": "remove", "path": f"{ROWS}/Feed the swans"}],
    "one away and another": [{"op": "remove", "path": f"{ROWS}/Feed the swans"}, QUEST],
    "all of them": [{"op": "replace", "path": ROWS, "value": {}}],
    "a rule": [{"op": "add", "path": "/rules/x", "value": {"title": "X", "parent": None, "place": 99, "body": "X."}}],
}


@pytest.mark.parametrize("what", BEYOND)
def test_R131_what_a_quest_motion_may_not_change(house: Hall, what: str) -> None:
    """It is refused when it is submitted, and when an admin would enact it by hand; nothing changes."""
    before = house.cycle.law.document
    sent = {"title": "No", "text": "x", "amendments": BEYOND[what], "class": "quest-motion"}
    house.bad("ada", "submit-proposal", "amendments", **sent)
    words = house.propose("ada", title="In words", text="A quest, please.", **{"class": "quest-motion"})
    house.to(START + DAY)
    assert Proposal.objects.get(code=words).status == "by-hand"
    by_hand = {"proposal": words, "reason": "As it says.", "amendments": BEYOND[what]}
    house.bad(ADMIN, "enact-by-hand", "amendments", **by_hand)
    assert house.cycle.law.document == before
    house.is_sound()


def test_R131_a_quest_motion_does_nothing_once(house: Hall) -> None:
    famous = [{"raise": "Renown", "by": 12, "of": "$me"}]
    sent = {"title": "No", "text": "x", "amendments": [QUEST], "class": "quest-motion", "effects": famous}
    house.bad("ada", "submit-proposal", "effects", **sent)
    house.to(START + 2 * DAY)
    assert value(house, "Renown", "ada") == 0
    assert house.cycle.is_running


@pytest.mark.parametrize("first", ["ada", "bob"])
def test_R131_two_quest_motions_for_one_quest_do_not_replace_each_other(house: Hall, first: str) -> None:
    """Whichever is counted second would change the first one's quest, and waits for an admin instead."""
    second = "bob" if first == "ada" else "ada"
    dearer = {**QUEST, "value": {**QUEST["value"], "Worth": 9}}
    house.propose(first, QUEST, **{"class": "quest-motion"})
    house.wait(hours=1)
    late = house.propose(second, dearer, **{"class": "quest-motion"})
    house.to(START + 2 * DAY)
    assert Proposal.objects.get(code=late).status == "by-hand"
    row = house.cycle.law.document["rules"]["quests"]["clauses"]["quests"]["rows"]["Paint the gate"]
    assert row["Worth"] == QUEST["value"]["Worth"]
    house.is_sound()


def test_the_market_buys_apples_and_sells_planks(house: Hall) -> None:
    house.grant("ada", "Apple", 3)
    house.do("ada", "sell-apples", apples=3)
    house.do("ada", "buy-plank")
    assert (house.has("ada", "Penny"), house.has("ada", "Plank"), house.has("ada", "Apple")) == (11, 1, 0)
    house.to(START + 4 * DAY + HOUR)
    house.refused("ada", "buy-plank", "wrong-phase")


def test_the_price_of_apples_follows_the_trade(house: Hall) -> None:
    """Ten sold make Apples cheaper, fewer make them dearer; never below 1 or above 4. Each change is a revision."""
    for week, sold in enumerate((12, 12, 0, 0, 0, 0), 1):
        if sold:
            house.grant("ada", "Apple", sold)
        for _ in range(sold // 6):
            house.do("ada", "sell-apples", apples=6)
        house.to(START + week * 7 * DAY + HOUR)
        assert price_of_apples(house) == (1, 1, 2, 3, 4, 4)[week - 1]
    assert value(house, "Apples sold") == 0
    house.is_sound()


def test_the_bank_is_closed_in_the_assembly(house: Hall) -> None:
    house.do("ada", "pay-in", pennies=5)
    house.do("ada", "take-out", pennies=2)
    assert house.has("ada", "Penny") == 5
    house.to(START + 4 * DAY + HOUR)
    house.do("ada", "pay-in", pennies=1)
    house.refused("ada", "take-out", "wrong-phase", pennies=1)


def test_the_bank_pays_interest_and_trust(house: Hall) -> None:
    """A Penny for every five, out of the chest; and Renown for whoever has most, if it is one alone."""
    house.do("ada", "pay-in", pennies=6)
    house.do("bob", "pay-in", pennies=4)
    house.to(START + 7 * DAY + HOUR)
    assert (value(house, "Renown", "ada"), value(house, "Renown", "bob")) == (2, 0)
    house.do("ada", "take-out", pennies=7)
    assert house.has(STORE, "Penny") == 39
    house.do("ada", "pay-in", pennies=4)
    house.to(START + 14 * DAY + HOUR)
    assert (value(house, "Renown", "ada"), value(house, "Renown", "bob")) == (2, 0)


def test_a_chest_that_runs_short_pays_in_the_order_of_names(house: Hall) -> None:
    """Twenty Pennies of interest each are due, and the chest has 40."""
    for player in ("eve", "bob", "ada"):
        house.grant(player, "Penny", 100)
        for _ in range(2):
            house.do(player, "pay-in", pennies=50)
    house.bad("ada", "pay-in", "pennies", pennies=51)
    house.to(START + 7 * DAY)
    assert house.has(STORE, "Penny") == 0
    paid = house.entries()[-2].words
    assert "ada's part of the Bank and bob's part of the Bank gain 20 Pennies each." in paid


def test_the_hammer_falls_after_a_day(house: Hall) -> None:
    house.grant("ada", "Plank", 2)
    house.do("ada", "put-up", what="Plank")
    house.refused("bob", "put-up", "not-so", what="Penny")
    house.refused("ada", "bid", "not-so", pennies=1)
    house.do("bob", "bid", pennies=3)
    house.bad("eve", "bid", "pennies", pennies=3)
    house.to(house.clock.now + 25 * HOUR)
    assert (house.has("ada", "Plank"), house.has("bob", "Plank")) == (1, 1)
    assert (house.has("ada", "Penny"), house.has("bob", "Penny")) == (11, 5)
    house.do("bob", "put-up", what="Plank")
    house.is_sound()


def test_who_is_outbid_has_their_pennies_back(house: Hall) -> None:
    house.grant("ada", "Plank")
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=4)
    house.do("eve", "bid", pennies=5)
    assert (house.has("bob", "Penny"), house.has("eve", "Penny")) == (8, 3)


def test_a_bid_of_ones_own_is_raised_with_other_pennies(house: Hall) -> None:
    """Bob has 8: with 3 in his bid he can pay 5 more, and gets the 3 back."""
    house.grant("ada", "Plank")
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=3)
    house.bad("bob", "bid", "pennies", pennies=6)
    house.do("bob", "bid", pennies=5)
    assert house.has("bob", "Penny") == 3


def test_an_auction_that_a_vote_abolishes_gives_back_the_lot_and_the_bid(house: Hall) -> None:
    """To the seller and to the best bidder; the house gets nothing, and no hammer falls later."""
    motion = house.propose("ada", {"op": "remove", "path": "/rules/auction"})
    house.vote(motion, ada="for", bob="for")
    house.to(START + 7 * DAY - 2 * HOUR)
    house.grant("ada", "Plank")
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=3)
    house.do("eve", "bid", pennies=4)
    before = {player: house.has(player, "Penny") for player in (STORE, "ada", "bob", "eve")}
    house.to(START + 7 * DAY + HOUR)
    words = [word for entry in house.entries("close-voting") for word in entry.words]
    assert "From the Lot to ada: 1 Plank." in words
    assert "From the Bids to eve: 4 Pennies." in words
    assert (house.has("ada", "Plank"), house.has("eve", "Penny")) == (1, before["eve"] + 4)
    house.to(START + 9 * DAY)
    assert (house.has("ada", "Plank"), house.has("eve", "Plank"), house.has(STORE, "Plank")) == (1, 0, 0)
    assert [house.has(player, "Penny") - before[player] for player in ("bob", STORE)] == [0, 0]
    house.is_sound()


def test_without_a_bid_the_thing_comes_back(house: Hall) -> None:
    house.grant("ada", "Plank")
    house.do("ada", "put-up", what="Plank")
    house.to(house.clock.now + 25 * HOUR)
    assert house.has("ada", "Plank") == 1


@pytest.mark.parametrize(
    ("leaver", "last_bid", "planks", "pennies", "chest"),
    [
        ("ada", 0, {"bob": 1}, {"bob": 5, "eve": 8}, 43),
        ("ada bob", 0, {STORE: 1}, {"eve": 8}, 43),
        ("ada", 4, {"eve": 1}, {"bob": 8, "eve": 4}, 44),
        ("bob", 0, {"ada": 1}, {"ada": 8, "eve": 8}, 43),
        ("bob", 4, {"eve": 1}, {"ada": 12, "eve": 4}, 43),
    ],
)
def test_an_auction_goes_on_whoever_leaves(
    house: Hall, leaver: str, last_bid: int, planks: dict[str, int], pennies: dict[str, int], chest: int
) -> None:
    """Ada sells and Bob bids 3. Others can bid on; nothing else comes under the hammer until it falls."""
    house.grant("ada", "Plank")
    house.grant("eve", "Apple")
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=3)
    for each in leaver.split():
        house.do(each, "leave")
    house.clock.wait(hours=1)
    house.refused("eve", "put-up", "not-so", what="Apple")
    if last_bid:
        house.do("eve", "bid", pennies=last_bid)
    house.to(START + DAY)
    assert {player: house.has(player, "Plank") for player in planks} == planks
    assert {player: house.has(player, "Penny") for player in pennies} == pennies
    assert house.has(STORE, "Penny") == chest
    house.do("eve", "put-up", what="Apple")
    house.is_sound()


def test_the_next_auction_begins_anew(house: Hall) -> None:
    """After one with a bid of 2 one without: nobody else sells, nobody leads, and a bid of 1 would do."""
    house.grant("ada", "Plank")
    house.grant("eve", "Apple")
    house.do("ada", "put-up", what="Plank")
    house.do("bob", "bid", pennies=2)
    house.to(START + DAY)
    assert [value(house, name) for name in ("Seller", "Best bidder", "Best bid")] == ["", "", 0]
    house.do("eve", "put-up", what="Apple")
    house.do("ada", "bid", pennies=1)
    house.to(START + 2 * DAY)
    assert (house.has("ada", "Apple"), house.has("ada", "Penny"), house.has("eve", "Penny")) == (1, 9, 9)


def test_nobody_sells_or_bids_what_they_do_not_have(house: Hall) -> None:
    """The house has 40 Pennies, Bob 8."""
    house.bad("ada", "put-up", "what", what="Plank")
    house.grant("ada", "Plank")
    house.do("ada", "put-up", what="Plank")
    house.bad("bob", "bid", "pennies", pennies=9)


def test_three_wardens_are_elected_by_ranked_ballots(house: Hall) -> None:
    """Four stand for three seats. Nobody's first choice is lost to a fourth, and a Warden opens the chest."""
    house.join("fay")
    for player in ("ada", "bob", "eve", "fay"):
        house.do(player, "stand-for-warden")
    for player, ranking in {
        "ada": ["ada", "bob"],
        "bob": ["bob", "eve"],
        "eve": ["eve", "ada"],
        "fay": ["ada", "fay"],
    }.items():
        house.do(player, "vote-for-warden", ranking=ranking)
    house.to(house.clock.now + 73 * HOUR)
    before = {player: house.has(player, "Penny") for player in (STORE, "ada", "bob", "eve", "fay")}
    house.do("ada", "open-chest")
    paid = {player: house.has(player, "Penny") - amount for player, amount in before.items()}
    assert paid == {STORE: -4, "ada": 1, "bob": 1, "eve": 1, "fay": 1}
    house.refused("bob", "open-chest", "too-often")
    house.is_sound()


def test_the_chest_is_opened_once_a_phase_for_the_active(house: Hall) -> None:
    """Only Ada does something in the first Assembly, and is paid in the Market Days after it."""
    house.do("ada", "stand-for-warden")
    house.do("bob", "vote-for-warden", ranking=["ada"])
    house.to(START + 4 * DAY)
    house.do("ada", "pay-in", pennies=1)
    house.to(START + 7 * DAY)
    house.do("ada", "open-chest")
    assert [house.has(player, "Penny") for player in ("ada", "bob", "eve")] == [8, 8, 8]
    house.clock.wait(days=1)
    house.refused("ada", "open-chest", "too-often")
    house.to(START + 11 * DAY)
    house.do("ada", "open-chest")


def test_a_chest_with_too_few_pennies_is_empty_after_the_first_names(house: Hall) -> None:
    """Interest of 20 and 18 leaves two Pennies for three who are active."""
    for player, half in (("ada", 50), ("bob", 45)):
        house.grant(player, "Penny", 100)
        for _ in range(2):
            house.do(player, "pay-in", pennies=half)
    house.do("eve", "stand-for-warden")
    house.do("bob", "vote-for-warden", ranking=["eve"])
    house.to(START + 4 * DAY)
    for player in ("ada", "bob", "eve"):
        house.do(player, "walk", into="Hall")
    house.to(START + 7 * DAY)
    assert house.has(STORE, "Penny") == 2
    before = [house.has(player, "Penny") for player in ("ada", "bob", "eve")]
    house.do("eve", "open-chest")
    after = [house.has(player, "Penny") for player in ("ada", "bob", "eve")]
    assert [now - was for was, now in zip(before, after, strict=True)] == [1, 1, 0]


def test_without_votes_the_wardens_stay(house: Hall) -> None:
    """Eve stands alone, and nobody ranks her."""
    house.do("ada", "stand-for-warden")
    house.do("bob", "vote-for-warden", ranking=["ada"])
    house.to(START + 3 * DAY)
    house.do("eve", "stand-for-warden")
    house.to(START + 6 * DAY + HOUR)
    assert value(house, "Warden") == "ada"


def test_three_members_remove_a_warden(house: Hall) -> None:
    """Two are too few."""
    house.do("ada", "stand-for-warden")
    house.do("bob", "vote-for-warden", ranking=["ada"])
    house.to(START + 4 * DAY)
    for player in ("ada", "bob", "eve"):
        assert value(house, "Warden") == "ada"
        house.do(player, "remove-warden", holder="ada")
    assert not value(house, "Warden")
    house.refused("ada", "open-chest", "not-so")
    house.is_sound()


def test_a_lot_fills_the_last_seat(house: Hall) -> None:
    """Of four with a vote each three are Wardens."""
    house.join("fay")
    for player in ("ada", "bob", "eve", "fay"):
        house.do(player, "stand-for-warden")
    for player in ("ada", "bob", "eve", "fay"):
        house.do(player, "vote-for-warden", ranking=[player])
    house.to(START + 3 * DAY)
    assert len(value(house, "Warden")) == 3


def test_what_a_leaver_had(house: Hall) -> None:
    """The bank's part goes to the house, the rest is gone; the motion can still be voted on."""
    house.do("ada", "stand-for-warden")
    house.do("ada", "vote-for-warden", ranking=["ada"])
    house.to(START + 3 * DAY)
    assert value(house, "Warden") == "ada"
    house.do("ada", "pay-in", pennies=5)
    motion = house.propose("ada")
    chest = house.has(STORE, "Penny")
    house.do("ada", "leave")
    assert (house.has(STORE, "Penny"), house.has("ada", "Penny")) == (chest + 5, 0)
    assert (value(house, "Warden"), value(house, "Renown", "ada")) == ("", 0)
    house.vote(motion, bob="for")
    house.is_sound()


def test_the_author_of_a_motion_gains_renown(house: Hall) -> None:
    house.propose_and_vote(
        "ada",
        {"op": "replace", "path": "/rules/market/clauses/buy/costs/Penny", "value": 2},
        by=("ada", "bob"),
        at=START + 8 * DAY,
    )
    assert value(house, "Renown", "ada") == 2


def test_renown_wins_alone(house: Hall) -> None:
    """Eleven are not enough, whoever has them; the twelfth ends the cycle."""
    for player, renown in (("ada", 11), ("bob", 11)):
        house.do(ADMIN, "correct-value", value="Renown", player=player, number=renown, reason="for the test")
    assert house.cycle.is_running
    house.grant("ada", "Apple", 3)
    house.do("ada", "finish-quest", quest="Feed the swans")
    assert house.cycle.winner == "ada"


def test_its_pages_speak_of_what_the_house_has(house: Hall) -> None:
    """There are no cards, an election reads as one, and the wiki lists what happens next in order of time."""
    house.do("ada", "put-up", what="Penny")
    house.do("ada", "stand-for-warden")
    page = html(house, "", "ada")
    assert ">Pennies" in page
    assert "<span>cards</span>" not in page
    words = [words for entry in house.entries() for words in entry.words]
    assert {"ada is now the Seller.", "Bidding is now on.", "The election for Warden begins."} <= {*words}
    Cycle.objects.filter(slug=house.slug).update(published=True)
    make_pages(house.cycle)
    wiki = render_page(page_of(house.cycle, PageKind.GAMESTATE)).partition("== What happens next ==")[2]
    times = re.findall(r"^\* (\d{4}-\S+ \S+)", wiki.partition("==")[0], re.MULTILINE)
    assert len(times) == 3
    assert times == sorted(times)


@pytest.mark.parametrize(("title", "verb"), [("Long Nights", "begin"), ("Battle Phase", "begins")])
def test_a_phase_with_a_plural_title_begins_in_the_plural(title: str, verb: str) -> None:
    assert phase_begins(title) == f"{title} {verb}"

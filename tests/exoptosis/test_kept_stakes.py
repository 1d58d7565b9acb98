"""Stakes whose winner could gain nothing when the match ended: they wait in the pool, and not for ever (R43, R5)."""

import itertools
import json
from typing import Any
from unittest import mock

import pytest

from exoptosis.matches import frozen_stakes
from nomic.cycles.history.replay import replay_journal
from nomic.inventory.models import Balance, Card
from nomic.matches.models import Match, MatchStatus
from nomic.trades.models import Trade
from tests.clauses.conftest import enact
from tests.corrections.conftest import adopt, tell
from tests.cycles.test_bursts import give_the_same_in_bursts
from tests.exoptosis.test_duels import asked, choose_hand
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16

RULE = "/rules/still"
STILL: dict[str, Any] = {
    "title": "Still",
    "body": "Who is still gains nothing.",
    "parent": None,
    "place": 990,
    "clauses": {
        "still": {"value": "Still", "of": "player", "is": "flag"},
        "be": {"action": "Be still", "do": [{"set": "Still", "to": 1, "of": "$me"}]},
        "move": {"action": "Move", "do": [{"set": "Still", "to": 0, "of": "$me"}, {"announce": "Moved."}]},
        "frozen": {
            "freeze": "everything",
            "stops": "gains",
            "whose": {"is": [{"value_of": "Still", "of": "$it"}, "equals", 1]},
            "because": "who is still gains nothing",
        },
    },
}


@pytest.fixture
def house(open_cycle: OpenCycle) -> Hall:
    """A duel of ada and bob, who have bet two Chips or Holographic cards each."""
    document = cycle_16()
    document["rules"]["still"] = STILL
    hall = open_cycle(document, joined=("ada", "bob", "eve"))
    for name in ("ada", "bob"):
        hall.grant(name, "Chip", 1)
        hall.grant_card(name, "9", modifiers=["Holographic"])
        for species in ("2", "3", "5", "7"):
            hall.grant_card(name, species)
    code = asked(hall, "ada", "bob")
    hall.do("bob", "accept-duel", match=code)
    for name in ("ada", "bob"):
        choose_hand(hall, name, code)
    bet(hall, "ada", kind="raise", to=2)
    bet(hall, "bob", kind="match")
    assert staked(hall) == (2, 2)
    return hall


def bet(hall: Hall, name: str, **fields: Any) -> None:
    """A bet of a Chip and the Holographic card."""
    (card,) = [card for card in hall.cards(name) if card.species == "9"]
    hall.do(name, "move", match=Match.objects.get(cycle=hall.pk).code, move=fields, answers=[[card.code]])


def staked(hall: Hall) -> tuple[int, int]:
    """The Chips and the cards in the pool."""
    chips = Balance.objects.filter(cycle=hall.pk, holder__startswith="pool:", amount__gt=0)
    cards = Card.objects.filter(cycle=hall.pk, holder__startswith="pool:")
    return sum(chips.values_list("amount", flat=True)), cards.count()


def has(hall: Hall, name: str) -> tuple[int, int]:
    """The Chips of a player, and the cards that were bet."""
    return hall.has(name, "Chip"), len([card for card in hall.cards(name) if card.species == "9"])


def finish(hall: Hall) -> None:
    hall.do("bob", "move", match=Match.objects.get(cycle=hall.pk).code, move={"kind": "forfeit"})
    assert Match.objects.get(cycle=hall.pk).status == MatchStatus.OVER


STEPS = {
    "be still": lambda hall: hall.do("ada", "still_be"),
    "finish": finish,
    "move": lambda hall: hall.do("ada", "still_move"),
}


@pytest.mark.parametrize("order", list(itertools.permutations(STEPS)), ids=", ".join)
def test_the_winner_gets_them_as_soon_as_nothing_stops_it(house: Hall, order: tuple[str, ...]) -> None:
    """In whatever order; with the act that ends the freeze, in its own entry, and once."""
    is_still = False
    for step in order:
        STEPS[step](house)
        is_still = step == "be still" or (is_still and step != "move")
        is_over = Match.objects.get(cycle=house.pk).status == MatchStatus.OVER
        if is_over:  # what ada got before she was still stays hers
            waits = is_still and order.index("finish") > order.index("be still")
            assert (staked(house), has(house, "ada")) == (((2, 2), (0, 0)) if waits else ((0, 0), (2, 2)))
    words = " ".join(house.entries("still_move")[-1].words)
    was_kept = order == ("be still", "finish", "move")
    assert ("ada gets what was kept in the pool of The duel of ada and bob: 2 Chips and 2 cards." in words) == was_kept
    house.do("ada", "still_move")
    assert sum(has(house, "ada")) in (0, 4)
    house.is_sound()


def test_they_are_destroyed_with_what_a_leaver_had(house: Hall) -> None:
    """And whoever joins again gets nothing of it."""
    STEPS["be still"](house)
    finish(house)
    words = house.do("ada", "leave").words
    assert (
        "ada has left, so what was kept in the pool of The duel of ada and bob is destroyed: 2 Chips and 2 cards."
        in words
    )
    assert staked(house) == (0, 0)
    house.is_sound()


def test_a_correction_names_the_pool_in_words(house: Hall) -> None:
    finish(house)
    code = Match.objects.get(cycle=house.pk).code
    edit = {"do": "void", "entry": house.entries("move")[-1].key}
    house.do(ADMIN, "open-correction", edits=[edit], reason="for the test")
    shown = json.dumps(tell(house).difference)
    assert f"the pool of match {code}: Chip" in shown
    assert f"the pool of match {code} has it" in shown
    assert "pool:" not in shown


def test_a_vote_that_repeals_the_freeze_pays_them(house: Hall) -> None:
    """Also where no law has a freeze any more."""
    STEPS["be still"](house)
    finish(house)
    enact(house, {"op": "remove", "path": f"{RULE}/clauses/frozen"})
    assert (staked(house), has(house, "ada")) == ((0, 0), (2, 2))
    house.is_sound()


def test_what_is_stopped_alone_stays(house: Hall) -> None:
    """Where Chips alone are frozen, the cards are won at once."""
    house.do(ADMIN, "correct-value", value="Still", player="ada", number=1, reason="for the test")
    frozen = {**STILL["clauses"]["frozen"], "freeze": "items", "only": ["Chip"]}
    enact(house, {"op": "replace", "path": f"{RULE}/clauses/frozen", "value": frozen})
    if Match.objects.get(cycle=house.pk).status != MatchStatus.OVER:
        finish(house)
    assert staked(house)[1] == 0
    winner = Match.objects.get(cycle=house.pk).result["winners"][0]
    if winner == "ada":
        assert staked(house)[0] == 2
        STEPS["move"](house)
    assert staked(house) == (0, 0)
    house.is_sound()


def test_a_journal_of_an_earlier_version_replays_and_the_next_act_pays(house: Hall) -> None:
    """It knew no such payment: the winner had moved, and the stakes stayed."""
    with mock.patch.object(frozen_stakes, "_pay"):
        STEPS["be still"](house)
        finish(house)
        STEPS["move"](house)
    assert staked(house) == (2, 2)
    assert replay_journal(house.cycle).same
    house.do("eve", "still_move")
    assert (staked(house), has(house, "ada")) == ((0, 0), (2, 2))
    house.is_sound()


def test_an_admins_act_pays_nothing_that_is_still_frozen(house: Hall) -> None:
    """A correction is not stopped itself, but stakes of others only follow from it."""
    STEPS["be still"](house)
    finish(house)
    house.grant("eve", "Chip", 1)
    house.grant("ada", "Vertebra", 1)
    edit = {"do": "void", "entry": house.entries("accept-duel")[0].key}
    opened = house.do(ADMIN, "open-correction", edits=[edit], reason="for the test")
    house.do(ADMIN, "drop-correction", correction=opened.events[0]["correction"], reason="for the test")
    assert (staked(house), has(house, "ada")) == ((2, 2), (0, 0))
    house.do(ADMIN, "correct-value", value="Still", player="ada", number=0, reason="for the test")
    assert (staked(house), has(house, "ada")) == ((0, 0), (2, 2))
    house.is_sound()


@pytest.mark.parametrize("edited", ["still_be", "still_move"])
def test_a_correction_pays_them_with_the_act_that_ends_the_freeze_then(house: Hall, edited: str) -> None:
    """Which paid nothing, or something, before. What the winner did with them since stays possible."""
    for step in ("be still", "move") if edited == "still_move" else ("be still",):
        STEPS[step](house)
    finish(house)
    STEPS["move"](house)
    house.do("ada", "offer-trade", to="eve", gives={"Chip": 2})
    house.do("eve", "consent-trade", trade=Trade.objects.get(cycle=house.pk).code, version=1)
    edit = {"do": "void", "entry": house.entries(edited)[0].key}
    house.do(ADMIN, "open-correction", edits=[edit], reason="for the test")
    row = tell(house)
    assert row.impossible == []
    assert not {"Items", "Cards"} & {group["title"] for group in row.difference}
    adopt(house, row)
    assert (staked(house), house.has("eve", "Chip")) == ((0, 0), 2)
    paid = [entry.action for entry in house.entries() if any(event["kind"] == "stakes-paid" for event in entry.events)]
    assert paid == (["still_move"] if edited == "still_move" else [])
    house.is_sound()


@pytest.mark.parametrize("most", [2, 4])
def test_acts_that_wait_together_pay_them_as_one_by_one(house: Hall, most: int) -> None:
    """Also where the freeze, the end of the duel and the end of the freeze are one transaction."""
    forfeit = {"match": Match.objects.get(cycle=house.pk).code, "move": {"kind": "forfeit"}}
    acts: list[tuple[str, tuple[str, dict[str, Any]]]] = [
        ("ada", ("still_be", {})),
        ("bob", ("move", forfeit)),
        ("ada", ("still_move", {})),
        ("eve", ("still_move", {})),
    ]
    give_the_same_in_bursts(house, acts, most)

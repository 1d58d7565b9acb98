"""Battles and the hall when acts come in an unusual order: leavers, votes, corrections and ends in the middle."""

from typing import Any

import pytest

from nomic.inventory.models import Balance
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith, open_with
from tests.clauses.test_keepings import STAKES, kept, species
from tests.clauses.test_keepings import armed as armed_with_six
from tests.corrections.conftest import adopt, tell
from tests.exoptosis.test_battles import armed, begun, choose_hand, match_of, move, seat, state_of
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, OpenCycle, wordless
from tests.trades.table import consent, lots, offer

__all__ = ["armed", "open_with"]
pytestmark = pytest.mark.django_db

NAMES = ("ada", "bob", "eve")


def voted(hall: Hall, path: str, value: Any, op: str = "replace") -> None:
    """An urgent vote on a value of the law, which is law after 48 hours."""
    amendment = {"op": op, "path": path} | ({} if op == "remove" else {"value": value})
    hall.propose("eve", amendment, **{"class": "urgent"})


def betting(hall: Hall, *names: str, chips: int) -> None:
    """These have so many Chips each; their battle begins, and they bet."""
    for name in names:
        hall.grant(name, "Chip", chips)
        hall.do(name, "declare-battle")
        choose_hand(hall, name)
    hall.to(BATTLE)


# ── hands


def test_R32_R106_hands_that_a_vote_has_made_too_small_are_chosen_again_before_the_battle_is_off(armed: Hall) -> None:
    """Both chose four cards; five are needed from the vote on, which ends as the phase begins."""
    armed.to(START + DAY)
    voted(armed, "/exoptosis/hand/at_least", 5)
    for name in ("ada", "bob"):
        armed.do(name, "declare-battle")
        choose_hand(armed, name)
    armed.to(BATTLE)
    assert (state_of(armed).stage, match_of(armed).clocks.get().players) == ("hands", ["ada", "bob"])
    for name in ("ada", "bob"):
        choose_hand(armed, name, 5)
    assert [len(seat(armed, name).hand) for name in ("ada", "bob")] == [5, 5]
    armed.is_sound()


@pytest.mark.parametrize(("kind", "gone"), [("battle", "battles"), ("duel", "duels"), ("duel", "battles")])
def test_R106_what_has_not_begun_when_a_vote_repeals_it_does_not_begin(
    open_cycle: OpenCycle, kind: str, gone: str
) -> None:
    """There is no act left by which it could be taken back or accepted. What the law still has waits on."""
    hall = open_cycle(wordless(), joined=NAMES)
    hall.to(START + DAY)
    hall.propose("eve", {"op": "remove", "path": f"/{gone}"}, **{"class": "urgent"})
    for name in ("ada", "bob"):
        for _ in range(4):
            hall.grant_card(name, "5")
    hall.to(BATTLE - HOUR)
    if kind == "battle":
        for name in ("ada", "bob"):
            hall.do(name, "declare-battle")
    else:
        hall.do("ada", "request-duel", players=["bob"])
    hall.to(BATTLE)
    still_there = gone != f"{kind}s"
    assert (match_of(hall).status == "gathering") is still_there
    assert (f"This {kind} ends without a result." in [word for entry in hall.entries() for word in entry.words]) is (
        not still_there
    )
    hall.to(BATTLE + 3 * DAY)
    assert match_of(hall).result == {"ending": "off" if still_there else "stopped", "winners": []}


def test_R106_a_battle_that_is_fought_when_a_vote_repeals_battles_goes_on(open_cycle: OpenCycle) -> None:
    """It is won by who is left, without what battles brought."""
    hall = open_cycle(wordless(), joined=NAMES)
    for name in ("ada", "bob"):
        for _ in range(6):
            hall.grant_card(name, "5")
    hall.to(BATTLE - DAY)
    hall.propose("eve", {"op": "remove", "path": "/battles"}, **{"class": "urgent"})
    begun(hall, "ada", "bob")
    first = state_of(hall).turn.player
    hall.to(BATTLE + 20 * HOUR)
    move(hall, first, kind="play", card=seat(hall, first).hand[0])
    hall.to(BATTLE + DAY)
    assert (hall.cycle.revision, match_of(hall).status) == (1, "running")
    move(hall, "ada", kind="forfeit")
    assert match_of(hall).result == {"ending": "won", "winners": ["bob"]}
    assert (hall.has("bob", "Chip"), hall.has("bob", "Handy Pack")) == (0, 0)


# ── stakes


def test_R99_a_forfeiters_stake_returns_by_agreement_and_a_leavers_is_destroyed(armed: Hall) -> None:
    """Bob forfeits and stays a player; Eve forfeits and leaves; the two that are left end the game."""
    armed.join("flo")
    for _ in range(6):
        armed.grant_card("flo", "5")
    betting(armed, *NAMES, "flo", chips=2)
    move(armed, "ada", kind="raise", to=2)
    for name in ("bob", "eve", "flo"):
        move(armed, name, kind="match")
    for name in ("bob", "eve"):
        move(armed, name, kind="forfeit")
    armed.do("eve", "leave")
    pool = Balance.objects.get(cycle=armed.cycle, holder=f"pool:{match_of(armed).code}")
    assert pool.amount == 8
    for name in ("ada", "flo"):
        move(armed, name, kind="agree")
    assert {name: armed.has(name, "Chip") for name in (*NAMES, "flo")} == {"ada": 2, "bob": 2, "eve": 0, "flo": 2}
    pool.refresh_from_db()
    assert pool.amount == 0
    armed.is_sound()


def test_R21_a_chip_that_was_promised_and_then_bet_is_not_traded(armed: Hall) -> None:
    """The second consent comes when Ada's one Chip is in the pool."""
    betting(armed, "ada", "bob", chips=1)
    trade = offer(armed, "ada", "eve", gives=lots(Chip=1), wants={})
    move(armed, "ada", kind="raise", to=1)
    assert consent(armed, "eve", trade).status == "void"
    assert [armed.has(name, "Chip") for name in NAMES] == [0, 1, 0]
    armed.is_sound()


def test_R101_stakes_that_return_at_the_end_of_the_cycle_change_no_winner(armed: Hall) -> None:
    """Ada has bet one of her ten Chips; Eve wins with ten, and Ada, who would have as many, gets hers back."""
    betting(armed, "ada", "bob", chips=2)
    move(armed, "ada", kind="raise", to=2)
    armed.grant("ada", "Chip", 9)
    armed.grant("eve", "Chip", 10)
    assert armed.cycle.winner == "eve"
    assert [armed.has(name, "Chip") for name in NAMES] == [11, 2, 10]
    assert match_of(armed).result == {"ending": "stopped", "winners": []}
    armed.is_sound()


def test_what_a_rule_keeps_of_stakes_goes_back_when_it_is_repealed_in_mid_battle(open_with: OpenWith) -> None:
    """To those who staked it, at once; the battle is then won without it."""
    hall = armed_with_six(open_with(STAKES))
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 9)
        hall.do(name, "tolls_stake", card=hall.grant_card(name, "Ace").code, n=5)
    had = {name: hall.has(name, "Vertebra") for name in ("ada", "bob")}
    begun(hall, "ada", "bob")
    full_hand = hall.has("bob", "Vertebra") - had["bob"]
    voted(hall, "/rules/tolls", None, op="remove")
    mover = state_of(hall).turn.player
    hall.to(BATTLE + 20 * HOUR)
    move(hall, mover, kind="play", card=seat(hall, mover).hand[0])
    hall.to(BATTLE + 40 * HOUR)
    mover = state_of(hall).turn.player
    move(hall, mover, [seat(hall, mover).deck[0]], kind="draw")
    hall.to(BATTLE + 48 * HOUR)
    assert (kept(hall), hall.has("ada", "Vertebra"), species(hall, "ada").count("Ace")) == ({}, had["ada"] + 5, 1)
    assert hall.has("bob", "Vertebra") == had["bob"] + 5 + full_hand
    move(hall, "ada", kind="forfeit")
    assert (species(hall, "bob").count("Ace"), species(hall, "ada").count("Ace")) == (1, 1)
    hall.is_sound()


# ── the hall


def test_R23_a_gift_that_was_voided_brings_its_giver_nothing_when_the_receiver_acts(cast: Hall) -> None:
    """Bob was inactive and has acted; without Ada's gift she has no pack for it, and Eve keeps hers."""
    cast.to(BATTLE)
    for name in ("ada", "eve"):
        cast.do(name, "buy", offer="Already-opened Pack")
    cast.to(WEEK)
    gift = cast.do("ada", "gift", to="bob")
    cast.do("eve", "gift", to="bob")
    cast.do("bob", "buy", offer="Already-opened Pack")
    assert [cast.has(name, "Already-opened Pack") for name in NAMES] == [2, 9, 2]
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": gift.key}], reason="it was meant for Eve")
    adopt(cast, tell(cast))
    assert [cast.has(name, "Already-opened Pack") for name in NAMES] == [1, 5, 2]
    cast.is_sound()


def test_R10_the_vote_of_who_left_counts_if_they_are_a_player_again_when_it_ends(cast: Hall) -> None:
    """Bob is away at the end of the first vote and back at that of the second; a vote is a person's."""
    voted(cast, "/membership/rejoin_after_hours", 24)
    codes = []
    for at, cost in ((BATTLE - HOUR, 13), (BATTLE + HOUR, 14)):
        cast.to(at)
        price = {"op": "replace", "path": "/shop/offers/Handy Pack/costs/Vertebra", "value": cost}
        codes.append(cast.propose("ada", price))
        cast.vote(codes[-1], bob="for")
    cast.do("bob", "leave")
    cast.to(WEEK + HOUR)
    cast.join("bob")
    cast.to(WEEK + 3 * DAY)
    assert [Proposal.objects.get(code=code).status for code in codes] == ["failed", "enacted"]
    cast.is_sound()

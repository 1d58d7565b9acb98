"""A vote changes what silence means, or whether raises bind, in the middle of a turn or of betting (R3, R106)."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.proposals.models import Proposal, ProposalStatus
from tests.exoptosis.test_battles import choose_hand, match_of, move, seat, state_of
from tests.support.hall import BATTLE, DAY, Hall, OpenCycle, cycle_16

HOUR = timedelta(hours=1)
URGENT = 2 * DAY  # how long the vote on an urgent proposal lasts
NAMES = ("ada", "bob", "eve")


def house_with(open_cycle: OpenCycle, group: str, name: str, value: str) -> Hall:
    """Three in a battle that is still to begin, under a law with this value. All are reputable soon."""
    document = cycle_16()
    document["exoptosis"][group][name] = value
    hall = open_cycle(document, joined=NAMES)
    for name in NAMES:
        hall.grant(name, "Chip", 5)
        for species in ("2", "3", "5", "7", "9"):
            hall.grant_card(name, species)
        hall.do(name, "declare-battle")
        choose_hand(hall, name)
    return hall


def changed_at(hall: Hall, at: Any, path: str, value: str) -> str:
    """An urgent proposal whose vote ends at that instant; its code."""
    hall.to(at - URGENT)
    return hall.propose("ada", {"op": "replace", "path": path, "value": value}, **{"class": "urgent"})


def enacted(hall: Hall) -> bool:
    """Whether the vote did change the law."""
    return Proposal.objects.get(cycle=hall.pk).status == ProposalStatus.ENACTED


@pytest.mark.parametrize("old", ["forfeit", "skip"])
@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_R3_R106_silence_means_what_the_law_says_as_the_turn_ends(open_cycle: OpenCycle, old: str, hours: int) -> None:
    """A vote that ends at the turn's very end comes after it. Nobody acts twice, and the game goes on."""
    path, new = "/exoptosis/turn/silence", {"forfeit": "skip", "skip": "forfeit"}[old]
    house = house_with(open_cycle, "turn", "silence", old)
    began = BATTLE + 3 * HOUR
    changed_at(house, began + DAY + hours * HOUR, path, new)
    house.to(began)
    for name in NAMES:
        move(house, name, kind="pass")
    (first, second, third) = state_of(house).order
    assert state_of(house).turn.player == first
    house.to(began + DAY - timedelta(seconds=1))
    assert state_of(house).turn.number == 1
    house.to(began + DAY + 2 * HOUR)
    meant = new if hours < 0 else old
    assert seat(house, first).status == ("in" if meant == "skip" else "out")
    assert (state_of(house).turn.number, state_of(house).turn.player) == (2, second)
    house.to(began + 2 * DAY + timedelta(seconds=1))
    assert seat(house, second).status == ("in" if new == "skip" else "out")
    if match_of(house).result is None:
        assert (state_of(house).turn.number, state_of(house).turn.player) == (3, third)
        for name in (third, *{first, second, third} - {third}):
            if match_of(house).result is None and seat(house, name).status == "in":
                move(house, name, kind="forfeit")
    assert match_of(house).result["ending"] == "won"
    assert enacted(house)
    house.is_sound()


@pytest.mark.parametrize("old", ["refunded", "binding"])
@pytest.mark.parametrize("when", ["before the raise", "after the raise", "after a pass", "as the time is up"])
def test_R106_R121_a_raise_binds_by_the_law_under_which_it_was_made(open_cycle: OpenCycle, old: str, when: str) -> None:
    """Whoever passed it knew what would follow, whatever the law has become since. Betting closes in time."""
    path, new = "/exoptosis/betting/unmatched_raise", {"refunded": "binding", "binding": "refunded"}[old]
    house = house_with(open_cycle, "betting", "unmatched_raise", old)
    raised = BATTLE + 3 * HOUR
    hours = {"before the raise": -1, "after the raise": 1, "after a pass": 3, "as the time is up": 24}[when]
    changed_at(house, raised + hours * HOUR, path, new)
    house.to(BATTLE + HOUR)
    move(house, "ada", kind="raise", to=1)
    move(house, "bob", kind="match")
    house.to(raised)
    move(house, "eve", kind="raise", to=4)
    binds = (new if when == "before the raise" else old) == "binding"
    house.to(raised + 2 * HOUR)
    move(house, "ada", kind="pass")
    house.to(raised + DAY)
    assert [seat(house, name).status for name in NAMES] == (["out", "out", "in"] if binds else ["in"] * 3)
    assert (match_of(house).result is not None) == binds
    if not binds:
        assert state_of(house).stage == "play"
        assert [seat(house, name).stake.size for name in NAMES] == [1, 1, 1]
    else:
        assert [house.has(name, "Chip") for name in NAMES] >= [5, 5, 5]
    assert enacted(house)
    house.is_sound()

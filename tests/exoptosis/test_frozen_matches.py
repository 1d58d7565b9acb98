"""A law that freezes everything for everybody never stops a match or the clock, whenever the freeze begins."""

from typing import Any

import pytest

from nomic.matches.models import MatchStatus
from tests.exoptosis.test_battles import choose_hand, match_of, move
from tests.exoptosis.test_duels import PLAIN
from tests.support.hall import ADMIN, BATTLE, DAY, Hall, OpenCycle, cycle_16

STILL: dict[str, Any] = {
    "title": "Still",
    "body": "Sometimes nothing moves.",
    "parent": None,
    "place": 990,
    "clauses": {
        "still": {"value": "Still", "of": "cycle", "is": "flag"},
        "frozen": {
            "freeze": "everything",
            "whose": {"is": [{"value_of": "Still"}, "equals", 1]},
            "because": "everything keeps still",
        },
    },
}
MOMENTS = ("before it is declared", "before hands", "before bets", "in play")


@pytest.fixture
def house(open_cycle: OpenCycle) -> Hall:
    document = cycle_16()
    document["rules"]["still"] = STILL
    hall = open_cycle(document, joined=("ada", "bob", "eve"))
    for name in ("ada", "bob", "eve"):
        hall.grant(name, "Chip", 2)
        hall.grant(name, "Vertebra", 20)
        for species in PLAIN:
            hall.grant_card(name, species)
    return hall


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_battle_comes_to_its_end_whenever_everything_is_frozen(house: Hall, moment: str) -> None:
    """Who is silent forfeits, phases go on, nobody gains or loses, and what cannot be won stays in the pool."""

    def freeze(at: str) -> None:
        if at == moment:
            house.do(ADMIN, "correct-value", value="Still", number=1, reason="for the test")

    freeze("before it is declared")
    for name in ("ada", "bob"):
        house.do(name, "declare-battle")
    freeze("before hands")
    for name in ("ada", "bob"):
        choose_hand(house, name)
    house.to(BATTLE)
    freeze("before bets")
    if moment == "in play":
        move(house, "ada", kind="raise", to=1)
        move(house, "bob", kind="match")
        freeze("in play")
    held = {name: (house.has(name, "Chip"), len(house.cards(name))) for name in ("ada", "bob", "eve")}
    phase = house.cycle.phase
    for day in range(1, 15):
        house.to(BATTLE + day * DAY)
    assert house.cycle.phase >= phase + 3
    assert match_of(house).status == MatchStatus.OVER
    assert {name: (house.has(name, "Chip"), len(house.cards(name))) for name in held} == held
    house.is_sound()
    house.do(ADMIN, "correct-value", value="Still", number=0, reason="for the test")
    house.to(house.cycle.phase_ends_at)
    house.is_sound()

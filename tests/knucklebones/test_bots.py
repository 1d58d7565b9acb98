"""Bots in a practice cycle: they want to play every person who wants to play, and make their moves at once."""

import pytest

from tests.support.hall import BATTLE, DAY, OpenCycle
from tests.support.knucklebones_cycles import Bones, law_with_bones

pytestmark = pytest.mark.django_db

GREEDY, RANDOM = "Greedy bot 1", "Random bot 2"


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Bones:
    """A practice cycle of Ada's with two bots."""
    hall = open_cycle(law_with_bones(), practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.do("ada", "seat-bot", bot="Random")
    return Bones(hall)


def test_bots_want_to_play_whoever_wants_to_play(practice: Bones) -> None:
    """Each person who has declared, and not each other; so all pairs have somebody who is awake."""
    hall = practice.hall
    assert not hall.cycle.intentions.exists()
    practice.want("ada")
    hall.join("bob")
    practice.want("bob", GREEDY)
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.settle()
    stated = {each.player: each.opponents for each in hall.cycle.intentions.all()}
    both = ["ada", "bob"]
    assert stated == {"ada": [], "bob": [GREEDY], GREEDY: both, RANDOM: both, "Greedy bot 3": both}
    hall.to(BATTLE)
    assert set(practice.pairs) == {("ada", GREEDY), ("ada", RANDOM), ("bob", GREEDY), ("ada", "Greedy bot 3")}
    hall.is_sound()


def test_a_game_with_a_bot_is_played_at_once(practice: Bones) -> None:
    """After each move of the person the bot's follows in the same instant, to the end."""
    practice.want("ada", GREEDY)
    practice.hall.to(BATTLE)
    while not practice.matches[0].is_over:
        assert practice.state().mover.player == "ada"
        columns = [at for at, dice in enumerate(practice.state().mover.field, 1) if len(dice) < 3]
        practice.move("ada", "place", column=columns[0])
    assert practice.hall.cycle.now() == BATTLE
    movers = {step.player for step in practice.matches[0].steps.filter(kind="move")}
    assert movers == {"ada", GREEDY}
    practice.hall.is_sound()


def test_a_bot_that_holds_a_dice_uses_it(open_cycle: OpenCycle) -> None:
    """It rolls when it chooses to, as anybody does; nothing is better here than the 6 that takes Ada's."""
    dice = {"Chip": {"when": "before", "effect": [{"let": "rolled", "be": 6}]}}
    hall = open_cycle(law_with_bones(dice=dice), practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    for name in ("ada", GREEDY):
        hall.grant(name, "Chip")
    bones = Bones(hall)
    bones.want("ada")
    hall.to(BATTLE)
    if bones.state().mover.player == "ada":
        bones.move("ada", "roll", dice="Chip")
        bones.move("ada", "place", column=1)
    assert any(f"{GREEDY} rolls a 6 with Chip." in entry.words for entry in hall.entries("bot-acts"))
    hall.is_sound()


def test_in_a_real_cycle_no_bot_wants_anything(bones: Bones) -> None:
    """There are none, and nothing is scheduled for any."""
    bones.want("ada")
    bones.hall.to(BATTLE - DAY)
    assert not bones.hall.entries("bot-intends")
    bones.hall.refused("ada", "seat-bot", "not-practice")

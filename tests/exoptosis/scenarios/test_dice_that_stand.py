"""Nobody chooses their dice: answers that fit one fall of them only do not bring another (R18, R41, R126)."""

from typing import Any

import pytest

from exoptosis.engine.moves.definitions import PlayCard
from exoptosis.engine.state import State
from nomic.matches.contract.game import Asked, BadAnswer, Step
from nomic.matches.contract.moves import Answer
from tests.exoptosis.scenarios.test_choices_of_others import magpies, nine_that
from tests.support.exoptosis_scenario import GAME, Scenario, table

CHAOTIC = ["Useless", "Torn", "Holographic", "Speedy", "Cheating"]


def sends(game: Scenario, player: str, card: str, *answers: list[Any]) -> Step[State] | Asked:
    """A card is played, or gone on with, with these answers as they are."""
    move = Answer() if game.is_begun else PlayCard(game.number(card))
    made = GAME.play(game.rules, game.state, player, move, answers, game.chance, game.environment)
    if isinstance(made, Step):
        game._take(made)
    return made


@pytest.mark.parametrize("place", [1, 2, 3, 4], ids=CHAOTIC[:4])
def test_R126_a_chaotic_card_does_not_become_cheating_by_asking_for_it(place: int) -> None:
    """Two cards are named for Cheating to destroy; chance says otherwise, and so it is: they are not even looked at."""
    game = table(ada="9; Chaotic, 3 | 5", bob="7, 8, 1", pile="10")
    game.dice(*([place, 4] if place == 2 else [place]))
    made = sends(game, "ada", "9", [game.number("7"), game.number("8")])
    assert isinstance(made, Step)
    assert (game.is_begun, game.hand("bob"), game.pile()) == (False, ["7", "8", "1"], ["10", "9"])
    assert game.turn == ("ada" if place == 4 else "bob")


@pytest.mark.parametrize("answers", [[], [["nothing"]], [[1]], [[], []]], ids=str)
def test_R126_a_chaotic_card_that_cheats_asks_on_whatever_was_sent(answers: list[Any]) -> None:
    """It cheats, and stays so: the play is begun, and every later answer finds the same draw."""
    game = table(ada="9; Chaotic, 3 | 5", bob="7, 8, 1", pile="10")
    game.dice(5)
    made = sends(game, "ada", "9", *answers)
    assert isinstance(made, Step)
    assert made.question is not None
    assert game.is_begun
    before = game.state
    assert isinstance(sends(game, "ada", "9"), Asked)
    for wrong in (["nothing"], [], [game.number("7")], [game.number("7"), game.number("7")]):
        with pytest.raises(BadAnswer):
            sends(game, "ada", "9", wrong)
    assert game.state is before
    sends(game, "ada", "9", [game.number("7"), game.number("8")])
    assert (game.is_begun, game.hand("bob"), len(game.chance.drawn)) == (False, ["1"], 1)


def test_R126_what_falls_to_chance_is_not_picked_by_answers_that_fit_one_fall_of_it() -> None:
    """Ada owes bob a card of hers, and plays without choosing one: whatever else she sends, chance has chosen the 5."""
    game = table(bob="9, 2, 4", ada="10; Cheating, 5, 6", eve="7, 8, King", pile="10", rules=magpies())
    game.play("bob", "9")
    assert "ada chooses" in game.owed()
    game.dice(2)
    made = sends(game, "ada", "ada's 10", [game.number("5"), game.number("6")])
    assert isinstance(made, Step)
    assert made.question is not None
    assert (game.is_begun, len(game.chance.drawn)) == (True, 1)
    again = sends(game, "ada", "ada's 10")
    assert again.question == made.question
    sends(game, "ada", "ada's 10", [game.number("7"), game.number("8")])
    assert (game.deck("bob"), game.hand("eve"), len(game.chance.drawn)) == (["5", "King"], [], 1)  # eve's last is hers


def test_R18_what_was_drawn_from_a_deck_is_that_card_though_another_comes_to_it() -> None:
    """A draw is found again by its name, whatever the number of sides is by now."""
    rules = nine_that(
        {"choose": "lost", "by": "chance", "from": {"cards": "deck", "of": "$me"}},
        {"destroy": "$lost"},
        {"choose": "one", "from": {"cards": "hand", "of": "$others"}},
        {"destroy": "$one"},
    )
    game = table(ada="9, 3 | 5, 6, 7", bob="8, 1", pile="10", rules=rules)
    game.dice(2)
    made = sends(game, "ada", "9")
    assert isinstance(made, Step)
    assert made.question is not None
    card = {"code": "c99", "species": "King", "modifiers": []}
    game.happens("obtained", player="ada", cards=[card])
    assert game.is_begun
    sends(game, "ada", "9", [game.number("8")])
    assert (game.deck("ada"), game.hand("bob")) == (["5", "7", "King"], ["1"])
    assert len(game.chance.drawn) == 1

"""Laws with an open pile, a most for hands, and inheritance within a game (R32, R75, R109)."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.law.document.sections import LawInvalid, check_document
from tests.support.example_counts import examples
from tests.support.exoptosis_scenario import Scenario, table
from tests.support.hall import cycle_16

BACK = [{"move": "$this", "to": "hand", "of": "$me"}]
LAST_BACK = [{"move": "$beneath", "to": "hand", "of": "$me"}]
TRADE = [
    {"choose": "card", "from": {"cards": "hand", "of": "$me"}},
    {"swap": ["$card", "$this"]},
]


def document(effect: list[dict[str, Any]], moment: str = "when_played", **game: Any) -> dict[str, Any]:
    law = cycle_16()
    law["cards"]["9"]["hooks"] = {moment: effect}
    law["exoptosis"].update({"played": "may-leave", **game})
    return law


def ruled(game: Scenario, effect: list[dict[str, Any]], moment: str = "when_played", **law: Any) -> Scenario:
    def change(held: dict[str, Any]) -> None:
        held.update(document(effect, moment, **law))

    game.votes(change)
    return game


def lying(game: Scenario) -> list[int]:
    """All cards of hands, decks and the pile."""
    held = [card for seat in game.state.seats for card in (*seat.hand, *seat.deck)]
    return sorted([*held, *(played.card for played in game.state.pile)])


def flaws(law: dict[str, Any]) -> list[str]:
    try:
        check_document(law)
    except LawInvalid as invalid:
        return [f"{flaw.path}: {flaw.detail}" for flaw in invalid.flaws]
    return []


def test_R75_by_default_a_played_card_stays() -> None:
    """Without the value, an effect that takes a card off the pile is refused at its place, as it always was."""
    law = document(BACK)
    assert flaws(law) == []
    del law["exoptosis"]["played"]
    (flaw,) = flaws(law)
    assert flaw.startswith("/cards/9/hooks/when_played/0/move: 'move' cannot reach")
    assert flaw.endswith("what was played stays where it was played (R75)")


def test_a_played_card_comes_back_to_the_hand() -> None:
    """The pile is then as before, and what fits upon it is what fitted before."""
    game = ruled(table(ada="9; Red, 2; Red", bob="4; Red, 9; Blue", pile="8; Red"), BACK, "at_end")
    game.play("ada", "9")
    assert (game.pile(), sorted(game.hand("ada"))) == (["8"], ["2", "9"])
    assert game.playable("bob") == ["9"]


def test_an_empty_hand_wins_only_if_the_card_does_not_come_back() -> None:
    game = ruled(table(ada="9; Red", bob="4; Red", pile="8; Red"), BACK)
    game.play("ada", "9")
    assert (game.winner, game.hand("ada")) == ("", ["9"])


def test_the_card_beneath_goes_to_who_played_upon_it() -> None:
    """It was Bob's; now Ada has it, and whose it is follows from where it lies."""
    game = ruled(table(ada="9; Red, 2; Red", bob="4; Red", pile="7 @bob, 8; Red @bob"), LAST_BACK)
    game.play("ada", "9")
    assert (game.pile(), game.hand("ada")) == (["7", "9"], ["2", "8"])


def test_a_destroyed_card_stays_as_a_record_under_every_law() -> None:
    """R75 still holds for what is destroyed: there is no card any more that could leave."""
    effect = [{"destroy": "$beneath"}, *LAST_BACK]
    game = ruled(table(ada="9; Red, 2; Red", bob="4; Red", pile="7, 8; Red"), effect)
    game.play("ada", "9")
    assert (game.pile(), game.destroyed_on_pile(), game.hand("ada")) == (["7", "8", "9"], ["8"], ["2"])


def test_a_played_card_is_swapped() -> None:
    """The other card lies on the pile then, as if it had been played: the next has to fit upon it."""
    game = ruled(table(ada="9; Red, 2; Blue, King", bob="1; Red, 3; Blue, 9", pile="8; Red"), TRADE)
    game.play("ada", "9", "2")
    assert (game.pile(), sorted(game.hand("ada"))) == (["8", "2"], ["9", "King"])
    assert "9" not in game.playable("bob")
    assert "3" in game.playable("bob")


def test_a_game_in_which_everything_comes_back_is_noticed() -> None:
    """Plays do not make progress if they are taken back: the same position three times is a standstill (R129)."""
    game = ruled(table(kind="duel", ada="9; Red", bob="9; Red", pile="8; Red"), BACK)
    for turns in range(6):
        assert turns == 5 or not game.told("standstill")
        game.play(game.turn, "9")
    assert game.told("standstill")[0]["why"] == "repeated"


@pytest.mark.parametrize("effect", [BACK, LAST_BACK, TRADE], ids=["back", "beneath", "swap"])
@given(seed=st.integers(0, 10_000))
@settings(max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_card_lies_in_one_place_whatever_is_played(effect: list[dict[str, Any]], seed: int) -> None:
    """Whoever plays or draws what: no card is lost, and the scenario itself checks that none lies twice."""
    game = ruled(table(ada="9, 4, 9; Red, 2", bob="9, 3, 8; Blue", eve="9; Green, 10", pile="8"), effect)
    dice = random.Random(seed)
    there = lying(game)
    for _ in range(30):
        if game.is_over:
            return
        player = game.turn
        legal = game.playable(player)
        if not legal or dice.random() < 0.1:
            game.draws(player)
        else:
            others = [card for card in game.hand(player) if card != "9"] or ["9"]
            played = dice.choice(legal)
            asked = played == "9" and effect == TRADE and len(game.hand(player)) > 1
            game.play(player, played, *([dice.choice(others)] if asked else []))
        assert lying(game) == there


# ── the most of a hand


def test_a_hand_has_a_most() -> None:
    law = cycle_16()
    law["exoptosis"]["hand"] = {"at_least": 4, "at_most": 3}
    assert flaws(law) == ["/exoptosis/hand/at_most: a hand has at least 4 cards; write that or more"]


# ── inheriting


def test_R109_a_card_of_a_game_inherits_modifiers_with_their_state() -> None:
    """The 9 gets what the card beneath has; that one keeps it."""
    effect = [{"change": "$this", "inherit": "$beneath"}]
    game = ruled(table(ada="9; Red, 2; Red", bob="4; Red", pile="8; Red; Adamantine"), effect, "at_end")
    game.play("ada", "9")
    assert game.modifiers("9") == ["Adamantine"]


def test_nothing_is_inherited_from_an_inventory_in_a_game() -> None:
    """There a game knows no givers and counts, so the result would be another than the rule says."""
    effect = [{"change": "$this", "inherit": {"cards": "inventory", "of": "$me"}}]
    assert flaws(document(effect)) == [
        "/cards/9/hooks/when_played/0/inherit: nothing is inherited from cards of inventories in a play"
    ]

"""Plays that have drawn and wait for an answer: the dice stay whatever is tried (R18, R103)."""

from typing import Any

import pytest

from nomic.matches.contract.game import BadAnswer
from nomic.matches.contract.moves import Answer
from tests.support.exoptosis_scenario import GAME, Scenario, table


def begun(roll: int = 4) -> Scenario:
    """Ada has played a Torn Queen upon a King: she is 13 by the roll, and it is to be said what she destroys."""
    game = table(ada="Queen; Torn, 3, 8 | 5", bob="9, 2 | 1", eve="10, 7; Timely", pile="King")
    game.dice(roll)
    game.play("ada", "Queen")
    return game


def test_R18_a_play_that_asks_before_it_draws_changes_nothing_until_it_is_answered() -> None:
    """Upon a question nothing has happened: ada may as well play another card."""
    game = table(ada="Queen, 3; Blue", bob="9, 2", pile="King; Yellow")
    before = game.state
    game.play("ada", "Queen")
    game.asks("ada", ["3", "9", "2"])
    assert (game.state is before, game.is_begun) == (True, False)
    game.play("ada", "3")
    assert game.pile() == ["King", "3"]


def test_R18_a_play_that_has_drawn_is_begun() -> None:
    """The table lies as before, nothing of the play has happened yet, and it waits for ada."""
    game = begun()
    game.asks("ada", ["3", "8", "9", "2", "10", "7"])
    assert (game.is_begun, game.hand("ada"), game.pile(), game.turn) == (True, ["Queen", "3", "8"], ["King"], "ada")


@pytest.mark.parametrize("attempt", ["again", "another card", "draw", "agree"])
def test_R18_nothing_else_can_be_tried_and_the_dice_stay(attempt: str) -> None:
    """The same play anew, another one, a draw, an end by consent: all are refused, and then the roll is the old one."""
    game = begun()
    moves: dict[str, dict[str, Any]] = {
        "again": {"kind": "play", "card": game.number("Queen")},
        "another card": {"kind": "play", "card": game.number("3")},
        "draw": {"kind": "draw"},
        "agree": {"kind": "agree"},
    }
    game.refuses_move("ada", moves[attempt], rule="R103", code="waits")
    game.answers("9")
    assert (game.values("Queen"), len(game.chance.drawn), game.hand("bob")) == ((13,), 1, ["2"])


def test_R18_a_wrong_answer_changes_no_dice() -> None:
    """It is refused, the play waits on, and the roll stays."""
    game = begun()
    game.refuses_answer("5")
    game.refuses_answer(["9", "2"])
    game.answers("2")
    assert (game.values("Queen"), len(game.chance.drawn)) == ((13,), 1)


def test_R18_an_answer_given_before_a_draw_cannot_be_changed_after_it() -> None:
    """Mean asks first, Torn rolls then, and the Queen asks: her question cannot be used to answer Mean's otherwise."""
    game = table(ada="Queen; Mean; Torn, 3", bob="9, 2 | 1", pile="King")
    game.dice(3)
    game.play("ada", "Queen", "9")
    assert game.is_begun
    changed = [[game.number("2")], [game.number("9")]]
    with pytest.raises(BadAnswer):
        GAME.play(game.rules, game.state, "ada", Answer(), changed, game.chance, game.environment)
    game.answers("2")
    assert (game.modifiers("9"), game.hand("bob"), len(game.chance.drawn)) == (["Torn"], ["9"], 1)


def test_R18_left_open_at_the_limit_a_mandatory_choice_is_drawn() -> None:
    """The time of the turn is up: the roll stays, chance chooses what the Queen destroys, and ada has not forfeited."""
    game = begun()
    game.dice(3)
    game.lets_time_pass()
    assert (game.values("Queen"), game.hand("bob"), game.participants()) == ((13,), ["2"], ["ada", "bob", "eve"])
    assert (game.owed(), game.turn, game.is_begun) == (["bob draws"], "bob", False)


def test_R18_left_open_at_the_limit_an_optional_choice_is_declined() -> None:
    """A Torn King then makes nobody draw."""
    game = table(ada="King; Torn, 3", bob="9, 2 | 1", pile="Queen")
    game.dice(4)
    game.play("ada", "King")
    game.lets_time_pass()
    assert (game.owed(), game.pile()[-1], game.turn) == ([], "King", "bob")


def test_R103_while_a_play_waits_others_can_only_forfeit() -> None:
    """No Timely card, no payment, no consent; what may be done is to forfeit."""
    game = begun()
    eve_7 = {"kind": "play", "card": game.number("7")}
    game.refuses_move("eve", eve_7, rule="R103", code="waits")
    game.refuses_move("bob", {"kind": "agree"}, rule="R103", code="waits")
    moves = [move.move.kind for move in GAME.legal(game.rules, game.state, "eve", game.environment)]
    assert moves == ["forfeit"]


def test_R103_a_forfeit_of_another_leaves_the_play_waiting_with_less_to_choose_from() -> None:
    """Bob's cards are gone from what the Queen can destroy; the roll stays."""
    game = begun()
    game.forfeits("bob")
    assert game.is_begun
    question = GAME.question(game.rules, game.state, game.environment)
    assert question is not None
    assert [game.name(option.value) for option in question.options] == ["ada's 3", "ada's 8", "eve's 10", "eve's 7"]
    game.move("ada", "answer", "10")
    assert (game.values("Queen"), game.hand("eve"), game.turn) == ((13,), ["7"], "eve")


def test_R18_a_forfeit_of_who_is_asked_does_not_undo_the_dice() -> None:
    """What has drawn must be finished: chance chooses for the Queen first, and then ada is out."""
    game = begun()
    game.dice(3)
    game.forfeits("ada")
    assert (game.pile(), game.hand("bob"), game.owed()) == (["King", "Queen"], ["2"], ["bob draws"])
    assert (game.values("Queen"), game.participants(), game.turn) == ((13,), ["bob", "eve"], "bob")


def test_R36_a_begun_play_is_not_silence() -> None:
    """Whoever has begun to play does not forfeit when the turn's time is up."""
    game = begun()
    game.dice(1)
    game.lets_time_pass()
    assert (game.participants(), game.pile(), game.turn) == (["ada", "bob", "eve"], ["King", "Queen"], "bob")


def test_R103_forfeits_of_all_others_win_the_game_for_who_is_asked() -> None:
    """The last participant left wins (R43), and the play does not matter any more."""
    game = begun()
    game.forfeits("bob")
    game.forfeits("eve")
    assert (game.winner, game.is_begun) == ("ada", False)

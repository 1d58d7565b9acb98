"""Endings that an effect brings after its play: what waited for an event, or for somebody's choice."""

from typing import Any

import pytest

from tests.support.exoptosis_scenario import Scenario, changed_rules, table

WIN = {"finish": "win", "who": "$me"}
CHIP = {"grant": "Chip", "to": "$me"}


def played(*effect: dict[str, Any]) -> Scenario:
    """Ada plays a 5 that does this; bob and eve play along."""

    def change(law: dict[str, Any]) -> None:
        law["cards"]["5"]["hooks"] = {"when_played": list(effect)}
        law["battles"]["rewards"] = []

    game = table(ada="5, 9 | 2", bob="7, 8 | 3", eve="1, 10", pile="4", rules=changed_rules(change))
    game.play("ada", "5")
    return game


@pytest.mark.parametrize("event", ["turn_end", "turn_start"])
def test_a_game_can_be_won_where_a_turn_ends_or_begins(event: str) -> None:
    """What stands after it in the same list is not done any more, nor is what else waits."""
    game = played({"wait": event, "do": [WIN, CHIP]}, {"wait": event, "do": [CHIP]})
    assert (game.winner, game.granted("ada")) == ("ada", {})


def test_a_game_can_be_won_in_place_of_a_draw() -> None:
    """The one who draws has then drawn nothing."""
    game = played({"wait": "drawing", "instead": True, "who": "$next", "do": [WIN, CHIP]})
    game.draws("bob")
    assert (game.winner, game.deck("bob"), game.granted("ada")) == ("ada", ["3"], {})


def test_whoever_forfeits_as_their_turn_begins_is_passed_over() -> None:
    """It is the turn of the next one then."""
    game = played({"wait": "turn_start", "who": "$next", "do": [{"finish": "forfeit", "who": "$event.who"}]})
    assert (game.participants(), game.turn) == (["ada", "eve"], "eve")


def test_a_game_can_be_won_by_what_others_choose() -> None:
    """R41: it is owed until then."""
    game = played({"choose": "k", "from": [1, 2], "by": "$next"}, WIN, CHIP)
    game.pays("bob", 1)
    assert (game.winner, game.granted("ada")) == ("ada", {})


def test_R41_once_a_game_is_won_nothing_more_falls_to_chance() -> None:
    """Bob's choice and eve's are due together: his has ada win, and nobody draws for eve."""
    game = played({"each": "them", "in": "$others", "do": [{"choose": "k", "from": [1, 2], "by": "$them"}, WIN]})
    assert game.owed() == ["bob chooses", "eve chooses"]
    game.dice(2)
    game.draws("bob")
    assert (game.winner, len(game.chance.drawn), game.told("overdue")) == ("ada", 1, [{"player": "bob"}])


def test_R41_R98_a_choice_that_lapses_meanwhile_does_not_fall_to_chance() -> None:
    """Bob's choice is due first and has eve forfeit, who owes one too: nothing is owed by her then."""
    out = {"finish": "forfeit", "who": "$whom"}
    game = played({"each": "them", "in": "$others", "do": [{"choose": "whom", "from": "$others", "by": "$them"}, out]})
    game.dice(2)
    game.draws("bob")
    assert (game.participants(), game.told("overdue")) == (["ada", "bob"], [{"player": "bob"}])
    assert (game.owed(), game.turn) == ([], "ada")

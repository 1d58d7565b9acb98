"""Effects in which somebody else chooses, as a vote may make them: owed, and due like any debt (R41)."""

from typing import Any

from exoptosis.engine.parsed_law import Rules
from tests.support.exoptosis_scenario import changed_rules, table


def nine_that(*effect: dict[str, Any]) -> Rules:
    """A law in which a 9 does this when played."""
    return changed_rules(lambda document: document["cards"]["9"].update(hooks={"when_played": list(effect)}))


def magpies() -> Rules:
    """Each other participant chooses a card of their hand, which goes to the player's deck; the player gains 1."""
    return nine_that(
        {
            "each": "them",
            "in": "$others",
            "do": [
                {"choose": "loot", "by": "$them", "from": {"cards": "hand", "of": "$them"}},
                {"move": "$loot", "to": "deck", "of": "$me"},
            ],
        },
        {"grant": "Vertebra", "n": 1, "to": "$me"},
    )


def test_R41_a_choice_of_others_is_owed_and_the_rest_of_the_play_goes_on() -> None:
    """Bob and eve have something to choose and owe it; max has one card, which goes at once; ada has her Vertebra."""
    game = table(ada="9, 3", bob="1, 2", eve="5, 6, 7", max="8", pile="10", kind="duel", rules=magpies())
    game.play("ada", "9")
    game.asks_nothing()
    assert (game.owed(), game.deck("ada"), game.granted("ada")) == (
        ["bob chooses", "eve chooses"],
        ["8"],
        {"Vertebra": 1},
    )
    assert (game.winner, game.hand("max")) == ("max", [])


def test_R41_what_depends_on_the_choice_waits_for_it() -> None:
    """Eve pays before her turn: exactly her hand is on offer, and the card goes to ada's deck then."""
    game = table(ada="9, 3", bob="1, 2", eve="5, 6, 7", pile="10", rules=magpies())
    game.play("ada", "9")
    game.pays("eve")
    game.asks("eve", ["5", "6", "7"])
    game.refuses_answer("1")
    game.answers("6")
    assert (game.deck("ada"), game.hand("eve"), game.owed()) == (["6"], ["5", "7"], ["bob chooses"])


def test_R41_a_mandatory_choice_that_is_overdue_is_drawn() -> None:
    """As bob's turn ends, chance chooses for him and for eve, in the order in which they came to owe."""
    game = table(ada="9, 3", bob="1, 2 | 4", eve="5, 6, 7", pile="10", rules=magpies())
    game.play("ada", "9")
    game.dice(3, 1)
    game.draws("bob")
    assert (game.deck("ada"), game.hand("bob"), game.hand("eve")) == (["4", "5"], ["1", "2"], ["6", "7"])


def test_R41_an_optional_choice_that_is_overdue_is_declined() -> None:
    """None is chosen, and nothing is drawn for it."""
    rules = nine_that(
        {"choose": "loot", "by": "$next", "from": {"cards": "hand", "of": "$next"}, "n": [0, 1]},
        {"move": "$loot", "to": "deck", "of": "$me"},
    )
    game = table(ada="9, 3", bob="1, 2 | 4", pile="10", rules=rules)
    game.play("ada", "9")
    assert game.owed() == ["bob chooses"]
    game.draws("bob")
    assert (game.deck("ada"), game.hand("bob"), game.owed()) == ([], ["1", "2", "4"], [])


def test_R106_a_choice_that_is_owed_keeps_the_effect_it_came_from() -> None:
    """The 9 has been repealed since: what bob chooses goes to ada's deck all the same."""
    game = table(ada="9, 3", bob="1, 2", pile="10", rules=magpies())
    game.play("ada", "9")
    game.votes(lambda document: document["cards"].pop("9"))
    game.pays("bob", "2")
    assert (game.deck("ada"), game.hand("bob")) == (["2"], ["1"])


def test_R98_a_choice_owed_by_who_forfeits_lapses() -> None:
    """Eve forfeits: nothing of hers goes anywhere, and bob owes on."""
    game = table(ada="9, 3", bob="1, 2", eve="5, 6, 7", pile="10", rules=magpies())
    game.play("ada", "9")
    game.forfeits("eve")
    assert (game.owed(), game.deck("ada"), game.turn) == (["bob chooses"], [], "bob")


def test_R98_the_turn_of_who_forfeits_ends_and_with_it_the_time_of_others_debts() -> None:
    """It was bob's turn, the next player's after ada: what eve owes falls to chance."""
    game = table(ada="9, 3", bob="1, 2", eve="5, 6, 7", pile="10", rules=magpies())
    game.play("ada", "9")
    game.dice(2)
    game.forfeits("bob")
    assert (game.owed(), game.deck("ada"), game.turn) == ([], ["6"], "eve")


def test_a_choice_is_made_from_what_there_is_when_it_is_made() -> None:
    """A Queen after the Speedy 9 destroys one of bob's two cards: the other goes, and then he draws for the Queen."""
    game = table(ada="9; Speedy; Hearts, Queen; Hearts, 3", bob="1, 2 | 5", pile="10", rules=magpies())
    game.play("ada", "9")
    game.play("ada", "Queen", "1")
    assert game.owed() == ["bob chooses", "bob draws"]
    game.pays("bob")
    assert (game.hand("bob"), game.deck("ada"), game.owed(), game.winner) == (["5"], ["2"], [], "")


def test_waiting_effects_meet_the_beginning_and_the_end_of_turns() -> None:
    """A 9 that pays its player when bob's turn begins, and again when it ends; once each."""
    rules = nine_that(
        {"wait": "turn_start", "who": "$next", "do": [{"grant": "Vertebra", "n": 2, "to": "$me"}]},
        {"wait": "turn_end", "who": "$next", "do": [{"grant": "Vertebra", "n": 5, "to": "$event.who"}]},
    )
    game = table(ada="9, 3 | 4, 6", bob="1, 2 | 5, 7", pile="10", rules=rules)
    game.play("ada", "9")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 2}, {})
    game.draws("bob", "5")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 2}, {"Vertebra": 5})
    game.draws("ada", "4")
    game.draws("bob")
    assert (game.granted("ada"), game.granted("bob"), game.state.waits) == ({"Vertebra": 2}, {"Vertebra": 5}, ())


def test_a_waiting_effect_may_be_about_one_player_only() -> None:
    """A 9 that pays when eve next plays a card: bob's play passes by, hers is met once."""
    rules = nine_that(
        {"choose": "them", "from": "$others"},
        {"wait": "played", "who": "$them", "do": [{"grant": "Vertebra", "n": 2, "to": "$me"}]},
    )
    game = table(ada="9, 3 | 4", bob="8, 1", eve="7, 6, 2", pile="10", rules=rules)
    game.play("ada", "9", "eve")
    game.play("bob", "8")
    assert game.granted("ada") == {}
    game.play("eve", "7")
    assert (game.granted("ada"), game.state.waits) == ({"Vertebra": 2}, ())

"""What happens outside a game, or to the law, and touches it (R93, R100, R104, R106)."""

from typing import Any

import pytest

from tests.support.exoptosis_scenario import table

# ── what happens outside


def test_R104_a_quantum_played_in_another_game_takes_the_one_here() -> None:
    """It comes as a happening: bob's last card is gone, and he has won by it."""
    game = table(ada="9, 3", bob="Quantum", eve="2 | Quantum", pile="10")
    gone = [game.number("bob's Quantum"), game.number("eve's Quantum")]
    game.happens("card-destroyed-elsewhere", cards=gone, originals=["bob's Quantum"])
    assert (game.hand("bob"), game.deck("eve"), game.winner) == ([], [], "bob")


def test_R104_vertebrae_spent_elsewhere_are_gone_here() -> None:
    """A Credit Card that could go anywhere has to fit once its player has fewer than 3."""
    game = table(ada="Credit Card, 3", bob="2", pile="Amalgam", vertebrae={"ada": 3})
    assert game.playable("ada") == ["Credit Card"]
    game.environment.stock["ada", "Vertebra"] = 2
    assert game.playable("ada") == []


def test_R93_a_card_obtained_joins_the_deck_once() -> None:
    """The same original again brings no second duplicate; one of another player's does."""
    game = table(ada="9, 3", bob="2", pile="10")
    game.happens("obtained", player="bob", cards=[game.environment.originals["ada's 9"]])
    assert game.deck("bob") == ["9"]
    with pytest.raises(AssertionError, match="touches nothing"):
        game.happens("obtained", player="bob", cards=[game.environment.originals["ada's 9"]])


def test_R100_duplicates_that_others_hold_stay() -> None:
    """Max has left and his originals are destroyed: the 7 that ada drew from his deck is hers to play."""
    game = table(ada="Princess of Stars, 6 | 2", max="9 | 7, 5", bob="1 | 8", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("max", "5")
    game.draws("bob")
    game.draws("ada", "max")
    game.happens("left", player="max")
    with pytest.raises(AssertionError, match="touches nothing"):
        game.happens("card-destroyed-elsewhere", cards=[], originals=["max's 7", "max's 9"])
    assert (game.hand("ada"), game.participants()) == (["6", "7"], ["ada", "bob"])


def test_R100_who_leaves_the_cycle_forfeits_and_what_they_bound_pays_nothing() -> None:
    """Max bound bob's 9 in this game and leaves: his cards are gone, and playing the 9 pays nobody."""
    game = table(max="7, 1", bob="9; Bound by max, 2", ada="3", pile="10", turn="bob")
    game.environment.lists["players",] = ["bob", "ada"]
    game.happens("left", player="max")
    game.play("bob", "9")
    assert (game.participants(), game.granted("max")) == (["bob", "ada"], {})


# ── the law changes


def test_R106_a_repealed_species_keeps_its_values_and_loses_its_effect() -> None:
    """The Jack goes upon a 10 as before, and nobody draws."""
    game = table(ada="Jack, 7", bob="10 | 3", pile="10")
    game.votes(lambda document: document["cards"].pop("Jack"))
    game.play("ada", "Jack")
    assert (game.pile()[-1], game.values("Jack"), game.owed(), game.turn) == ("Jack", (11,), [], "bob")


def test_R106_a_repealed_modifier_does_nothing() -> None:
    """A Speedy card gives no turn, and an Adamantine one can be destroyed."""

    def repeal(document: dict[str, Any]) -> None:
        del document["modifiers"]["Speedy"], document["modifiers"]["Adamantine"]

    game = table(ada="Queen; Speedy, 7", bob="10; Adamantine, 1", pile="King")
    game.votes(repeal)
    game.play("ada", "Queen", "10")
    assert (game.hand("bob"), game.turn) == (["1"], "bob")


def test_R106_a_change_of_values_reaches_the_cards_in_play() -> None:
    """Sevens are eights from the next move on; what the game has done to a card stays."""
    game = table(ada="7, 3", bob="7; Hearts", pile="9")
    assert game.playable("ada") == []
    game.votes(lambda document: document["cards"]["7"].update(values=[8]))
    assert game.playable("ada") == ["7"]
    game.play("ada", "7")
    assert (game.values("bob's 7"), game.card("bob's 7").suits) == ((8,), ("Hearts",))


def test_R106_a_debt_is_not_touched_by_a_change_of_the_law() -> None:
    """The God's draw is of Stars still, though Gods have been repealed since."""
    game = table(ada="God of Stars, 7", bob="9 | 3, 7 of Stars, 9 of Stars", pile="Queen")
    game.play("ada", "God of Stars")
    game.votes(lambda document: document["cards"].pop("God of Stars"))
    game.pays("bob")
    game.asks("bob", ["7 of Stars", "9 of Stars"])

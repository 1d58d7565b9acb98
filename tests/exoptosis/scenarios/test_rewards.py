"""What a battle brings when it ends (R44), seen from the last card played."""

from tests.support.exoptosis_scenario import Scenario, table


def total(game: Scenario) -> dict[str, dict[str, int]]:
    """What everybody has gained, those with nothing left out."""
    gained = {seat.player: game.granted(seat.player) for seat in game.state.seats}
    return {player: items for player, items in gained.items() if items}


def test_R44_everybody_is_rewarded_by_the_hands_at_the_end() -> None:
    """Ada wins; bob has 1 card, eve 2, max has forfeited with 4: T is 3, and the fewest cards are bob's."""
    game = table(ada="9", bob="2", eve="7, 8", max="3, 4, 5, 6", pile="10")
    game.forfeits("max")
    game.play("ada", "9")
    assert total(game) == {
        "ada": {"Handy Pack": 1, "Chip": 1, "Vertebra": 3},
        "bob": {"Already-opened Pack": 1, "Vertebra": 2, "Reconfiguration Token": 1},
        "eve": {"Vertebra": 1, "Reconfiguration Token": 1},
        "max": {"Reconfiguration Token": 1},
    }


def test_R44_all_with_the_fewest_cards_have_a_pack() -> None:
    """Bob and eve have two each, max three; T is 7."""
    game = table(ada="9", bob="2, 1", eve="7, 8", max="3, 4, 5", pile="10")
    game.play("ada", "9")
    packs = [game.granted(player).get("Already-opened Pack", 0) for player in ("ada", "bob", "eve", "max")]
    vertebrae = [game.granted(player)["Vertebra"] for player in ("ada", "bob", "eve", "max")]
    assert (packs, vertebrae) == ([0, 1, 1, 0], [7, 5, 5, 4])


def test_R44_a_winner_with_cards_in_hand_may_have_the_fewest() -> None:
    """Won by a Lotto Ticket with one card left against three: the hand is not empty and counts."""
    game = table(ada="Lotto Ticket; Hearts, 7", bob="2, 1, 5", pile="10; Hearts")
    game.dice(100)
    game.play("ada", "Lotto Ticket")
    assert game.granted("ada") == {"Handy Pack": 1, "Chip": 1, "Already-opened Pack": 1, "Vertebra": 3}
    assert game.granted("bob") == {"Vertebra": 1, "Reconfiguration Token": 1}


def test_R44_a_duel_brings_the_pool_and_nothing_else() -> None:
    """No packs, no Vertebrae, no tokens."""
    game = table(ada="9", bob="2", eve="7, 8", pile="10", kind="duel", staked={"ada": 1, "bob": 1})
    game.play("ada", "9")
    assert (total(game), game.stock("ada", "Chip")) == ({}, 2)


def test_R43_the_pool_of_a_won_battle_comes_beside_the_rewards() -> None:
    """Two Chips of the pool, and the one for winning."""
    game = table(ada="9", bob="2", pile="10", staked={"ada": 1, "bob": 1})
    game.play("ada", "9")
    assert (game.stock("ada", "Chip"), game.stock("bob", "Chip")) == (3, 0)

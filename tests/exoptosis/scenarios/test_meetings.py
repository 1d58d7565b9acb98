"""Where effects, debts, forfeits and the world outside meet."""

from typing import Any

import pytest

from tests.support.scenario import Scenario, table

# ── one card played by another's


def test_a_deceitful_last_card_wins_after_the_taken_one_has_resolved() -> None:
    """Ada's hand is empty, but the Orb that she takes may put a card into it."""
    game = table(ada="9; Deceitful", bob="Orb of Blight, 7", pile="10")
    game.play("ada", "9", "Orb of Blight", "ada")
    assert (game.hand("ada"), game.winner) == (["-1 of Blight"], "")
    game = table(ada="9; Deceitful", bob="Orb of Blight, 7", pile="10")
    game.play("ada", "9", "Orb of Blight", "bob")
    assert game.winner == "ada"


def test_R76_a_deceitful_card_that_takes_a_last_card_lets_its_holder_win() -> None:
    """Bob's hand is empty at the win check, ada's is not."""
    game = table(ada="9; Deceitful, 3", bob="2", pile="10")
    game.play("ada", "9")
    assert (game.pile(), game.winner) == (["10", "9", "2"], "bob")


def test_a_taken_speedy_card_lies_upon_the_deceitful_one() -> None:
    """It looks at ada's own card beneath it: upon a Speedy one it gives no second extra turn."""
    game = table(ada="9; Deceitful; Speedy, 3, 8", bob="2; Speedy, 7", pile="10")
    game.play("ada", "9", "2")
    assert (game.turn, game.next_turns(1)) == ("ada", ["bob"])
    game = table(ada="9; Deceitful, 3, 8", bob="2; Speedy, 7", pile="10; Speedy")
    game.play("ada", "9", "2")
    assert (game.turn, game.next_turns(1)) == ("ada", ["bob"])


def test_R86_a_taken_lotto_ticket_rolls_for_the_taker() -> None:
    """A 1 makes ada forfeit, whose play it is."""
    game = table(ada="9; Deceitful, 3", bob="Lotto Ticket, 7", eve="2", pile="10")
    game.dice(1)
    game.play("ada", "9", "Lotto Ticket")
    assert (game.participants(), game.turn) == (["bob", "eve"], "bob")


def test_a_taken_quantum_is_its_takers_on_the_pile() -> None:
    """The owner of a card on the pile is who played it (R78), so ada gains for it; bob gains for his original."""
    game = table(ada="9; Deceitful, 3", bob="Quantum, 7", pile="10", active=["bob"])
    game.outside.lists["cycle-cards",] = [
        {"ref": "@bob's Quantum", "species": "Quantum", "owner": "bob", "modifiers": [], "original": "bob's Quantum"}
    ]
    game.dice(1)
    game.play("ada", "9", "Quantum")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 1}, {"Vertebra": 1})


def test_R86_what_a_taken_card_binds_is_bound_for_the_taker() -> None:
    """Bob's Demonic card is played by ada: the card that she marks remembers her, whose act it is (R30)."""
    game = table(ada="9; Deceitful, 3", bob="2; Demonic, 7", pile="10")
    game.play("ada", "9", "2", "7")
    assert [(modifier.name, modifier.by) for modifier in game.card("7").modifiers] == [
        ("Holographic", ""),
        ("Bound", "ada"),
    ]


def test_a_goddess_that_takes_a_card_meets_it() -> None:
    """A Deceitful Goddess: she waits from her own effect on, and the card taken is the next without Clocks."""
    game = table(ada="Goddess of Clocks; Deceitful, 3 | 4, 5", bob="2, 7", pile="Queen")
    game.play("ada", "Goddess of Clocks", "2")
    game.asks("ada", ["4", "5"])
    game.answers("5")
    assert (game.hand("ada"), game.state.waits) == (["3", "5"], ())


@pytest.mark.parametrize(("roll", "winner"), [(1, "bob"), (100, "ada")])
def test_R48_a_sacrificial_lotto_ticket_ends_whatever_it_rolls(roll: int, winner: str) -> None:
    """Whether its player is out by it or wins: it has been played, and card and original are destroyed."""
    game = table(ada="Lotto Ticket; Sacrificial; Hearts, 7", bob="9", pile="3; Hearts")
    game.dice(roll)
    game.play("ada", "Lotto Ticket")
    assert (game.winner, game.granted("ada")["Chip"]) == (winner, 1 + (winner == "ada"))
    assert (game.destroyed_on_pile(), game.originals_destroyed()) == (["Lotto Ticket"], ["ada's Lotto Ticket"])


# ── Torn and demands


def test_R49_a_torn_card_can_break_a_6s_demand() -> None:
    """A red 10 goes upon a cyan 6, being even; a shift by one makes it odd: it stands and costs a draw."""
    game = table(ada="10; Torn; Red, 3 | 5", bob="1", pile="6; Cyan")
    game.dice(4)
    game.play("ada", "10")
    assert (game.values("10"), game.hand("ada"), game.turn) == ((11,), ["3", "5"], "bob")
    game = table(ada="10; Torn; Red, 3 | 5", bob="1", pile="6; Cyan")
    game.dice(5)
    game.play("ada", "10")
    assert (game.values("10"), game.hand("ada")) == ((12,), ["3"])


def test_R49_a_torn_card_that_its_effect_allows_anywhere_costs_no_draw() -> None:
    """A Credit Card is paid for with the last 3 Vertebrae and lies upon a card without a value: no shift matters."""
    game = table(ada="Credit Card; Torn, 3 | 5", bob="1", pile="Amalgam; Red", vertebrae={"ada": 3})
    game.dice(1)
    game.play("ada", "Credit Card")
    assert (game.stock("ada"), game.hand("ada"), game.turn) == (0, ["3"], "bob")


def test_R49_the_first_card_of_a_game_cannot_be_torn_out_of_place() -> None:
    """There is nothing beneath that it would not fit."""
    game = table(ada="9; Torn, 3 | 5", bob="1", number=1)
    game.dice(1)
    game.play("ada", "9")
    assert (game.values("9"), game.hand("ada")) == ((7,), ["3"])


def test_R88_upon_a_joker_no_shift_makes_a_card_illegal() -> None:
    """There only the colour counts."""
    game = table(ada="10; Torn; Red, 3 | 5", bob="1", pile="Joker; Red")
    game.dice(1)
    game.play("ada", "10")
    assert game.hand("ada") == ["3"]


def test_a_torn_6_that_has_shifted_demands_an_even_value_still() -> None:
    """Its demand is its species', its value only what the next card has to fit: upon 7, an 8."""
    game = table(ada="6; Torn, 3", bob="8, 7, 6, 5", pile="7")
    game.dice(4)
    game.play("ada", "6")
    assert game.playable("bob") == ["8", "6"]


def test_R37_values_once_torn_count_as_changed_on_the_pile() -> None:
    """A 9 that became 7: 10 no longer fits, 6 does."""
    game = table(ada="9; Torn, 3 | 2", bob="10, 6", pile="8")
    game.dice(1)
    game.play("ada", "9")
    assert (game.hand("ada"), game.playable("bob")) == (["3"], ["6"])


# ── debts, forfeits and turns


def test_R98_forfeiting_while_owing_ends_the_debt() -> None:
    """Bob owes two draws and forfeits: nothing is owed any more, and nobody draws for him."""
    game = table(ada="Ace, 7", bob="10 | 3, 4", eve="6", pile="2")
    game.play("ada", "Ace", "bob")
    game.forfeits("bob")
    assert (game.owed(), game.turn, game.participants()) == ([], "eve", ["ada", "eve"])


def test_R98_forfeiting_while_being_owed_ends_the_debt() -> None:
    """Eve owes ada a card; ada forfeits, and eve keeps hers."""
    game = table(ada="9", bob="1, 5", eve="7, 8", pile="10")
    game.draws("ada", "eve")
    game.forfeits("ada")
    assert (game.owed(), game.hand("eve"), game.turn) == ([], ["7", "8"], "bob")


def test_R98_a_debt_stays_when_the_one_whose_card_caused_it_forfeits() -> None:
    """Only debts by and to the forfeiter lapse: bob still owes the draws of ada's Ace."""
    game = table(ada="Ace, 7", bob="10 | 3, 4", eve="6", pile="2")
    game.play("ada", "Ace", "bob")
    game.forfeits("ada")
    assert (game.owed(), game.turn) == (["bob draws", "bob draws"], "bob")


def test_R41_a_debtor_in_turn_who_draws_pays_what_is_owed_when_the_turn_ends() -> None:
    """Drawing for one's turn is no play: bob's own draw first, then chance for the one that he owes."""
    game = table(ada="Jack, 7", bob="10 | 3, 4, 5", eve="6", pile="10")
    game.play("ada", "Jack")
    game.dice(2)
    game.draws("bob", "3")
    assert (game.hand("bob"), game.owed(), game.turn) == (["10", "3", "5"], [], "eve")


def test_R41_a_card_that_chance_gives_away_first_cannot_be_played() -> None:
    """Bob owes ada a card and plays one: chance gives away that very card, and bob is on turn still."""
    game = table(ada="9", bob="10, 5 | 2", eve="7", pile="10")
    game.draws("ada", "bob")
    game.dice(1)
    game.play("bob", "10")
    assert (game.hand("ada"), game.hand("bob"), game.pile()) == (["9", "10"], ["5"], ["10"])
    assert (game.turn, len(game.told("play-lapsed"))) == ("bob", 1)


def test_R41_a_gift_owed_by_who_has_no_card_left_lapses() -> None:
    """Eve owes ada a card, and her only one was destroyed meanwhile: ada gets nothing, and eve has won."""
    game = table(ada="9", bob="2; Cheating, 1, 5", eve="7", max="8; Adamantine, 6", pile="3")
    game.draws("ada", "eve")
    game.play("bob", "2", ["7", "6"])
    assert (game.winner, game.hand("ada")) == ("eve", ["9"])


def test_R80_a_skip_is_used_up_only_when_the_turn_would_come() -> None:
    """Bob is skipped twice over: two rounds pass without him."""
    game = table(ada="9; Jumping, 8; Jumping, 3 | 2", bob="7", eve="10 | 1", pile="10")
    game.play("ada", "9")
    game.draws("eve")
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("eve", ["ada", "bob"])


def test_R74_a_card_out_of_turn_skips_the_one_after_its_player() -> None:
    """Bob's Timely and Jumping card in ada's turn: eve is skipped, who comes after him."""
    game = table(ada="9, 3 | 1", bob="10; Timely; Jumping, 2", eve="6", max="5", pile="10")
    game.play("bob", "10")
    assert (game.turn, game.next_turns(3)) == ("ada", ["bob", "max", "ada"])


def test_R74_uno_reverse_out_of_turn_with_two_left() -> None:
    """Bob's extra turn follows ada's current one, and then the order goes on after ada: bob again."""
    game = table(ada="9; Hearts, 3 | 1", bob="Uno Reverse; Timely; Hearts, 2 | 4", pile="10; Hearts")
    game.play("bob", "Uno Reverse")
    assert (game.turn, game.state.direction, game.next_turns(3)) == ("ada", -1, ["bob", "bob", "ada"])


def test_R80_a_skipped_player_still_plays_timely_cards_and_pays_debts() -> None:
    """A skip takes the turn and nothing else."""
    game = table(ada="9; Jumping, 3", bob="8; Timely, 7", eve="2", pile="10")
    game.play("ada", "9")
    assert (game.turn, game.playable("bob")) == ("eve", ["8"])


def test_R102_a_player_with_a_hand_is_a_participant() -> None:
    """Whoever has forfeited has no hand to choose from, and is nobody's target."""
    game = table(ada="Ace, King, 7", bob="10", eve="6, 2", pile="2")
    game.forfeits("bob")
    game.play("ada", "Ace")
    assert game.owed() == ["eve draws", "eve draws"]


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
    game.outside.stock["ada", "Vertebra"] = 2
    assert game.playable("ada") == []


def test_R93_a_card_obtained_joins_the_deck_once() -> None:
    """The same original again brings no second duplicate; one of another player's does."""
    game = table(ada="9, 3", bob="2", pile="10")
    game.happens("obtained", player="bob", cards=[game.outside.originals["ada's 9"]])
    assert game.deck("bob") == ["9"]
    with pytest.raises(AssertionError, match="touches nothing"):
        game.happens("obtained", player="bob", cards=[game.outside.originals["ada's 9"]])


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
    game.outside.lists["players",] = ["bob", "ada"]
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


# ── betting


def bettors() -> Scenario:
    """Betting is open; ada holds a Holographic 9 in play and no Chip, bob and eve have Chips."""
    return table(
        ada="9; Holographic, 3 | 5; Holographic",
        bob="2, 4",
        eve="8, 1",
        stage="betting",
        chips={"bob": 2, "eve": 2},
        vertebrae={"ada": 0},
    )


def test_R35_a_holographic_card_that_is_in_play_can_be_bet_and_stays_in_play() -> None:
    """The original leaves ada's inventory; its duplicate stays in her hand, is played, and pays her."""
    game = bettors()
    game.move("ada", "raise", to=1)
    game.asks("ada", ["ada's 9", "ada's 5"])
    game.answers("ada's 9")
    assert (game.told("staked")[0]["cards"], game.hand("ada")) == (["ada's 9"], ["9", "3"])
    game.move("bob", "match")
    game.move("eve", "match")
    for player in ("ada", "bob", "eve"):
        game.move(player, "pass")
    game.play("ada", "9")
    assert game.granted("ada") == {"Vertebra": 1}
    assert (game.stock("bob", "Chip"), game.stock("eve", "Chip")) == (1, 1)


def test_R43_the_winner_takes_bet_cards_too() -> None:
    """Bob and eve forfeit to nobody but ada: two Chips and her own card."""
    game = bettors()
    game.move("ada", "raise", ["ada's 5"], to=1)
    game.move("bob", "match")
    game.move("eve", "match")
    game.forfeits("bob")
    game.forfeits("eve")
    assert game.winner == "ada"
    (won,) = game.told("pool-won")
    assert (won["player"], won["items"], won["cards"]) == ("ada", {"Chip": 2}, ["ada's 5"])


def test_R97_a_bet_card_that_its_sacrificial_duplicate_ends_leaves_the_pool() -> None:
    """Its stake still counts; the winner gets what is left."""
    game = table(
        ada="9; Holographic; Sacrificial, 3", bob="2, 4", stage="betting", chips={"bob": 2}, vertebrae={"ada": 0}
    )
    game.move("ada", "raise", ["ada's 9"], to=1)
    game.move("bob", "match")
    game.move("ada", "pass")
    game.move("bob", "pass")
    game.play("ada", "9")
    assert (game.seat("ada").stake.cards, game.seat("ada").stake.size) == ((), 1)
    game.forfeits("bob")
    (won,) = game.told("pool-won")
    assert (won["items"], won["cards"]) == ({"Chip": 1}, [])


# ── standing orders


def test_R110_an_order_to_pay_the_lowest_card_is_used_at_once() -> None:
    """Bob owes a draw: the lowest of his deck, with the answer that the game asks for."""
    game = table(ada="Jack, 7", bob="10 | 8, 3, Joker", eve="6", pile="10")
    assert game.order("bob", {"kind": "pay", "how": "lowest"}) is None
    game.play("ada", "Jack")
    used = game.order("bob", {"kind": "pay", "how": "lowest"})
    assert used == ({"kind": "pay", "debt": game.debts_of("bob")[0].id}, ((game.number("3"),),))
    assert game.order("eve", {"kind": "pay", "how": "lowest"}) is None


def test_R110_an_order_to_draw_is_used_when_nothing_can_be_played() -> None:
    """On ada's turn, and only while she is stuck: chance chooses what she draws."""
    order = {"kind": "draw-if-stuck"}
    assert table(ada="5 | 2, 4", bob="10", pile="10").order("ada", order) == ({"kind": "draw", "how": "random"}, ())
    assert table(ada="9 | 2, 4", bob="10", pile="10").order("ada", order) is None
    assert table(ada="5 | 2, 4", bob="10", pile="10", turn="bob").order("ada", order) is None


def test_R110_an_order_is_never_used_in_the_games_first_turn() -> None:
    """Ada could play, and would by her order from the second turn on."""
    order = {"kind": "play-if-playable", "card": 1}
    assert table(ada="9, 3", bob="10", pile="10", number=1).order("ada", order) is None
    assert table(ada="9, 3", bob="10", pile="10", number=2).order("ada", order) == ({"kind": "play", "card": 1}, ())

"""Species that move Vertebrae or the turn: Credit Card, its monopoly, Coup Duke, Lotto Ticket, Uno Reverse."""

import pytest

from tests.support.exoptosis_scenario import GAME, shows, table

# ── Credit Card


@shows("Credit Card")
def test_R77_a_credit_card_goes_on_anything_for_3_vertebrae() -> None:
    """Upon a Lotto Ticket or a card without a value; they go to whoever played the card beneath (R78)."""
    game = table(ada="Credit Card, 7", bob="9", eve="10", pile="King @eve, Amalgam @bob", vertebrae={"ada": 5})
    game.play("ada", "Credit Card")
    game.asks_nothing()
    assert [game.granted(player) for player in ("ada", "bob", "eve")] == [{"Vertebra": -3}, {"Vertebra": 3}, {}]
    assert (game.stock("ada"), game.stock("bob"), game.turn) == (2, 3, "bob")


@shows("Credit Card")
def test_R77_a_credit_card_pays_where_it_would_fit_anyway() -> None:
    """It has every natural number and fits a 10 by itself, and still pays."""
    game = table(ada="Credit Card, 7", bob="9", pile="10 @bob", vertebrae={"ada": 3})
    game.play("ada", "Credit Card")
    assert (game.stock("ada"), game.stock("bob")) == (0, 3)


@shows("Credit Card")
def test_a_price_is_named_before_a_card_is_played() -> None:
    """With what it takes from its player for certain. What it brings at once counts, and a free card names nothing."""
    hand = "Credit Card, Go to jail monopoly card, 7"
    game = table(ada=hand, bob="9", pile="Credit Card @ada, 3 @bob", vertebrae={"ada": 5})
    labels = {move.label: move.costs for move in GAME.legal(game.rules, game.state, "ada", game.environment)}
    assert labels["Play Credit Card (Green) for 3 Vertebrae"] == "3 Vertebrae"
    assert labels["Play Go to jail monopoly card (White)"] == ""  # it takes three and brings three
    poor = table(ada=hand, bob="9", pile="10 @bob", vertebrae={"ada": 2})
    assert "Play Credit Card (Green)" in [
        move.label for move in GAME.legal(poor.rules, poor.state, "ada", poor.environment)
    ]


@shows("Credit Card")
def test_R77_with_fewer_than_3_vertebrae_a_credit_card_has_to_fit_and_costs_nothing() -> None:
    """Upon a number or -1 it does, by value; upon -2, or a card without a value, it does not, however rich bob is."""
    vertebrae = {"ada": 2, "bob": 3}
    game = table(ada="Credit Card, 7", bob="9", pile="-1 @bob", vertebrae=vertebrae)
    game.play("ada", "Credit Card")
    assert (game.granted("ada"), game.granted("bob"), game.stock("ada")) == ({}, {}, 2)
    for beneath in ("-2 of Vitality", "Orb of Blight", "Amalgam; Magenta"):
        game = table(ada="Credit Card, 7", bob="9", pile=beneath, vertebrae=vertebrae)
        game.refuses("ada", "Credit Card", rule="R37", code="does-not-fit")


@shows("Credit Card")
def test_R78_upon_ones_own_card_a_credit_card_pays_oneself() -> None:
    """The owner of a card on the pile is who played it; what ada loses she gains."""
    game = table(ada="Credit Card, 7", bob="9", pile="10 @ada", vertebrae={"ada": 4, "bob": 4})
    game.play("ada", "Credit Card")
    assert (game.stock("ada"), game.stock("bob")) == (4, 4)


@shows("Credit Card")
def test_R37_a_6_and_a_joker_bind_a_credit_card_too() -> None:
    """A demand beats an allowance: some natural numbers are even, and green has to be the Joker's colour."""
    assert table(ada="Credit Card, 7", bob="9", pile="6", vertebrae={"ada": 4}).playable("ada")[0] == "Credit Card"
    assert table(ada="Credit Card, 7", bob="9", pile="Joker; Green").playable("ada") == ["Credit Card"]
    game = table(ada="Credit Card, 7", bob="9", pile="Joker; Red", vertebrae={"ada": 4})
    game.refuses("ada", "Credit Card", rule="R37", code="demanded")


@shows("Credit Card")
def test_R25_upon_a_credit_card_goes_every_natural_number() -> None:
    """It has each of them as a value, so -1 fits too, being 1 off 0, and -2 does not."""
    hand = "10, Lotto Ticket, Zero, -1, Orb of Blight, -2 of Vitality, Amalgam"
    game = table(ada=hand, bob="9", pile="Credit Card @bob")
    assert game.playable("ada") == ["10", "Lotto Ticket", "Zero", "-1"]


# ── Go to jail monopoly card


@shows("Go to jail monopoly card")
def test_R79_the_monopoly_card_makes_each_owner_of_a_credit_card_pay_once() -> None:
    """Bob has played two Credit Cards and pays 3; eve cannot pay and will be skipped; ada gains 3, whoever pays."""
    pile = "Credit Card @bob, Credit Card @eve, Credit Card @bob, 3 @max"
    game = table(
        ada="Go to jail monopoly card, 7",
        bob="9 | 1",
        eve="10 | 1",
        max="8",
        pile=pile,
        vertebrae={"ada": 0, "bob": 7, "eve": 2, "max": 9},
    )
    game.play("ada", "Go to jail monopoly card")
    game.asks_nothing()
    assert [game.stock(player) for player in ("ada", "bob", "eve", "max")] == [3, 4, 2, 9]
    assert game.turn == "bob"
    assert game.next_turns(3) == ["max", "ada", "bob"]


@shows("Go to jail monopoly card")
def test_R79_without_a_credit_card_on_the_pile_one_gains_3_all_the_same() -> None:
    """Exactly 3; a Credit Card in a hand has not been played."""
    game = table(ada="Go to jail monopoly card, 7", bob="Credit Card", pile="3", vertebrae={"bob": 5})
    game.play("ada", "Go to jail monopoly card")
    assert (game.stock("ada"), game.stock("bob")) == (3, 5)


@shows("Go to jail monopoly card")
def test_R79_the_player_of_the_monopoly_card_pays_for_an_own_credit_card() -> None:
    """Ada is an owner too: she loses 3 and gains 3; if she cannot pay, she gains 3 and her next turn is skipped."""
    game = table(ada="Go to jail monopoly card, 7", bob="9", pile="Credit Card @ada, 3", vertebrae={"ada": 5})
    game.play("ada", "Go to jail monopoly card")
    assert game.stock("ada") == 5
    game = table(ada="Go to jail monopoly card, 7", bob="9", eve="10", pile="Credit Card @ada, 3")
    game.play("ada", "Go to jail monopoly card")
    assert (game.stock("ada"), game.turn, game.next_turns(3)) == (3, "bob", ["eve", "bob", "eve"])


@shows("Go to jail monopoly card")
@pytest.mark.parametrize(("has", "left", "skipped"), [(2, 2, True), (3, 0, False), (4, 1, False)])
def test_R79_an_owner_pays_the_last_three_or_is_skipped(has: int, left: int, skipped: bool) -> None:
    """Who has as many pays, and plays when it is their turn."""
    game = table(
        ada="Go to jail monopoly card, 7", bob="9", eve="8", pile="Credit Card @bob, 3", vertebrae={"bob": has}
    )
    game.play("ada", "Go to jail monopoly card")
    assert (game.stock("bob"), game.stock("ada"), game.turn) == (left, 3, "eve" if skipped else "bob")


@shows("Go to jail monopoly card")
def test_R80_a_skip_by_the_monopoly_card_waits_for_the_players_next_turn() -> None:
    """Eve sits two places on: bob has his turn, then hers is skipped, once."""
    game = table(ada="Go to jail monopoly card, 7", bob="9", eve="10", pile="Credit Card @eve, 3 @bob")
    game.play("ada", "Go to jail monopoly card")
    assert (game.turn, game.next_turns(5)) == ("bob", ["ada", "bob", "eve", "ada", "bob"])


@shows("Go to jail monopoly card")
def test_R75_a_destroyed_credit_card_was_played_all_the_same() -> None:
    """It stays on the pile as a record, here of one that its Sacrificial has ended."""
    game = table(
        bob="Credit Card; Sacrificial, 9",
        ada="Go to jail monopoly card, 7",
        eve="10",
        pile="3 @eve",
        vertebrae={"bob": 7},
    )
    game.play("bob", "Credit Card")
    assert (game.destroyed_on_pile(), game.stock("bob"), game.stock("eve")) == (["Credit Card"], 4, 3)
    game.play("ada", "Go to jail monopoly card")
    assert (game.stock("bob"), game.stock("ada")) == (1, 3)


# ── Coup Duke


@shows("Coup Duke")
def test_R102_coup_duke_takes_3_from_any_player_of_the_cycle() -> None:
    """Who plays along or not; the one chosen loses 3, its player gains 3."""
    game = table(ada="Coup Duke, 7", bob="9", pile="3", players=["max"], vertebrae={"max": 5, "bob": 5})
    game.play("ada", "Coup Duke")
    game.asks("ada", ["ada", "bob", "max"])
    game.answers("max")
    assert [game.stock(player) for player in ("ada", "bob", "max")] == [3, 5, 2]


@shows("Coup Duke")
def test_R51_coup_duke_takes_nothing_from_who_has_fewer_than_3() -> None:
    """Neither is anything taken nor gained."""
    game = table(ada="Coup Duke, 7", bob="9", pile="3", vertebrae={"bob": 2})
    game.play("ada", "Coup Duke", "bob")
    assert (game.granted("ada"), game.granted("bob"), game.turn) == ({}, {}, "bob")


@shows("Coup Duke")
@pytest.mark.parametrize(("has", "taken"), [(2, 0), (3, 3), (4, 3)])
def test_R51_coup_duke_takes_3_from_who_has_as_many(has: int, taken: int) -> None:
    """The last three as well."""
    game = table(ada="Coup Duke, 7", bob="9", pile="3", vertebrae={"bob": has})
    game.play("ada", "Coup Duke", "bob")
    assert (game.stock("ada"), game.stock("bob")) == (taken, has - taken)


# ── Lotto Ticket


@shows("Lotto Ticket")
@pytest.mark.parametrize("roll", [2, 50, 99])
def test_a_lotto_ticket_mostly_does_nothing(roll: int) -> None:
    """1d100 is rolled: neither a 1 nor a 100."""
    game = table(ada="Lotto Ticket; Hearts, 7", bob="9", pile="3; Hearts")
    game.dice(roll)
    game.play("ada", "Lotto Ticket")
    assert [sides for _, sides, _ in game.chance.drawn] == [100]
    assert (game.participants(), game.winner, game.turn) == (["ada", "bob"], "", "bob")


@shows("Lotto Ticket")
def test_a_lotto_ticket_that_rolls_1_makes_its_player_forfeit() -> None:
    """Hand and deck leave play, the ticket stays on the pile, the turn passes; eve and bob go on."""
    game = table(ada="Lotto Ticket; Hearts, 7 | 2", bob="9", eve="10", pile="3; Hearts")
    game.dice(1)
    game.play("ada", "Lotto Ticket")
    assert (game.participants(), game.hand("ada"), game.deck("ada")) == (["bob", "eve"], [], [])
    assert (game.pile()[-1], game.turn, game.is_over) == ("Lotto Ticket", "bob", False)


@shows("Lotto Ticket")
def test_a_lotto_ticket_that_rolls_100_wins() -> None:
    """At once, with cards in hand; the pool is hers, and the turn does not pass."""
    game = table(ada="Lotto Ticket; Hearts, 7", bob="9", eve="10", pile="3; Hearts", staked={"bob": 2})
    game.dice(100)
    game.play("ada", "Lotto Ticket")
    assert (game.winner, game.hand("ada"), game.turn) == ("ada", ["7"], "ada")
    assert game.told("pool-won")[0]["items"] == {"Chip": 2}


@shows("Lotto Ticket")
def test_a_lotto_ticket_that_makes_the_last_but_one_forfeit_lets_the_other_win() -> None:
    """The last participant left wins (R43)."""
    game = table(ada="Lotto Ticket; Hearts, 7", bob="9", pile="3; Hearts")
    game.dice(1)
    game.play("ada", "Lotto Ticket")
    assert game.winner == "bob"


# ── Uno Reverse


@shows("Uno Reverse")
def test_uno_reverse_turns_the_order_round() -> None:
    """Before the turn ends: the one before ada is next. With two others left there is no extra turn."""
    game = table(ada="Uno Reverse; Hearts, 7", bob="9", eve="10", pile="3; Hearts")
    game.play("ada", "Uno Reverse")
    game.asks_nothing()
    assert (game.state.direction, game.turn, game.next_turns(2)) == (-1, "eve", ["bob", "ada"])


@shows("Uno Reverse")
def test_R46_uno_reverse_with_two_left_gives_an_extra_turn() -> None:
    """One who forfeited is not counted: ada plays again, and the order has turned."""
    game = table(ada="Uno Reverse; Hearts, 7", bob="9", eve="10", pile="3; Hearts")
    game.forfeits("bob")
    game.play("ada", "Uno Reverse")
    assert (game.state.direction, game.turn, game.next_turns(2)) == (-1, "ada", ["eve", "ada"])


@shows("Uno Reverse")
def test_uno_reverse_fits_by_suit_alone() -> None:
    """It has no value, and none of its own suits and colours: only what this copy has."""
    game = table(ada="Uno Reverse; Red, 3", bob="9", pile="10; Black; Hearts")
    game.refuses("ada", "Uno Reverse", rule="R37", code="does-not-fit")

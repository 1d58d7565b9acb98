"""Where debts, forfeits, skips and turns meet (R41, R74, R80, R98)."""

from tests.support.exoptosis_scenario import table


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


def test_R41_who_is_owed_a_card_in_place_of_a_draw_does_not_win_before_it_is_given() -> None:
    """Eve owes ada a card; bob's Wrathful card empties ada's hand: chance has eve give at once, and ada has a card."""
    game = table(ada="9", bob="2; Wrathful, 1, 5", eve="7, 8, 6", pile="3")
    game.draws("ada", "eve")
    game.dice(2)
    game.play("bob", "2", "1", "7")
    assert (game.hand("ada"), game.hand("eve"), game.owed(), game.winner) == (["6"], ["8"], [], "")


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


def test_R80_skips_add_up() -> None:
    """Ada's Speedy and Jumping 9 is followed by a Jumping 8: bob's next two turns are skipped."""
    game = table(ada="9; Speedy; Jumping, 8; Jumping, 3", bob="7", eve="10", pile="10")
    game.play("ada", "9")
    game.play("ada", "8")
    assert (game.turn, game.next_turns(5)) == ("eve", ["ada", "eve", "ada", "bob", "eve"])


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

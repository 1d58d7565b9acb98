"""Species that make somebody draw: Ace, 8, Jack, King, Queen, Two, Duality of Life."""

from tests.support.exoptosis_scenario import shows, table

# ── Ace


@shows("Ace")
def test_an_ace_makes_another_participant_draw_two() -> None:
    """Anybody but oneself can be chosen; they owe two single draws, each of a card of their own choice."""
    game = table(ada="Ace, 7 | 2", bob="9 | 3, 4, 5", eve="10 | 8", pile="2")
    game.play("ada", "Ace")
    game.asks("ada", ["bob", "eve"])
    game.refuses_answer("ada")
    game.answers("bob")
    assert (game.owed(), game.turn) == (["bob draws", "bob draws"], "bob")
    game.pays("bob")
    game.asks("bob", ["3", "4", "5"])
    game.answers("4")
    game.pays("bob")
    game.asks("bob", ["3", "5"])
    game.answers("3")
    assert (game.hand("bob"), game.deck("bob"), game.owed(), game.turn) == (["9", "4", "3"], ["5"], [], "bob")
    assert (game.hand("ada"), game.deck("ada"), game.hand("eve"), game.deck("eve")) == (["7"], ["2"], ["10"], ["8"])


@shows("Ace")
def test_an_ace_with_one_other_left_asks_nothing() -> None:
    """A mandatory choice of all there is asks nothing."""
    game = table(ada="Ace, 7", bob="9 | 3, 4, 5", pile="2")
    game.play("ada", "Ace")
    game.asks_nothing()
    assert game.owed() == ["bob draws", "bob draws"]


# ── 8


@shows("8")
def test_an_8_gives_another_turn_to_who_drew_by_the_previous_turns_acts() -> None:
    """Bob's Jack made ada draw; she pays, plays the 8, and it is her turn again."""
    game = table(bob="Jack; Hearts, 4", ada="8; Hearts, 3 | 5, 6", eve="2", pile="10 @eve")
    game.play("bob", "Jack")
    game.pays("ada", "5")
    game.play("ada", "8")
    assert (game.turn, game.hand("ada"), game.owed()) == ("ada", ["3", "5"], [])


@shows("8")
def test_R50_an_8_counts_a_draw_that_chance_made_for_its_player() -> None:
    """The draw is still owed when the 8 is played: chance pays it first (R41), and it counts."""
    game = table(bob="Jack; Hearts, 4", ada="8; Hearts, 3 | 5, 6", eve="2", pile="10 @eve")
    game.play("bob", "Jack")
    game.dice(2)
    game.play("ada", "8")
    assert (game.turn, game.hand("ada")) == ("ada", ["3", "6"])


@shows("8")
def test_R50_an_8_counts_no_draw_that_an_earlier_turn_caused() -> None:
    """Bob's Ace makes ada draw by the end of eve's turn; before ada's turn came eve's, which made nobody draw."""
    game = table(bob="Ace; Hearts, 4", eve="2; Hearts, 3", ada="8; Hearts, 9 | 5, 6", pile="2 @eve")
    game.play("bob", "Ace", "ada")
    game.dice(1)
    game.play("eve", "2")
    assert game.hand("ada") == ["8", "9", "5", "6"]
    game.play("ada", "8")
    assert game.turn == "bob"


@shows("8")
def test_R50_an_8_does_not_count_what_it_makes_its_player_draw_itself() -> None:
    """Useless draws in this turn, not by the previous one."""
    game = table(ada="8; Useless, 3 | 5, 6", bob="2", pile="9")
    game.play("ada", "8", "5")
    assert (game.turn, game.hand("ada")) == ("bob", ["3", "5"])


@shows("8")
def test_R50_the_previous_turn_may_have_been_ones_own() -> None:
    """A Useless and Speedy card draws and gives an extra turn; in that one, the 8 looks back at the draw."""
    game = table(ada="9; Useless; Speedy, 8, 3 | 5, 6", bob="2", pile="10")
    game.play("ada", "9", "5")
    game.play("ada", "8")
    assert (game.turn, game.hand("ada")) == ("ada", ["3", "5"])


# ── Jack


@shows("Jack")
def test_a_jack_makes_the_next_participant_draw_one() -> None:
    """The next in the order, as it runs now; nobody is asked but the drawer."""
    game = table(ada="Jack, 7", bob="9 | 3", eve="10 | 5, 6", pile="10", direction=-1)
    game.play("ada", "Jack")
    game.asks_nothing()
    assert (game.owed(), game.turn) == (["eve draws"], "eve")
    game.pays("eve")
    game.asks("eve", ["5", "6"])
    game.answers("6")
    assert (game.hand("eve"), game.deck("eve"), game.hand("bob"), game.deck("bob")) == (
        ["10", "6"],
        ["5"],
        ["9"],
        ["3"],
    )


@shows("Jack")
def test_R80_a_jack_means_the_next_one_even_if_they_will_be_skipped() -> None:
    """A skip takes away a turn, not the place: the skipped bob owes the draw."""
    game = table(ada="Jack; Jumping, 7", bob="9 | 3", eve="10 | 5", pile="10")
    game.play("ada", "Jack")
    assert (game.owed(), game.turn) == (["bob draws"], "eve")


@shows("Jack")
def test_R45_a_jack_passes_over_who_is_out() -> None:
    """Bob has forfeited: eve is the next participant."""
    game = table(ada="Jack, 7", bob="9 | 3", eve="10 | 5", pile="10")
    game.forfeits("bob")
    game.play("ada", "Jack")
    assert (game.owed(), game.turn) == (["eve draws"], "eve")


# ── King


@shows("King")
def test_a_king_makes_up_to_two_participants_draw_one() -> None:
    """Anybody, oneself too: what oneself draws is chosen with the play, others owe it."""
    game = table(ada="King, 7 | 2, 3", bob="9 | 4", eve="10 | 5", pile="Queen")
    game.play("ada", "King")
    game.asks("ada", ["ada", "bob", "eve"], least=0, most=2)
    game.refuses_answer(["ada", "bob", "eve"])
    game.refuses_answer(["bob", "bob"])
    game.answers(["ada", "eve"])
    game.asks("ada", ["2", "3"])
    game.answers("3")
    assert (game.hand("ada"), game.owed(), game.turn) == (["7", "3"], ["eve draws"], "bob")
    assert (game.hand("bob"), game.deck("bob")) == (["9"], ["4"])


@shows("King")
def test_R85_a_king_may_choose_nobody() -> None:
    """A choice of up to two participants may be of none."""
    game = table(ada="King, 7 | 2, 3", bob="9 | 4", pile="Queen")
    game.play("ada", "King", [])
    assert (game.owed(), game.hand("ada"), game.turn) == ([], ["7"], "bob")


# ── Queen


@shows("Queen")
def test_a_queen_destroys_a_card_whose_holder_draws_another() -> None:
    """Any card in any hand, one's own too; its duplicate is destroyed, the original stays (R31)."""
    game = table(ada="Queen, 7 | 2", bob="9, 10 | 4, 5", eve="3; Adamantine", pile="King")
    game.play("ada", "Queen")
    game.asks("ada", ["7", "9", "10"])
    game.refuses_answer("3")
    game.answers("10")
    assert (game.hand("bob"), game.owed(), game.turn) == (["9"], ["bob draws"], "bob")
    game.pays("bob")
    game.asks("bob", ["4", "5"])
    assert (game.originals_destroyed(), game.hand("eve"), game.hand("ada")) == ([], ["3"], ["7"])


@shows("Queen")
def test_a_queen_on_ones_own_card_draws_with_the_play() -> None:
    """The actor's own choices are made with the play (R41)."""
    game = table(ada="Queen, 7 | 2, 4", bob="9", pile="King")
    game.play("ada", "Queen", "7")
    game.asks("ada", ["2", "4"])
    game.answers("4")
    assert (game.hand("ada"), game.deck("ada"), game.owed(), game.winner) == (["4"], ["2"], [], "")


@shows("Queen")
def test_R85_a_queen_without_a_target_does_nothing() -> None:
    """Where no card can be destroyed, nobody draws either."""
    game = table(ada="Queen, 7; Adamantine | 2", bob="9; Adamantine | 3", pile="King")
    game.play("ada", "Queen")
    game.asks_nothing()
    assert (game.hand("bob"), game.hand("ada"), game.owed(), game.turn) == (["9"], ["7"], [], "bob")


@shows("Queen")
def test_R41_a_queen_on_a_last_card_does_not_let_its_holder_win_before_the_draw() -> None:
    """Bob's hand is empty and he owes a draw: it is paid first, by chance, and he has not won."""
    game = table(ada="Queen, 7", bob="9 | 4, 5", pile="King")
    game.dice(2)
    game.play("ada", "Queen", "9")
    assert (game.hand("bob"), game.owed(), game.winner, game.turn) == (["5"], [], "", "bob")


# ── Two


@shows("Two")
def test_a_two_draws_and_then_destroys_as_many() -> None:
    """Two cards drawn one by one, then two of the hand chosen for destruction."""
    game = table(ada="Two, 7, King | 4, 5, 6", bob="9", pile="3")
    game.play("ada", "Two")
    game.asks("ada", [0, 1, 2])
    game.answers(2)
    game.asks("ada", ["4", "5", "6"])
    game.answers("5")
    game.asks("ada", ["4", "6"])
    game.answers("6")
    game.asks("ada", ["7", "King", "5", "6"], least=2, most=2)
    game.refuses_answer(["7"])
    game.answers(["7", "5"])
    assert (game.hand("ada"), game.deck("ada"), game.hand("bob"), game.turn) == (["King", "6"], ["4"], ["9"], "bob")


@shows("Two")
def test_R85_a_two_may_draw_nothing_and_then_destroys_nothing() -> None:
    """Up to two cards may be none, and then as many are destroyed."""
    game = table(ada="Two, 7 | 4", bob="9", pile="3")
    game.play("ada", "Two", 0)
    game.asks_nothing()
    assert (game.hand("ada"), game.deck("ada"), game.turn) == (["7"], ["4"], "bob")


@shows("Two")
def test_a_two_counts_every_card_drawn_this_turn() -> None:
    """A draw paid before in the same turn counts, and so does the Two's own Useless, which acts before it (R42)."""
    game = table(bob="Jack; Hearts, 4", ada="Two; Useless; Hearts, 7 | 5, 6, 8", eve="10", pile="10 @eve")
    game.play("bob", "Jack")
    game.pays("ada", "8")
    game.play("ada", "Two", "5", 0)
    game.asks("ada", ["7", "8", "5"], least=2, most=2)


@shows("Two")
def test_a_two_counts_no_card_that_another_has_drawn() -> None:
    """Eve draws the two of an Ace in ada's turn; ada has drawn none and destroys none."""
    game = table(bob="Ace, 4", ada="Two, 7 | 5", eve="10 | 6, 8", pile="2")
    game.play("bob", "Ace", "eve")
    game.pays("eve", "6")
    game.pays("eve")
    game.play("ada", "Two", 0)
    game.asks_nothing()
    assert (game.hand("ada"), game.hand("eve"), game.turn) == (["7"], ["10", "6", "8"], "eve")


@shows("Two")
def test_R84_a_two_offers_no_adamantine_card_and_destroys_what_it_can() -> None:
    """Two drawn, one card that can be destroyed: that one goes without a question."""
    game = table(ada="Two, 7 | 4; Adamantine, 5; Adamantine", bob="9", pile="3")
    game.play("ada", "Two", 2, "4")
    game.asks_nothing()
    assert (game.hand("ada"), game.turn) == (["4", "5"], "bob")


# ── Duality of Life


@shows("Duality of Life")
def test_duality_destroys_four_of_the_deck_and_all_others_draw_two() -> None:
    """Four cards of one's own deck are chosen; every other participant owes two draws."""
    game = table(ada="Duality of Life, 7 | 2, 3, 4, 5, 6", bob="9 | 8", eve="10 | 1", pile="1 of Vitality")
    game.play("ada", "Duality of Life")
    game.asks("ada", ["2", "3", "4", "5", "6"], least=4, most=4)
    game.refuses_answer(["2", "3", "4"])
    game.answers(["2", "3", "4", "6"])
    assert (game.deck("ada"), game.hand("ada")) == (["5"], ["7"])
    assert game.owed() == ["bob draws", "bob draws", "eve draws", "eve draws"]
    assert (game.originals_destroyed(), game.deck("bob"), game.deck("eve")) == ([], ["8"], ["1"])


@shows("Duality of Life")
def test_R84_duality_without_four_that_can_be_destroyed_does_nothing() -> None:
    """Three and an Adamantine one are too few: nothing is destroyed, nobody draws."""
    game = table(ada="Duality of Life, 7 | 2, 3, 4, 5; Adamantine", bob="9 | 8", pile="1 of Vitality")
    game.play("ada", "Duality of Life")
    game.asks_nothing()
    assert (game.deck("ada"), game.owed(), game.turn) == (["2", "3", "4", "5"], [], "bob")

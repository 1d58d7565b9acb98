"""The court of Stars and Clocks: Prince, Princess, Goddess and God, and how they meet."""

from tests.support.exoptosis_scenario import shows, table

# ── Prince of Clocks


@shows("Prince of Clocks")
def test_a_prince_upon_clocks_reverses_at_once() -> None:
    """The order turns round before the turn passes: the one before ada is next."""
    game = table(ada="Prince of Clocks, 7", bob="9", eve="10", pile="9 of Clocks")
    game.play("ada", "Prince of Clocks")
    game.asks_nothing()
    assert (game.state.direction, game.turn, game.next_turns(2)) == (-1, "eve", ["bob", "ada"])


@shows("Prince of Clocks")
def test_a_prince_upon_anything_else_reverses_nothing() -> None:
    """It is the suit of the card beneath that counts, not its own."""
    game = table(ada="Prince of Clocks, 7", bob="9", eve="10", pile="Queen")
    game.play("ada", "Prince of Clocks")
    assert (game.state.direction, game.turn, game.owed()) == (1, "bob", [])


# ── Princess of Stars


@shows("Princess of Stars")
def test_R50_a_princess_upon_stars_lets_the_next_draw_be_from_another_deck() -> None:
    """At her next draw ada may choose a participant with a deck, and then any card of it; once, and not again."""
    game = table(ada="Princess of Stars, 7 | 2, 3", bob="9 | 4, 5, 6", eve="10 | 8", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.asks_nothing()
    game.draws("bob", "4")
    game.draws("eve")
    game.draws("ada")
    game.asks("ada", ["bob"], least=0)
    game.answers("bob")
    game.asks("ada", ["5", "6"])
    game.answers("6")
    assert (game.hand("ada"), game.deck("ada"), game.deck("bob"), game.turn) == (["7", "6"], ["2", "3"], ["5"], "bob")
    assert game.state.waits == ()


@shows("Princess of Stars")
def test_R50_a_princess_draws_from_one_deck() -> None:
    """One card of one participant; of two who have decks she cannot name both."""
    game = table(ada="Princess of Stars, 7 | 2, 3", bob="9 | 4, 5", eve="10 | 8, 1", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("bob", "4")
    game.draws("eve", "8")
    game.draws("ada")
    game.asks("ada", ["bob", "eve"], least=0)
    game.refuses_answer(["bob", "eve"])
    game.answers("eve")
    assert (game.hand("ada"), game.deck("bob"), game.deck("eve")) == (["7", "1"], ["5"], [])


@shows("Princess of Stars")
def test_a_princess_draws_from_no_deck_of_who_has_left_the_game() -> None:
    """Eve has forfeited and is no participant any more; bob's deck alone may be chosen."""
    game = table(ada="Princess of Stars, 7 | 2, 3", bob="9 | 4, 5", eve="10 | 8, 1", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("bob", "4")
    game.forfeits("eve")
    game.draws("ada")
    game.asks("ada", ["bob"], least=0)


@shows("Princess of Stars")
def test_R50_a_princess_is_used_up_by_a_draw_even_where_she_is_declined() -> None:
    """Nobody chosen: the draw is from the own deck, and the next one too."""
    game = table(ada="Princess of Stars, 7 | 2, 3, 4", bob="9 | 5, 6", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("bob", "5")
    game.draws("ada", [], "2")
    game.draws("bob")
    game.draws("ada")
    game.asks("ada", ["3", "4"])
    assert (game.hand("ada"), game.deck("bob")) == (["7", "2"], [])


@shows("Princess of Stars")
def test_R85_a_princess_without_another_deck_draws_as_usual() -> None:
    """Nobody else has a deck: nothing is asked but which card of the own one."""
    game = table(ada="Princess of Stars, 7, 8 | 2, 3", bob="9", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("bob")
    game.pays("ada", "7")
    game.draws("ada")
    game.asks("ada", ["2", "3"])


@shows("Princess of Stars")
def test_a_princess_upon_anything_else_waits_for_nothing() -> None:
    """Without Stars beneath she is only a card."""
    game = table(ada="Princess of Stars, 7 | 2, 3", bob="9 | 4", pile="10")
    game.play("ada", "Princess of Stars")
    assert game.state.waits == ()


@shows("Princess of Stars")
def test_a_princess_can_be_used_on_a_debt() -> None:
    """Bob's Jack makes ada draw: what she pays is her next draw, and may come from eve's deck."""
    game = table(ada="Princess of Stars, 7 | 2", eve="10 | 4, 5, 6", bob="Jack, 1", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("eve", "4")
    game.play("bob", "Jack")
    game.pays("ada", "eve", "6")
    assert (game.hand("ada"), game.deck("ada"), game.deck("eve"), game.owed()) == (["7", "6"], ["2"], ["5"], [])
    assert game.state.waits == ()


@shows("Princess of Stars")
def test_a_debt_that_falls_to_chance_uses_the_princess_up_and_declines_her() -> None:
    """She is an option, and options that nobody takes in time are declined: chance draws from the own deck."""
    game = table(ada="Princess of Stars, 10, 7 | 2, 3", eve="9 | 4, 5", bob="Jack, 1", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("eve", "4")
    game.play("bob", "Jack")
    game.dice(2)
    game.play("ada", "10")
    assert (game.hand("ada"), game.deck("ada"), game.deck("eve")) == (["7", "3"], ["2"], ["5"])
    assert game.state.waits == ()


@shows("Princess of Stars")
def test_R50_two_princesses_are_for_two_draws() -> None:
    """One draw uses up one of them."""
    hand = "Princess of Stars, Princess of Stars; Speedy, 7"
    game = table(ada=f"{hand} | 2", bob="9 | 4, 5, 6", pile="9 of Stars; 10")
    game.play("ada", "Princess of Stars")
    game.draws("bob", "4")
    game.play("ada", "Princess of Stars")
    assert (game.turn, len(game.state.waits)) == ("ada", 2)
    game.draws("ada", "bob", "5")
    assert len(game.state.waits) == 1
    game.draws("bob")
    game.draws("ada")
    assert (game.hand("ada"), len(game.state.waits)) == (["7", "5", "2"], 0)


# ── Goddess of Clocks


@shows("Goddess of Clocks")
def test_R50_a_goddess_waits_until_somebody_plays_a_card_without_clocks() -> None:
    """Clocks are spared, whoever plays them; the first card without Clocks costs its player a draw, once."""
    game = table(ada="Goddess of Clocks, 2, 7 | 8", bob="2; Clocks; Blue, 1 | 9", eve="3, 4 | 5, 6", pile="Queen")
    game.play("ada", "Goddess of Clocks")
    game.play("bob", "2")
    assert (game.hand("bob"), game.owed()) == (["1"], [])
    game.play("eve", "3")
    game.asks("eve", ["5", "6"])
    game.answers("6")
    assert (game.hand("eve"), game.state.waits) == (["4", "6"], ())
    game.play("ada", "2")
    assert game.hand("ada") == ["7"]


@shows("Goddess of Clocks")
def test_a_goddess_makes_the_actor_draw_too() -> None:
    """The next participant to play is whoever it is: ada herself, with her extra turn."""
    game = table(ada="Goddess of Clocks; Speedy, Queen, 7 | 2, 3", bob="9 | 4", pile="Queen")
    game.play("ada", "Goddess of Clocks")
    game.play("ada", "Queen", "9")
    game.asks("ada", ["2", "3"])
    game.answers("3")
    assert (game.hand("ada"), game.deck("ada"), game.state.waits) == (["7", "3"], ["2"], ())


@shows("Goddess of Clocks")
def test_two_goddesses_wait_side_by_side() -> None:
    """The second has Clocks and spares the first; the card without Clocks then meets both."""
    game = table(ada="Goddess of Clocks, 7", bob="Goddess of Clocks, 1", eve="King, 4 | 5, 6, 8", pile="Queen")
    game.play("ada", "Goddess of Clocks")
    game.play("bob", "Goddess of Clocks")
    assert (len(game.state.waits), game.owed()) == (2, [])
    game.play("eve", "King", [], "5", "8")
    assert (game.hand("eve"), game.deck("eve"), game.state.waits) == (["4", "5", "8"], ["6"], ())


@shows("Goddess of Clocks")
def test_R98_a_goddess_waits_on_when_her_player_forfeits() -> None:
    """Effects that wait stay when whoever played them forfeits."""
    game = table(ada="Goddess of Clocks, 7", bob="King, 1 | 5, 6", eve="4", pile="Queen")
    game.play("ada", "Goddess of Clocks")
    game.forfeits("ada")
    game.play("bob", "King", [], "6")
    assert (game.hand("bob"), game.state.waits) == (["1", "6"], ())


# ── God of Stars


@shows("God of Stars")
def test_R50_a_god_makes_the_next_participant_draw_a_stars_card_of_their_choice() -> None:
    """Only the Stars of the deck can be chosen; the rest of it stays."""
    game = table(ada="God of Stars, 7", bob="9 | 7 of Stars, 3, 4; Stars", eve="10 | 9 of Stars", pile="Queen")
    game.play("ada", "God of Stars")
    game.asks_nothing()
    assert game.owed() == ["bob draws"]
    game.pays("bob")
    game.asks("bob", ["7 of Stars", "4"])
    game.refuses_answer("3")
    game.answers("4")
    assert (game.hand("bob"), game.deck("bob"), game.deck("eve")) == (["9", "4"], ["7 of Stars", "3"], ["9 of Stars"])


@shows("God of Stars")
def test_a_god_destroys_a_deck_without_stars() -> None:
    """All of the next one's deck; Adamantine cards stay (R30), hands and other decks too, and nothing is owed."""
    game = table(ada="God of Stars, 7 | 2", bob="9 | 3, 4; Adamantine, 5", eve="10 | 6", pile="Queen")
    game.play("ada", "God of Stars")
    assert (game.deck("bob"), game.hand("bob"), game.deck("eve"), game.deck("ada")) == (["4"], ["9"], ["6"], ["2"])
    assert (game.owed(), game.originals_destroyed()) == ([], [])


@shows("God of Stars")
def test_R83_a_god_upon_an_empty_deck_does_nothing() -> None:
    """It loses nothing and owes nothing."""
    game = table(ada="God of Stars, 7", bob="9", eve="10 | 9 of Stars", pile="Queen")
    game.play("ada", "God of Stars")
    assert (game.owed(), game.told("destroyed"), game.turn) == ([], [], "bob")


@shows("God of Stars")
def test_R83_left_to_chance_a_stars_draw_picks_among_stars() -> None:
    """Two Stars in a deck of four: chance has two to choose from."""
    game = table(ada="God of Stars, 7", bob="9, 8 | 3, 7 of Stars, 4, 9 of Stars", eve="10", pile="Queen")
    game.play("ada", "God of Stars")
    game.dice(2)
    game.draws("bob", "3")
    assert [sides for _, sides, _ in game.chance.drawn] == [2]
    assert game.hand("bob") == ["9", "8", "3", "9 of Stars"]


@shows("God of Stars")
def test_R40_a_stars_draw_that_finds_no_stars_any_more_is_made_up_for_by_a_gift() -> None:
    """Bob draws his only Stars card for his turn; the Stars draw falls due with none left, and somebody else gives.

    A deck in which nothing fits is read as an empty one; what is given in place of a draw may be any card.
    """
    game = table(ada="God of Stars, 7", bob="9 | 9 of Stars, 5", eve="10, 6", pile="Queen")
    game.play("ada", "God of Stars")
    game.dice(2, 1)
    game.draws("bob", "9 of Stars")
    assert (game.hand("bob"), game.deck("bob"), game.hand("eve")) == (["9", "9 of Stars", "10"], ["5"], ["6"])
    assert (game.owed(), game.turn) == ([], "eve")


@shows("God of Stars", "Princess of Stars")
def test_R120_a_stars_draw_from_another_deck_is_of_stars_too() -> None:
    """Bob pays a God's draw with his Princess: only decks with Stars are offered, and only their Stars."""
    game = table(
        bob="Princess of Stars, 1 | 7 of Stars, 6",
        eve="2 | 9 of Stars, 3, 4, 5; Stars",
        max="10 | 8, Zero",
        ada="God of Stars, 7",
        pile="9 of Stars; 10",
    )
    game.play("bob", "Princess of Stars")
    game.draws("eve", "4")
    game.draws("max", "8")
    game.play("ada", "God of Stars")
    game.pays("bob")
    game.asks("bob", ["eve"], least=0)
    game.answers("eve")
    game.asks("bob", ["9 of Stars", "5"])
    game.answers("5")
    assert (game.hand("bob"), game.deck("bob"), game.deck("max")) == (["1", "5"], ["7 of Stars", "6"], ["Zero"])


@shows("God of Stars", "Princess of Stars")
def test_R120_a_princess_declined_leaves_the_demand_on_the_own_deck() -> None:
    """Bob draws from his own deck, and it has to be of Stars."""
    game = table(
        bob="Princess of Stars, 1 | 7 of Stars, 6, 9 of Stars",
        eve="2 | 5; Stars, 4",
        ada="God of Stars, 7",
        pile="9 of Stars; 10",
    )
    game.play("bob", "Princess of Stars")
    game.draws("eve", "4")
    game.play("ada", "God of Stars")
    game.pays("bob", [])
    game.asks("bob", ["7 of Stars", "9 of Stars"])


@shows("God of Stars", "Goddess of Clocks")
def test_a_goddess_waits_while_a_god_acts() -> None:
    """Bob plays a God upon a Goddess: it has no Clocks, so bob draws for her, and eve a Stars card for him."""
    game = table(
        ada="Goddess of Clocks, 7", bob="God of Stars, 1 | 2, 3", eve="10 | 7 of Stars, 9 of Stars, 4", pile="Queen"
    )
    game.play("ada", "Goddess of Clocks")
    game.play("bob", "God of Stars")
    game.asks("bob", ["2", "3"])
    game.answers("2")
    assert (game.hand("bob"), game.owed(), game.state.waits) == (["1", "2"], ["eve draws"], ())
    game.pays("eve")
    game.asks("eve", ["7 of Stars", "9 of Stars"])

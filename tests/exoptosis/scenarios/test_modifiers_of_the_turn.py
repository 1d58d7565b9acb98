"""Modifiers about whose turn it is: Timely, Speedy, Reflected, Jumping."""

from tests.support.exoptosis_scenario import shows, table

# ── Timely


@shows("Timely")
def test_R74_a_timely_card_can_be_played_out_of_turn() -> None:
    """It ends no turn and moves no clock; whose turn it is plays on, upon the new card."""
    game = table(ada="8, 3", bob="9; Timely, 10", eve="2", pile="10")
    before = game.state.turn
    assert (game.playable("bob"), game.playable("eve")) == (["9"], [])
    game.refuses("bob", "10", rule="R36", code="not-your-turn")
    game.play("bob", "9")
    assert (game.state.turn, game.pile()) == (before, ["10", "9"])
    assert game.playable("ada") == ["8"]


@shows("Timely")
def test_R74_next_counts_from_the_seat_of_who_plays_out_of_turn() -> None:
    """Bob plays a Timely Jack in ada's turn: eve draws, not bob."""
    game = table(ada="8, 3", bob="Jack; Timely, 10", eve="2 | 4", pile="10")
    game.play("bob", "Jack")
    assert (game.owed(), game.turn) == (["eve draws"], "ada")


@shows("Timely", "Speedy")
def test_R74_an_extra_turn_gained_out_of_turn_follows_the_current_one() -> None:
    """Eve plays a Timely and Speedy card in ada's turn: after ada comes eve, and then bob, who follows ada."""
    game = table(ada="9, 3 | 2", bob="7 | 1", eve="8; Timely; Speedy, 10 | 6", pile="9")
    game.play("eve", "8")
    assert (game.turn, game.next_turns(4)) == ("ada", ["eve", "bob", "eve", "ada"])


@shows("Timely")
def test_a_timely_card_in_ones_own_turn_is_played_like_any_other() -> None:
    """Played in its player's own turn, a Timely card ends that turn."""
    game = table(ada="9; Timely, 3", bob="7", pile="9")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Timely")
def test_a_timely_last_card_wins_out_of_turn() -> None:
    """An empty hand wins, even on another's turn (R42)."""
    game = table(ada="8, 3", bob="9; Timely", pile="10")
    game.play("bob", "9")
    assert game.winner == "bob"


# ── Speedy, Reflected, Jumping: they move the turn


@shows("Speedy")
def test_a_speedy_card_gives_another_turn() -> None:
    """To who played it, unless the card beneath is Speedy too."""
    game = table(ada="9; Speedy, 8, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"


@shows("Speedy")
def test_R46_speedy_upon_speedy_gives_nothing() -> None:
    """It looks at the card beneath, whoever played it; after a plain card between, Speedy gives a turn again."""
    game = table(ada="9; Speedy, 8; Speedy, 3 | 2", bob="7, 6; Speedy, 1", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"
    game.play("bob", "7")
    game.draws("ada")
    game.play("bob", "6")
    assert game.turn == "bob"
    game = table(ada="9; Speedy, 3", bob="7", pile="8; Speedy @ada")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Reflected")
def test_a_reflected_card_reverses_at_once() -> None:
    """The one before is next; with two participants the other is next all the same, no extra turn (R46)."""
    game = table(ada="9; Reflected, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert (game.state.direction, game.turn, game.next_turns(2)) == (-1, "eve", ["bob", "ada"])
    game = table(ada="9; Reflected, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Reflected")
def test_R46_next_follows_the_new_direction_at_once() -> None:
    """A Reflected Jack: the modifier acts before the species (R42), so eve draws."""
    game = table(ada="Jack; Reflected, 3", bob="7 | 1", eve="2 | 4", pile="10")
    game.play("ada", "Jack")
    assert (game.owed(), game.turn) == (["eve draws"], "eve")


@shows("Jumping")
def test_a_jumping_card_skips_the_next_participant() -> None:
    """Bob is skipped once; with two participants ada is next again."""
    game = table(ada="9; Jumping, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert (game.turn, game.next_turns(3)) == ("eve", ["ada", "bob", "eve"])
    game = table(ada="9; Jumping, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert (game.turn, game.next_turns(1)) == ("ada", ["bob"])


@shows("Jumping", "Speedy")
def test_R80_extra_turns_come_before_passing_and_skips_wait() -> None:
    """Jumping and Speedy: ada plays again, and only then bob's turn is skipped."""
    game = table(ada="9; Jumping; Speedy, 8, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("eve", ["ada", "bob"])


@shows("Speedy")
def test_R80_extra_turns_add_up() -> None:
    """A Speedy 8 after a draw by the turn before: two more turns, then bob."""
    game = table(bob="Jack; Hearts, 4", ada="8; Speedy; Hearts, 3 | 5, 6", eve="2", pile="10 @eve")
    game.play("bob", "Jack")
    game.pays("ada", "5")
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("ada", ["ada", "eve"])

"""Where cards meet: one played by another's effect, and Torn upon what demands something."""

import pytest

from tests.support.exoptosis_scenario import table

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
    game.environment.lists["cycle-cards",] = [
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
    """Upon a Joker only the colour counts, so no shift of values matters."""
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

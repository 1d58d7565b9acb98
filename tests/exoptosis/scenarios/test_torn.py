"""Torn: a value that shifts when the card is played."""

import pytest

from tests.support.exoptosis_scenario import shows, table


@shows("Torn")
@pytest.mark.parametrize(("roll", "value"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7)])
def test_a_torn_cards_value_shifts_by_1d5_less_3(roll: int, value: int) -> None:
    """The value counts as changed on the pile: what goes next is beside the new one."""
    game = table(ada="5; Torn, King", bob="2, 3, 4, 7, 8, 10", pile="6; Red, 5; Cyan, 4")
    game.dice(roll)
    game.play("ada", "5")
    assert [sides for _, sides, _ in game.chance.drawn] == [5]
    assert game.values("5") == (value,)
    assert game.playable("bob") == [word for word in game.hand("bob") if abs(int(word) - value) <= 1]


@shows("Torn")
def test_R88_one_shift_for_all_values_of_a_torn_card() -> None:
    """Two values, one roll: both move alike, and the record of the card keeps them."""
    game = table(ada="Amalgam; 4; 9; Torn, King", bob="2", pile="10")
    game.dice(5)
    game.play("ada", "Amalgam")
    assert game.values("Amalgam") == (6, 11)


@shows("Torn")
def test_R88_without_a_value_a_torn_card_rolls_nothing() -> None:
    """A card without a value has nothing to shift, so no die falls."""
    game = table(ada="Joker; Torn, King", bob="2", pile="10")
    game.play("ada", "Joker")
    assert (game.chance.drawn, game.owed(), game.turn) == ([], [], "bob")


@shows("Torn")
def test_R88_a_torn_card_has_to_be_legal_before_the_roll() -> None:
    """A 5 upon an 8 is refused, though a roll of 5 would make it a 7."""
    game = table(ada="5; Torn, King", bob="2", pile="8")
    game.refuses("ada", "5", rule="R37", code="does-not-fit")


@shows("Torn")
def test_R49_a_torn_card_made_illegal_still_stands_and_costs_a_draw() -> None:
    """A 9 upon a 10 becomes 7: it stays on the pile, and ada draws a card of her choice."""
    game = table(ada="9; Torn, King | 2, 3", bob="1", pile="10")
    game.dice(1)
    game.play("ada", "9")
    assert game.is_begun
    game.asks("ada", ["2", "3"])
    game.answers("3")
    assert (game.hand("ada"), game.pile(), game.values("9"), game.turn) == (["King", "3"], ["10", "9"], (7,), "bob")


@shows("Torn")
def test_R49_a_torn_card_that_is_legal_by_colour_costs_no_draw() -> None:
    """The new value is far off, but its colour opposes the one beneath: the play is legal."""
    game = table(ada="9; Torn; Red, King | 2, 3", bob="1", pile="10; Cyan")
    game.dice(1)
    game.play("ada", "9")
    assert (game.hand("ada"), game.turn) == (["King"], "bob")


@shows("Torn", "Credit Card")
def test_R88_a_torn_credit_cards_endless_values_shift_too() -> None:
    """From -2 on after a roll of 1: a -3 fits it then, a -4 would not."""
    game = table(ada="Credit Card; Torn, King", bob="Orb of Blight, Amalgam; -4", pile="10 @bob", vertebrae={"ada": 3})
    game.dice(1)
    game.play("ada", "Credit Card")
    assert game.playable("bob") == ["Orb of Blight"]

"""Species that say upon what they go, or what may go upon them: 6, Joker, Jester."""

import pytest

from tests.support.exoptosis_scenario import shows, table

# ── 6


@shows("6")
def test_a_6_goes_on_any_odd_value() -> None:
    """Upon 11, which it is five off; upon 10 it is as barred as any other card; upon a card without a value too."""
    assert table(ada="6, 3", bob="9", pile="Jack").playable("ada") == ["6"]
    assert table(ada="6, 3", bob="9", pile="-1").playable("ada") == ["6"]
    game = table(ada="6, 3", bob="9", pile="10")
    game.refuses("ada", "6", rule="R37", code="does-not-fit")
    game = table(ada="6, 3", bob="9", pile="Amalgam; Red")
    game.refuses("ada", "6", rule="R37", code="does-not-fit")


@shows("6")
def test_upon_a_6_goes_an_even_value_that_fits_and_no_other() -> None:
    """The demand comes in addition: 5 and 7 fit and are odd, 2 and 10 are even and do not fit."""
    game = table(ada="6, 4; Hearts, 5, 7, 2, 10; Cyan, 6", bob="4; Hearts, 5, 7, 2, 10; Cyan, 6", pile="5")
    game.play("ada", "6")
    assert game.playable("bob") == ["6"]
    game.refuses("bob", "5", rule="R37", code="demanded")
    game.refuses("bob", "2", rule="R37", code="does-not-fit")
    game = table(bob="4; Hearts, 10; Cyan, 9; Cyan", ada="2", pile="6; Hearts; Red")
    assert game.playable("bob") == ["4", "10"]


@shows("6")
def test_a_6_does_nothing_when_played() -> None:
    """It asks nothing, costs nobody anything, and the turn passes."""
    game = table(ada="6, King", bob="9 | 3", pile="7")
    game.play("ada", "6")
    game.asks_nothing()
    assert (game.owed(), game.granted("ada"), game.hand("bob"), game.turn) == ([], {}, ["9"], "bob")


# ── Joker


@shows("Joker")
@pytest.mark.parametrize("beneath", ["10", "King", "Jester; Hearts", "Lotto Ticket", "-1 of Blight", "Amalgam"])
def test_a_joker_goes_on_anything(beneath: str) -> None:
    """Whatever lies there, unless that demands something itself."""
    game = table(ada="Joker; Hearts, 3", bob="9", pile=beneath)
    game.play("ada", "Joker")
    game.asks_nothing()
    assert (game.owed(), game.turn) == ([], "bob")


@shows("Joker")
def test_upon_a_joker_goes_exactly_what_shares_a_colour() -> None:
    """In place of value, opposite colour and suit; an allowance does not help against it."""
    hand = "9; Red, King; Red, 4; Black, 2, Queen; Hearts, 6; Cyan, Joker, Jester; Hearts, Credit Card"
    game = table(ada="Joker; Red; Hearts, 3", bob=hand, pile="10", vertebrae={"bob": 9})
    game.play("ada", "Joker")
    assert game.playable("bob") == ["9", "King"]
    game.refuses("bob", "Credit Card", rule="R37", code="demanded")
    game.refuses("bob", "Joker", rule="R37", code="demanded")
    game.refuses("bob", "4", rule="R37", code="demanded")


@shows("Joker")
def test_upon_a_joker_without_a_colour_goes_nothing() -> None:
    """There is no colour to share: everybody has to draw."""
    game = table(ada="Joker, 3", bob="9; Red, Joker, Quantum | 4", pile="10; Red")
    game.play("ada", "Joker")
    assert game.playable("bob") == []
    game.draws("bob")
    assert game.hand("bob") == ["9", "Joker", "Quantum", "4"]


@shows("Joker", "6")
def test_a_joker_does_not_go_on_a_6() -> None:
    """The 6 demands an even value, a Joker has none, and a demand beats an allowance."""
    game = table(ada="Joker; Red, 8; Hearts", bob="9", pile="6; Red; Hearts")
    assert game.playable("ada") == ["8"]
    game.refuses("ada", "Joker", rule="R37", code="demanded")


@shows("Joker", "6")
def test_a_6_goes_on_a_joker_of_its_colour_only() -> None:
    """A Joker has no odd value and asks for a colour; the 6 then asks for an even value again."""
    game = table(ada="6; Red, 6; Cyan, 3", bob="8, 9", pile="Joker; Red; Hearts")
    assert game.playable("ada") == ["6"]
    game.play("ada", "6")
    game.refuses("bob", "9", rule="R37", code="demanded")


# ── Jester


@shows("Jester")
@pytest.mark.parametrize("beneath", ["10", "King", "Joker; Black", "Lotto Ticket", "-1 of Blight", "Amalgam"])
def test_a_jester_goes_on_anything(beneath: str) -> None:
    """Whatever lies there, unless that demands something itself."""
    game = table(ada="Jester; Black, 3", bob="9", pile=beneath)
    game.play("ada", "Jester")
    game.asks_nothing()
    assert (game.owed(), game.turn) == ([], "bob")


@shows("Jester")
def test_upon_a_jester_goes_exactly_what_shares_a_suit() -> None:
    """Special or not; neither opposite colours nor an allowance help."""
    hand = "9; Hearts, King; Hearts, 4; Black, 2; Stars, 7 of Clocks, Joker; Red, Jester, Credit Card"
    game = table(ada="Jester; Hearts; Clocks; Red, 3", bob=hand, pile="10", vertebrae={"bob": 9})
    game.play("ada", "Jester")
    assert game.playable("bob") == ["9", "King", "7 of Clocks"]
    game.refuses("bob", "Joker", rule="R37", code="demanded")


@shows("Jester")
def test_upon_a_jester_without_a_suit_goes_nothing() -> None:
    """There is no suit to share."""
    game = table(ada="Jester; Red, 3", bob="9; Hearts, Jester; Red", pile="10")
    game.play("ada", "Jester")
    assert game.playable("bob") == []


@shows("Jester", "Joker")
def test_a_jester_on_a_joker_needs_its_colour_and_then_asks_for_a_suit() -> None:
    """What lies on top demands, and only that: the Joker below has nothing more to say."""
    game = table(ada="Jester; Red; Hearts, 3", bob="9; Red, 8; Hearts; Blue", pile="Joker; Red")
    game.play("ada", "Jester")
    assert game.playable("bob") == ["8"]

"""Useless, which draws, and the curses that mark another card: Mean, Demonic, Satanic, Unholy."""

import pytest

from tests.support.exoptosis_scenario import shows, table


@shows("Useless")
def test_a_useless_card_makes_its_player_draw() -> None:
    """A card of one's own deck and choice, chosen with the play."""
    game = table(ada="9; Useless, 3 | 2, 4", bob="7 | 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["2", "4"])
    game.answers("4")
    assert (game.hand("ada"), game.deck("ada"), game.hand("bob"), game.turn) == (["3", "4"], ["2"], ["7"], "bob")


@shows("Useless")
def test_R40_a_useless_card_with_an_empty_deck_asks_who_gives() -> None:
    """Ada chooses another participant with cards in hand, who then owes her a card."""
    game = table(ada="9; Useless, 3", bob="7, 8", eve="2, 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["bob", "eve"])
    game.answers("eve")
    assert (game.owed(), game.hand("ada")) == (["eve gives"], ["3"])
    game.pays("eve")
    game.asks("eve", ["2", "1"])
    game.answers("1")
    assert (game.hand("ada"), game.hand("eve"), game.owed()) == (["3", "1"], ["2"], [])


MARKS = [
    ("Mean", ["Torn"]),
    ("Demonic", ["Holographic", "Bound"]),
    ("Satanic", ["Holographic", "Useless"]),
    ("Unholy", ["Timely", "Useless"]),
]


@shows("Mean", "Demonic", "Satanic", "Unholy")
@pytest.mark.parametrize(("modifier", "gained"), MARKS, ids=[modifier for modifier, _ in MARKS])
def test_a_cursed_card_marks_a_card_in_a_hand(modifier: str, gained: list[str]) -> None:
    """Any card in any hand, one's own too, is chosen and gains the modifiers; only its duplicate does (R73)."""
    game = table(ada=f"9; {modifier}, 3 | 2", bob="7; Speedy, 4 | 1", eve="8; Adamantine", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["3", "7", "4", "8"])
    game.answers("7")
    assert game.modifiers("7") == ["Speedy", *gained]
    assert (game.modifiers("4"), game.modifiers("3"), game.modifiers("8")) == ([], [], ["Adamantine"])
    assert (game.told("original-changed"), game.turn) == ([], "bob")


@shows("Mean", "Demonic", "Satanic", "Unholy")
@pytest.mark.parametrize("modifier", [modifier for modifier, _ in MARKS])
def test_a_cursed_last_card_marks_one_of_another_and_wins(modifier: str) -> None:
    """The own hand is empty; of the others' cards one is chosen all the same, here the only one there is."""
    game = table(ada=f"9; {modifier}", bob="7", pile="10")
    game.play("ada", "9")
    game.asks_nothing()
    assert (game.winner, len(game.modifiers("7"))) == ("ada", 1 if modifier == "Mean" else 2)


@shows("Demonic", "Bound")
def test_R30_a_demonic_card_binds_for_who_plays_it() -> None:
    """Bound remembers ada, whose act applied it: when bob plays his card, both gain."""
    game = table(ada="9; Demonic, 3", bob="8, 4", pile="10")
    game.play("ada", "9", "8")
    assert [(modifier.name, modifier.by) for modifier in game.card("8").modifiers] == [
        ("Holographic", ""),
        ("Bound", "ada"),
    ]
    game.play("bob", "8")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 1}, {"Vertebra": 1})


@shows("Satanic", "Unholy")
def test_R28_a_modifier_that_is_there_already_changes_nothing() -> None:
    """A Useless card gets Holographic only; an Unholy one leaves the one Useless that is there."""
    game = table(ada="9; Satanic, 3", bob="7; Useless", pile="10")
    game.play("ada", "9", "7")
    assert game.modifiers("7") == ["Useless", "Holographic"]
    game = table(ada="9; Demonic, 3", bob="7; Bound by max", pile="10", players=["max"])
    game.play("ada", "9", "7")
    assert [(modifier.name, modifier.by) for modifier in game.card("7").modifiers] == [
        ("Bound", "max"),
        ("Holographic", ""),
    ]


@shows("Unholy", "Timely")
def test_an_unholy_mark_makes_a_card_timely_at_once() -> None:
    """Bob's 8 can be played in eve's turn from then on, and makes bob draw."""
    game = table(ada="9; Unholy, 3", eve="1, 2", bob="8, 4 | 5, 6", pile="10")
    game.play("ada", "9", "8")
    assert (game.turn, game.playable("bob")) == ("eve", ["8"])
    game.play("bob", "8", "6")
    assert (game.hand("bob"), game.turn) == (["4", "6"], "eve")


@shows("Mean", "Torn")
def test_a_mean_mark_tears_the_card_when_it_is_played() -> None:
    """Not before: its value stays until then."""
    game = table(ada="9; Mean, 3", bob="8, 4 | 5, 6", pile="10")
    game.play("ada", "9", "8")
    assert game.values("8") == (8,)
    game.dice(4)
    game.play("bob", "8")
    assert game.values("8") == (9,)

"""Deceitful, which plays another's card, and Chaotic, which acts as another modifier."""

import pytest

from tests.support.exoptosis_scenario import shows, table


@shows("Deceitful")
def test_R49_a_deceitful_card_plays_a_card_of_anothers_hand_too() -> None:
    """As if legal, on top of one's own, with its effects: bob's Queen, upon a 9, asks ada what to destroy."""
    game = table(ada="9; Deceitful, 3", bob="Queen, 7 | 8", eve="King, 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["Queen", "7", "King", "1"])
    game.answers("Queen")
    game.asks("ada", ["3", "7", "King", "1"])
    game.answers("King")
    assert (game.pile(), game.hand("bob"), game.hand("eve")) == (["10", "9", "Queen"], ["7"], ["1"])
    assert (game.state.pile[-1].by, game.turn) == ("ada", "bob")


@shows("Deceitful")
def test_R86_the_gains_of_a_taken_card_are_the_takers_and_its_bound_pays_its_binder() -> None:
    """Holographic and Sacrificial pay ada; Bound pays max; the original that ends is bob's."""
    game = table(ada="9; Deceitful, 3", bob="2; Holographic; Bound by max; Sacrificial, 7", pile="10", players=["max"])
    game.play("ada", "9", "2")
    assert game.granted("ada") == {"Vertebra": 1, "Chip": 1}
    assert (game.granted("max"), game.granted("bob")) == ({"Vertebra": 1}, {})
    assert (game.originals_destroyed(), game.destroyed_on_pile()) == (["bob's 2"], ["2"])


@shows("Deceitful")
def test_R49_deceitful_does_not_chain() -> None:
    """Bob's Deceitful card is played without being so: eve's cards stay where they are."""
    game = table(ada="9; Deceitful, 3", bob="2; Deceitful; Holographic, 7", eve="King", pile="10")
    game.play("ada", "9", "2")
    game.asks_nothing()
    assert (game.pile(), game.hand("eve"), game.granted("ada")) == (["10", "9", "2"], ["King"], {"Vertebra": 1})
    assert game.modifiers("2") == ["Deceitful", "Holographic"]


@shows("Deceitful")
def test_R86_the_taken_card_resolves_after_ones_own() -> None:
    """A Deceitful Jack: its own effect first, then the taken Orb's; both are asked and done in that order."""
    game = table(ada="Jack; Deceitful, 3", bob="Orb of Blight, 7 | 8", pile="10")
    game.play("ada", "Jack", "Orb of Blight", "bob")
    kinds = [event.kind for event in game.events if event.kind in ("played", "owed", "made")]
    assert kinds == ["played", "owed", "played", "made"]


@shows("Deceitful", "Cheating")
def test_a_deceitful_card_that_takes_a_cheating_one_cheats() -> None:
    """Ada destroys two cards in the others' hands; where there are none left, she forfeits."""
    game = table(ada="9; Deceitful, 3", bob="2; Cheating, 7, 8", eve="King", pile="10")
    game.play("ada", "9", "2")
    game.asks("ada", ["7", "8", "King"], least=2, most=2)
    game.answers(["7", "8"])
    assert (game.hand("bob"), game.winner) == ([], "bob")
    game = table(ada="9; Deceitful, 3", bob="2; Cheating", eve="King", pile="10")
    game.play("ada", "9", "2")
    assert (game.participants(), game.hand("eve")) == (["bob", "eve"], ["King"])


@shows("Deceitful", "Torn")
def test_R86_a_taken_torn_card_is_legal_wherever_it_lies() -> None:
    """It is played as if legal: its shift costs no draw."""
    game = table(ada="9; Deceitful, 3 | 5, 6", bob="2; Torn, 7", pile="10")
    game.dice(1)
    game.play("ada", "9", "2")
    assert (game.values("2"), game.hand("ada"), game.turn) == ((0,), ["3"], "bob")


@shows("Deceitful")
def test_R86_a_taken_cards_cost_is_the_takers() -> None:
    """Bob's Credit Card goes upon ada's own 9: it pays at every play (R77), from ada to ada."""
    game = table(ada="9; Deceitful, 3", bob="Credit Card, 7", pile="10", vertebrae={"ada": 4, "bob": 4})
    game.play("ada", "9", "Credit Card")
    assert (game.stock("ada"), game.stock("bob")) == (4, 4)
    assert game.granted("ada") == {}


@shows("Chaotic")
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5], ids=["Useless", "Torn", "Holographic", "Speedy", "Cheating"])
def test_R49_a_chaotic_card_acts_as_one_of_five(place: int) -> None:
    """Drawn at each play, of five; what it does is that modifier's, and only that."""
    game = table(ada="9; Chaotic, 3 | 5", bob="7, 8, 1", pile="10")
    game.dice(*([place, 4] if place == 2 else [place]))
    game.play("ada", "9", *([["7", "8"]] if place == 5 else []))
    assert game.chance.drawn[0][1] == 5
    assert game.hand("ada") == (["3", "5"] if place == 1 else ["3"])
    assert game.values("9") == ((10,) if place == 2 else (9,))
    assert game.granted("ada") == ({"Vertebra": 1} if place == 3 else {})
    assert game.turn == ("ada" if place == 4 else "bob")
    assert game.hand("bob") == (["1"] if place == 5 else ["7", "8", "1"])
    assert game.modifiers("9") == ["Chaotic"]


@shows("Chaotic", "Speedy")
def test_R87_acting_as_speedy_a_chaotic_card_counts_as_speedy() -> None:
    """Beneath another Speedy card it gives that one no turn; and upon a Speedy one it gives none itself."""
    game = table(ada="9; Chaotic, 8; Speedy, 3", bob="7", pile="10")
    game.dice(4)
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"
    game = table(ada="9; Chaotic, 8, 3", bob="7", pile="10; Speedy")
    game.dice(4)
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Chaotic", "Holographic", "Useless")
def test_R87_chaotic_acts_even_beside_the_same_modifier() -> None:
    """A Holographic card that acts as Holographic pays twice."""
    game = table(ada="9; Holographic; Chaotic, 3", bob="7", pile="10")
    game.dice(3)
    game.play("ada", "9")
    assert game.granted("ada") == {"Vertebra": 2}


@shows("Chaotic", "Cheating")
def test_a_chaotic_card_that_cheats_with_no_cards_about_forfeits() -> None:
    """The others hold one card between them that can be destroyed: ada is out."""
    game = table(ada="9; Chaotic, 3", bob="7", eve="8; Adamantine", pile="10")
    game.dice(5)
    game.play("ada", "9")
    assert (game.participants(), game.hand("bob"), game.turn) == (["bob", "eve"], ["7"], "bob")

"""Insignia, markings, coatings and the like: they add a suit or a colour for good and are gone (R26)."""

from typing import Any

import pytest

from exoptosis.engine.parsed_law import Rules
from tests.support.exoptosis_scenario import changed_rules, shows, table

SUITS = {
    "Hearts Insignia": "Hearts",
    "Diamonds Marking": "Diamonds",
    "Spades Symbol": "Spades",
    "Clubs Label": "Clubs",
    "Blight Scarring": "Blight",
    "Vitality Blessing": "Vitality",
    "Clocks Impression": "Clocks",
    "Stars Seal": "Stars",
}
COLOURS = {
    "Red Coating": ("Red", "Cyan"),
    "Black Coating": ("Black", "White"),
    "White Coating": ("White", "Black"),
    "Cyan Coating": ("Cyan", "Red"),
    "Yellow Coating": ("Yellow", "Blue"),
    "Blue Coating": ("Blue", "Yellow"),
    "Green Coating": ("Green", "Magenta"),
    "Magenta Coating": ("Magenta", "Green"),
}


def marking_with(modifier: str) -> Rules:
    """A law by which a 9 puts this modifier on a card of its player's hand."""

    def change(document: dict[str, Any]) -> None:
        document["cards"]["9"]["hooks"] = {
            "when_played": [
                {"choose": "card", "from": {"cards": "hand", "of": "$me"}},
                {"change": "$card", "gain": {"modifiers": [modifier]}},
            ]
        }

    return changed_rules(change)


@shows(*SUITS)
@pytest.mark.parametrize(("modifier", "suit"), SUITS.items(), ids=list(SUITS))
def test_R26_a_suit_is_added_for_good_and_the_modifier_is_gone(modifier: str, suit: str) -> None:
    """The Ace then goes upon that suit; what it had stays, its colours do not change, and no other card has gained."""
    game = table(ada="9, Ace; Red, Queen", bob=f"10; {suit}, 1", pile="10", rules=marking_with(modifier))
    game.play("ada", "9", "Ace")
    ace = game.card("Ace")
    assert (ace.suits, ace.colours, ace.modifiers, ace.values) == ((suit,), ("Red",), (), (1,))
    assert (game.card("Queen").suits, game.told("original-changed")) == ((), [])
    game.play("bob", "10")
    assert game.playable("ada") == ["Ace"]


@shows(*COLOURS)
@pytest.mark.parametrize(("modifier", "colours"), COLOURS.items(), ids=list(COLOURS))
def test_R26_a_colour_is_added_for_good_and_the_modifier_is_gone(modifier: str, colours: tuple[str, str]) -> None:
    """The 2 then goes upon the opposite colour; its suits do not change, and no other card has gained."""
    colour, opposite = colours
    game = table(ada="9, 2; Hearts, 3", bob=f"10; {opposite}, 1", pile="10", rules=marking_with(modifier))
    game.play("ada", "9", "2")
    two = game.card("2")
    assert (two.suits, two.colours, two.modifiers, two.values) == (("Hearts",), (colour,), (), (2,))
    assert game.card("3").colours == ()
    game.play("bob", "10")
    assert game.playable("ada") == ["2"]


def test_R26_a_colour_that_is_there_already_is_there_once() -> None:
    """Colours are a set: adding one twice adds it once."""
    game = table(ada="9, 2; Red", bob="1", pile="10", rules=marking_with("Red Coating"))
    game.play("ada", "9")
    assert game.card("2").colours == ("Red",)

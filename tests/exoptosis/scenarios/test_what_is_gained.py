"""Values that cards gain, for a game and for good, and what cards that are made come with."""

from typing import Any

from tests.support.exoptosis_scenario import Scenario, changed_rules, table


def when_played(species: str, *effect: dict[str, Any]) -> Any:
    """Cycle 16's law, in which a species does this."""

    def change(law: dict[str, Any]) -> None:
        law["cards"][species]["hooks"] = {"when_played": list(effect)}

    return changed_rules(change)


def played(*effect: dict[str, Any], ada: str = "5, 9 | 2", pile: str = "4") -> Scenario:
    """A 5 that does this is played upon a 4."""
    game = table(ada=ada, bob="7, 8", pile=pile, rules=when_played("5", *effect))
    game.play("ada", "5")
    return game


def test_a_card_has_the_values_that_it_gains_and_fits_by_them() -> None:
    """A 5 with a 9 more: a card of value 10 or 8 fits upon it, and one of 12 does not."""
    game = played({"change": "$this", "gain": {"values": [9]}})
    assert game.card("5").values == (5, 9)
    assert game.playable("bob") == ["8"]


def test_R25_values_without_an_end_are_taken_whole() -> None:
    """As a Credit Card has them: from 0 on; single ones say nothing any more."""
    game = played({"change": "$this", "gain": {"values": "$beneath.values"}}, pile="Credit Card")
    assert (game.card("5").values, game.card("5").values_from) == ((), 0)
    game = played(
        {"change": "$this", "gain": {"values": "$beneath.values"}},
        {"change": "$this", "lose": {"values": "$beneath.values"}},
        pile="Credit Card",
    )
    assert (game.card("5").values, game.card("5").values_from) == ((), None)


def test_R26_a_modifier_can_turn_into_a_value() -> None:
    """It is gone at once, and the value stays as long as the game."""

    def change(law: dict[str, Any]) -> None:
        law["modifiers"]["Seventh"] = {"turns_into": {"values": [7]}}
        law["cards"]["5"]["hooks"] = {"when_played": [{"change": "$this", "gain": {"modifiers": ["Seventh"]}}]}

    game = table(ada="5, 9", bob="8", pile="4", rules=changed_rules(change))
    game.play("ada", "5")
    assert (game.card("5").values, game.modifiers("5")) == ((5, 7), [])


def test_R30_a_card_that_is_made_remembers_whose_act_made_it() -> None:
    """In whosever hand it comes; one that turns into a colour is gone at once."""
    game = played({"add": {"card": "Ace", "with": ["Bound", "Red Coating"]}, "to": "hand", "of": "$next"})
    (bound,) = game.card("bob's Ace").modifiers
    assert (bound.name, bound.by, "Red" in game.card("bob's Ace").colours) == ("Bound", "ada", True)


def test_what_was_made_has_a_name_for_what_follows() -> None:
    """All of it, in the order in which it was made."""
    game = played(
        {"add": {"card": "Ace"}, "to": "hand", "of": "$me", "n": 2, "as": "new"},
        {"change": "$new", "gain": {"values": [3]}},
        {"grant": "Chip", "n": {"count": "$new"}, "to": "$me"},
    )
    assert [game.state.cards[card].values for card in game.seat("ada").hand[-2:]] == [(1, 3), (1, 3)]
    assert game.granted("ada") == {"Chip": 2}


def test_R30_what_comes_to_an_inventory_remembers_whose_act_that_was() -> None:
    """The host is told where it is not the owner's own."""
    game = played({"add": {"card": "Ace", "with": ["Bound"]}, "to": "inventory", "of": "$all"})
    assert [(made["player"], made.get("by")) for made in game.told("card-made")] == [("ada", None), ("bob", "ada")]


def test_R87_what_a_card_acts_as_in_its_cost_it_counts_as_having() -> None:
    """It is noted once the card lies on the pile."""

    def change(law: dict[str, Any]) -> None:
        law["cards"]["5"]["hooks"] = {"cost": [{"act_as": "Speedy"}]}

    game = table(ada="5, 9", bob="8", pile="4", rules=changed_rules(change))
    game.play("ada", "5")
    assert game.state.pile[-1].acted == ("Speedy",)

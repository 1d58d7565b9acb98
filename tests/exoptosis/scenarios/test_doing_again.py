"""Species done once more, and modifiers that do something as they come to a card."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.law.document.sections import flaws_of
from tests.support.exoptosis_scenario import Scenario, changed_rules, table
from tests.support.hall import cycle_16

Law = dict[str, Any]
CHIP = {"grant": "Chip", "to": "$me"}


def law_with(
    cards: dict[str, list[Any]] | None = None,
    played: dict[str, Any] | None = None,
    gained: dict[str, Any] | None = None,
) -> Callable[[Law], None]:
    """Species and modifiers that do this when played, and modifiers that do it when gained."""

    def change(law: Law) -> None:
        for name, effect in (cards or {}).items():
            law["cards"][name]["hooks"] = {"when_played": effect}
        for name, effect in (played or {}).items():
            law["modifiers"][name] = {"hooks": {"when_played": effect}}
        for name, effect in (gained or {}).items():
            law["modifiers"][name] = {"hooks": {"when_gained": effect}}

    return change


def played(change: Callable[[Law], None], ada: str, pile: str = "4", card: str = "5") -> Scenario:
    game = table(ada=ada, bob="7, 8 | 3", pile=pile, rules=changed_rules(change))
    game.play("ada", card)
    return game


def flaws(change: Callable[[Law], None]) -> list[str]:
    law = cycle_16()
    change(law)
    return [f"{flaw.path}: {flaw.detail}" for flaw in flaws_of(law)]


# ── once more

ECHO = [{"again": "$this.species"}]


def test_a_modifier_can_have_its_card_do_what_it_does_once_more() -> None:
    """Modifiers come first, then the species: two Chips in all."""
    game = played(law_with({"5": [CHIP]}, {"Echo": ECHO}), "5; Echo, 9")
    assert game.granted("ada") == {"Chip": 2}
    assert game.told("again") == [{"card": game.number("5")}]


def test_a_card_can_do_what_the_card_beneath_does() -> None:
    """Whose player is asked is who plays now."""
    mimic = [{"again": "$beneath.species"}]
    game = played(law_with({"4": [{"take": 1, "who": "$me"}], "5": mimic}), "5, 9 | 2")
    assert game.hand("ada") == ["9", "2"]


def test_what_would_do_itself_within_itself_is_done_once() -> None:
    """Two that do each other, and one upon its like: there is an end."""
    both = law_with({"5": [CHIP, {"again": "6"}], "6": [CHIP, {"again": "5"}]})
    assert played(both, "5, 9").granted("ada") == {"Chip": 2}
    upon_its_like = law_with({"5": [CHIP, {"again": "$beneath.species"}]})
    assert played(upon_its_like, "5, 9", pile="5").granted("ada") == {"Chip": 1}


def test_a_species_that_says_it_does_itself_again_is_refused() -> None:
    """With its place; a modifier may say so."""
    (flaw,) = flaws(law_with({"5": [CHIP, *ECHO]}))
    assert flaw.startswith("/cards/5/hooks/when_played/1/again: a species cannot repeat itself")
    assert flaws(law_with(played={"Echo": ECHO})) == []


def test_steps_of_what_is_done_again_are_counted_together() -> None:
    """Each by itself would be short enough: what takes too long is refused as a whole, and nothing has changed."""
    often: list[Any] = [{"each": "k", "in": {"values": {"from": 1, "to": 100}}, "do": []}]
    species = ["2", "3", "4", "6", "7"]
    cards = {}
    for one, other in zip(species, [*species[1:], ""], strict=True):
        cards[one] = [{**often[0], "do": [{"again": other}]}] if other else [CHIP]
    game = table(ada="5, 9", bob="7", pile="4", rules=changed_rules(law_with({**cards, "5": [{"again": "2"}]})))
    game.refuses_move("ada", {"kind": "play", "card": game.number("5")}, rule="Effects", code="too-long")


# ── when gained


def test_a_modifier_does_something_as_it_comes_to_a_card() -> None:
    """For the owner of the card, wherever it lies; one that is there already does not come."""
    give = {"change": {"cards": "hand", "of": "$all"}, "gain": {"modifiers": ["Glow"]}}
    game = played(law_with({"5": [give, give]}, gained={"Glow": [CHIP]}), "5, 9, 2")
    assert (game.granted("ada"), game.granted("bob")) == ({"Chip": 2}, {"Chip": 2})


def test_a_new_card_gains_what_it_comes_with() -> None:
    """Made or in another's place; it may be changed by what it gains."""
    grow = [{"change": "$this", "gain": {"values": [7]}}]
    make = [
        {"add": {"card": "Ace", "with": ["Growing"]}, "to": "hand", "of": "$me"},
        {"change": {"cards": "deck", "of": "$me"}, "become": {"card": "Ace", "with": ["Growing"]}},
    ]
    game = played(law_with({"5": make}, gained={"Growing": grow}), "5, 9 | 2")
    aces = [game.state.cards[card].values for card in (game.seat("ada").hand[-1], game.seat("ada").deck[0])]
    assert aces == [(1, 7), (1, 7)]


def test_what_one_brings_does_something_too() -> None:
    """One after the other, and there is an end: those that bring each other in a circle are no law."""
    brings = {"Seed": [{"change": "$this", "gain": {"modifiers": ["Glow"]}}], "Glow": [CHIP]}
    sow = {"change": "$this", "gain": {"modifiers": ["Seed"]}}
    game = played(law_with({"5": [sow]}, gained=brings), "5, 9")
    assert game.modifiers("5") == ["Seed", "Glow"]
    assert game.granted("ada") == {"Chip": 1}
    lose = {"change": "$this", "lose": {"modifiers": ["Glow"]}, "gain": {"modifiers": ["Seed"]}}
    (flaw,) = flaws(law_with(gained={**brings, "Glow": [lose]}))
    assert flaw == "/modifiers/Seed/hooks/when_gained: modifiers add each other in a loop: Seed, then Glow, then Seed"


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ([{"choose": "k", "from": [1, 2]}, CHIP], ""),
        ([{"take": 1, "who": "$me"}], "cannot be used in what a card does by itself"),
        ([{"turn": "reverse"}], "cannot be used in what a card does by itself"),
    ],
)
def test_what_cannot_be_done_at_a_card_by_itself_is_refused(effect: list[Any], why: str) -> None:
    """As a modifier may come to a card anywhere, in a game and in the hall, nobody is asked and nobody draws."""
    found = flaws(law_with(gained={"Glow": effect}))
    assert found
    assert all(flaw.startswith("/modifiers/Glow/hooks/when_gained/0") for flaw in found)


def test_what_turns_into_something_does_nothing_besides() -> None:
    """It is gone at once (R26)."""

    def change(law: Law) -> None:
        law["modifiers"]["Red Coating"]["hooks"] = {"when_gained": [CHIP]}

    (flaw,) = flaws(change)
    assert (
        flaw == "/modifiers/Red Coating/hooks/when_gained: an item cannot give itself: it is used up by turning "
        "into its gain"
    )

"""The law as the game reads it, and what a change of it does to a game (R106)."""

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.parsed_law import NOTHING_SETTLED, Rules
from tests.support.exoptosis_match import FOUR, GAME, Match, rules_of_cycle_16
from tests.support.hall import cycle_16


def changed(**sections: dict[str, Any]) -> Rules:
    """The second revision: entries of sections replaced, or taken away where None."""
    law = copy.deepcopy(cycle_16())
    for name, entries in sections.items():
        for entry, content in entries.items():
            if content is None:
                del law[name][entry]
            else:
                law[name][entry] = law[name][entry] | content
    return compile_rules(law, 2)


def playing() -> Match:
    match = Match()
    painted = match.original("King", suits=["Hearts"], values=[1])
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), painted])
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada")
    match.hand("Bob")
    return match.bet_nothing()


def test_the_rules_have_what_the_law_says() -> None:
    """Every number of R32 to R36 and R95, flags and texts."""
    rules = rules_of_cycle_16()
    assert (rules.number, len(rules.species), len(rules.modifiers)) == (1, 42, 37)
    assert (rules.hand_at_least, rules.turn_minutes, rules.silence) == (4, 1440, "forfeit")
    assert (rules.betting.items, rules.betting.close_after, rules.betting.match_within) == (("Chip",), 720, 1440)
    assert (rules.must_play, rules.duplicates) == ("opening", True)
    assert rules.see_through == {"Transparent"}
    assert ("Red", "Black") in rules.opposites
    assert ("Black", "Red") in rules.opposites
    assert rules.modifiers["Timely"].flags == {"off_turn", "not_in_first_hand"}
    assert rules.modifiers["Adamantine"].flags == {"indestructible"}
    assert rules.modifiers["Fragile"].counts
    assert rules.modifiers["Bound"].remembers_giver
    assert rules.modifiers["Red Coating"].gains == {"values": (), "suits": (), "colours": ("Red",)}
    duel = rules.occasion("duel")
    assert (duel.request_lapses, duel.hands_within, duel.hands_only_in, duel.at_least) == (2880, 1440, "battle", 2)
    assert duel.rewards == ()
    assert (rules.counted("Vertebra", 1), rules.counted("Vertebra", 3)) == ("1 Vertebra", "3 Vertebrae")


def test_a_law_without_the_game_has_no_rules_of_it() -> None:
    """The host goes by an earlier revision, or does not offer the game."""
    law = cycle_16()
    del law["exoptosis"]
    with pytest.raises(KeyError):
        compile_rules(law, 2)


def test_an_occasion_that_was_repealed_goes_on_without_rewards() -> None:
    """A battle under a law that knows battles no more."""
    law = cycle_16()
    del law["battles"]
    assert compile_rules(law, 2).occasion("battle") is NOTHING_SETTLED


def test_R106_a_changed_species_changes_its_cards_from_the_next_move() -> None:
    """What a card has beyond its species stays: the King's own value and suit."""
    match = playing()
    match.rules = changed(cards={"King": {"values": [13], "suits": ["Clubs"], "colours": ["Red"]}})
    match.happens("law-changed")
    king = match.state.cards[match.in_hand("Ada", "King")]
    assert (king.values, king.suits, king.colours) == ((1, 13), ("Clubs", "Hearts"), ("Red",))
    assert match.state.law == 2
    assert match.happens("law-changed") is None


def test_R106_a_move_follows_the_law_without_being_told() -> None:
    """What a move does is decided by the rules that are handed in with it."""
    match = playing()
    match.rules = changed(cards={"3": {"values": [40]}})
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    match.refused("Bob", "play", "does-not-fit", "R37", card=match.in_hand("Bob", "3"))
    assert match.view(None)["cards"][str(match.in_hand("Bob", "3"))]["values"] == "40"


def test_R106_a_repealed_species_keeps_its_values() -> None:
    """A card of a repealed species keeps its values and loses its text."""
    match = playing()
    match.rules = changed(cards={"King": None})
    match.happens("law-changed")
    number = match.in_hand("Ada", "King")
    assert match.state.cards[number].values == (1, 12)
    assert match.view(None)["cards"][str(number)]["text"] == ""
    match.happens("obtained", player="Bob", cards=[match.original("King")])
    (late,) = match.seat("Bob").deck
    assert match.state.cards[late].values == (12,)


def test_R106_a_shifted_card_keeps_its_values() -> None:
    """Torn has moved a 3 to 5; the law moves the species to 30."""
    match = playing()
    number = match.in_hand("Bob", "3")
    shifted = replace(match.state.cards[number], values=(5,))
    match.state = replace(match.state, cards={**match.state.cards, number: shifted})
    match.rules = changed(cards={"3": {"values": [30]}})
    match.happens("law-changed")
    assert match.state.cards[number].values == (5,)
    others = [card for card in match.seat("Ada").hand if match.state.cards[card].species == "3"]
    assert [match.state.cards[card].values for card in others] == [(30,)]


def test_R106_what_a_card_has_lost_does_not_come_back() -> None:
    """A colour that both laws give, taken from one card by an effect."""
    match = playing()
    match.rules = changed(cards={"King": {"colours": ["Red", "Blue"]}})
    match.happens("law-changed")
    number = match.in_hand("Ada", "King")
    faded = replace(match.state.cards[number], colours=("Blue",))
    match.state = replace(match.state, cards={**match.state.cards, number: faded})
    law = copy.deepcopy(cycle_16())
    law["cards"]["King"] |= {"colours": ["Red", "Green"]}
    match.rules = compile_rules(law, 3)
    match.happens("law-changed")
    assert match.state.cards[number].colours == ("Green",)


def test_R106_another_time_for_a_turn_holds_at_once() -> None:
    """The clock keeps its name; the host keeps its instant."""
    match = playing()
    match.rules = changed(exoptosis={"turn": {"minutes": 60, "silence": "skip"}})
    assert match.clocks() == {"turn:1": (60, ("Ada",))}


def test_a_state_survives_being_written() -> None:
    """With cards by number, debts, waits and tallies (every step of the other tests does this too)."""
    match = playing()
    assert GAME.decode(GAME.encode(match.state)) == match.state

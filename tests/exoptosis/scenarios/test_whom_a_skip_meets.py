"""Whom a skip meets is decided when the turn passes, by the direction as it is then (R46, R80, R124)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis.engine.parsed_law import Rules
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from tests.support.example_counts import examples
from tests.support.exoptosis_scenario import Scenario, cycle_16_rules, shows, table

NAMES = ("ada", "bob", "eve", "max", "zoe")
WORDS: dict[str, Any] = {
    "skip": {"turn": {"skip": "$next"}},
    "reverse": {"turn": "reverse"},
    "again": {"turn": {"again": "$me"}},
    "skip me": {"turn": {"skip": "$me"}},
}


def seated(count: int, first: str, **others: str) -> Scenario:
    """So many players; ada holds `first` and a card more, and it is her turn."""
    hands = {name: others.get(name, "2, 2") for name in NAMES[1:count]}
    return table(ada=f"{first}, 2", pile="10", **hands)


@shows("Jumping", "Reflected")
@pytest.mark.parametrize("card", ["9; Jumping; Reflected", "9; Reflected; Jumping"])
def test_R124_a_skip_meets_the_next_of_the_direction_when_the_turn_passes(card: str) -> None:
    """Whichever of the two acts first: the order runs backwards, eve would come, and is skipped."""
    game = seated(3, card)
    game.play("ada", "9")
    assert (game.turn, game.next_turns(2)) == ("bob", ["ada", "eve"])


@shows("Jumping", "Reflected", "Deceitful")
@pytest.mark.parametrize(("own", "taken"), [("Deceitful; Jumping", "Reflected"), ("Deceitful; Reflected", "Jumping")])
def test_R124_by_a_card_taken_too_the_later_reversal_counts(own: str, taken: str) -> None:
    """Ada plays bob's card on top of hers (R86)."""
    game = seated(3, f"9; {own}", bob=f"8; {taken}, 2")
    game.play("ada", "9", "8")
    assert (game.turn, game.next_turns(1)) == ("bob", ["ada"])


@shows("Jumping", "Reflected", "Deceitful")
def test_R124_reversed_twice_it_meets_the_first_one_again() -> None:
    """By ada's card, and by bob's, which she plays too."""
    game = seated(4, "9; Jumping; Reflected; Deceitful", bob="8; Reflected, 2")
    game.play("ada", "9", "8")
    assert (game.turn, game.next_turns(2)) == ("eve", ["max", "ada"])


@shows("Jumping", "Chaotic")
@pytest.mark.parametrize("card", ["9; Chaotic; Jumping; Reflected", "9; Jumping; Reflected; Chaotic"])
def test_R124_R80_a_skip_waits_for_the_end_of_an_extra_turn(card: str) -> None:
    """Chaotic acts as Speedy, the fourth of the five: the extra turn comes before passing, and in it a reversal."""
    game = seated(4, card + ", 8; Reflected")
    game.dice(4)
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("eve", ["max", "ada"])


@shows("Jumping", "Timely", "Reflected")
def test_R124_R74_a_skip_played_out_of_turn_counts_from_its_players_seat() -> None:
    """Bob's Jumping card in ada's turn, which she ends with a reversal: the one after bob is ada herself by now."""
    game = seated(4, "9; Reflected", bob="9; Timely; Jumping, 2")
    game.play("bob", "9")
    game.play("ada", "9")
    assert (game.turn, game.next_turns(4)) == ("max", ["eve", "bob", "max", "eve"])


@shows("Jumping")
def test_R124_who_leaves_before_the_turn_passes_is_not_met() -> None:
    """Ada's card is Speedy too; bob forfeits in her extra turn, so eve is the next, and is skipped."""
    game = seated(4, "9; Jumping; Speedy")
    game.play("ada", "9")
    game.forfeits("bob")
    game.draws("ada", "eve")
    assert game.turn == "max"


def test_R98_R124_a_skip_of_the_next_stays_when_its_player_forfeits() -> None:
    """Ada's extra turn is hers no more, and bob is skipped all the same."""
    game = seated(4, "9; Jumping; Speedy")
    game.play("ada", "9")
    game.forfeits("ada")
    assert (game.turn, game.next_turns(2)) == ("eve", ["max", "bob"])


@shows("Go to jail monopoly card", "Reflected")
@pytest.mark.parametrize(
    ("modifier", "turns"), [("", ["eve", "max", "ada", "bob"]), ("; Reflected", ["max", "eve", "ada", "max"])]
)
def test_R80_a_skip_of_somebody_named_stays_theirs(modifier: str, turns: list[str]) -> None:
    """Bob cannot pay: whichever way the order runs, it is his next turn that is skipped."""
    card = "Go to jail monopoly card"
    game = table(ada=f"{card}{modifier}, 2", bob="2, 2", eve="2, 2", max="2, 2", pile="Credit Card @bob")
    game.play("ada", card)
    assert [game.turn, *game.next_turns(3)] == turns


def test_R124_what_is_told_and_shown_until_then_names_nobody() -> None:
    """The seat from which it counts; when the turn passes, who was skipped."""
    game = seated(3, "9; Jumping; Speedy")
    game.play("ada", "9")
    assert game.told("next-to-be-skipped") == [{"player": "ada"}]
    assert [seat.skips_next for seat in game.state.seats] == [1, 0, 0]
    game.forfeits("ada")
    assert game.told("skipped") == [{"player": "bob"}]
    assert [seat.skips_next for seat in game.state.seats] == [0, 0, 0]


def nine_that(words: list[str]) -> Rules:
    """The rules by which a 9 does this when it is played."""
    rules = cycle_16_rules()
    nine = rules.species["9"]
    effect = read_effect([WORDS[word] for word in words], scopes.PLAYED)
    return replace(rules, species={**rules.species, "9": replace(nine, hooks=replace(nine.hooks, when_played=effect))})


def told_again(count: int, plays: list[list[str]]) -> list[str]:
    """Whose turn it is after each of these plays, as the rules say it, without a line of the engine.

    The table is turned so that whose turn it is stands first; what is next stands second, whichever way it runs.
    """
    round_table, extra, skips, found = list(NAMES[:count]), 0, dict.fromkeys(NAMES, 0), []
    open_skips = 0
    for words in plays:
        me = round_table[0]
        for word in words:
            if word == "reverse":
                round_table = [me, *reversed(round_table[1:])]
            open_skips += word == "skip"
            extra += word == "again"
            skips[me] += word == "skip me"
        if extra:
            extra -= 1
        else:
            skips[round_table[1]] += open_skips
            open_skips = 0
            round_table = [*round_table[1:], me]
            while skips[round_table[0]]:
                skips[round_table[0]] -= 1
                round_table = [*round_table[1:], round_table[0]]
        found.append(round_table[0])
    return found


@settings(max_examples=examples(150), deadline=None)
@given(
    count=st.integers(2, 5),
    plays=st.lists(st.lists(st.sampled_from(sorted(WORDS)), max_size=6), min_size=1, max_size=5),
)
def test_R124_in_whatever_order_reversals_skips_and_extra_turns_arise(count: int, plays: list[list[str]]) -> None:
    """Several plays of several of them each, by two to five players: the turns are those that the rules tell."""
    found = []
    hands = dict.fromkeys(NAMES[:count], "9, 9, 9, 9, 9, 2")
    game = table(pile="10", **hands)
    for words in plays:
        game.rules = nine_that(words)
        game.play(game.turn, "9")
        found.append(game.turn)
    assert found == told_again(count, plays)

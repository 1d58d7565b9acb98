"""What becomes of a choice that nobody makes in time (R18, R41, R85, R125)."""

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


def nine_that(*effect: Any) -> Rules:
    """The rules by which a 9 does this when it is played."""
    rules = cycle_16_rules()
    nine = rules.species["9"]
    played = replace(nine.hooks, when_played=read_effect(list(effect), scopes.PLAYED))
    return replace(rules, species={**rules.species, "9": replace(nine, hooks=played)})


def begun(*effect: Any, **hands: str) -> Scenario:
    """Ada has played a Torn 9 that does this, which asks and is not answered; eve is at the table too."""
    game = table(ada="9; Torn, 7, 7 | 4, 5", bob="9, 8 | 1", eve="10, 8 | 2", pile="10", rules=nine_that(*effect))
    game.dice(3)
    game.play("ada", "9")
    assert game.is_begun
    return game


@shows("Two", "Torn")
def test_R125_a_two_that_lapses_draws_nothing() -> None:
    """Torn has drawn, so the play is begun; "up to 2" is then 0, without a draw, and nothing is destroyed."""
    game = table(ada="Two; Torn, 7 | 4, 5, 6", bob="9", eve="10", pile="3")
    game.dice(3)
    game.play("ada", "Two")
    game.asks("ada", [0, 1, 2])
    assert game.question is not None
    assert game.question.late == "none"
    game.lets_time_pass()
    assert (game.hand("ada"), game.deck("ada"), game.turn) == (["7"], ["4", "5", "6"], "bob")
    assert [label for label, _, _ in game.chance.drawn] == ["Two, Torn: 1d5"]


@shows("King", "Torn")
def test_R125_a_king_that_lapses_names_nobody() -> None:
    """A King asks for at most two; a choice that lapses takes the least, none."""
    game = table(ada="King; Torn, 7 | 4", bob="9 | 1", eve="10 | 2", pile="Queen")
    game.dice(3)
    game.play("ada", "King")
    game.lets_time_pass()
    assert (game.owed(), game.turn) == ([], "bob")


@pytest.mark.parametrize(
    ("choice", "dice", "gained"),
    [
        ({"from": {"values": {"from": 0, "to": 3}}}, [], 0),
        ({"from": {"values": [3, 0, 1]}}, [], 0),
        ({"from": {"values": {"from": 0, "to": 3}}, "n": [0, 1]}, [], 0),
        ({"from": {"values": {"from": 0, "to": 3}}, "late": "chance"}, [4], 3),
        ({"from": {"values": {"from": 1, "to": 3}}}, [2], 2),
        ({"from": {"values": {"from": 1, "to": 3}}, "late": "none"}, [], 0),
        ({"from": {"values": {"from": -1, "to": 1}}}, [3], 1),
    ],
)
def test_R125_of_numbers_that_begin_with_0_it_is_0(choice: Any, dice: list[int], gained: int) -> None:
    """Others are drawn, unless the law says otherwise."""
    game = begun({"choose": "count", **choice}, {"grant": "Vertebra", "n": "$count", "to": "$me"})
    game.dice(*dice)
    game.lets_time_pass()
    assert game.granted("ada").get("Vertebra", 0) == gained


def test_R125_a_number_that_another_owes_lapses_to_0_too() -> None:
    """Bob owes it until the next turn has ended, and then chooses nothing; nor is there a draw."""
    rules = nine_that(
        {"choose": "count", "from": {"values": {"from": 0, "to": 3}}, "by": "$next"},
        {"grant": "Vertebra", "n": {"sum": ["$count", 1]}, "to": "$me"},
    )
    game = table(ada="9, 7", bob="8, 8 | 1", eve="10 | 2", pile="10", rules=rules)
    game.play("ada", "9")
    assert game.owed() == ["bob chooses"]
    game.play("bob", "8")
    assert (game.owed(), game.granted("ada"), game.chance.drawn) == ([], {"Vertebra": 1}, [])


COUNTS = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted)


@settings(max_examples=examples(60), deadline=None)
@given(bounds=COUNTS, kind=st.sampled_from(["cards", "players", "names"]))
def test_R125_what_can_be_none_is_none_and_the_rest_is_the_least(bounds: list[int], kind: str) -> None:
    """Of cards, players and names, as many as there must be are drawn, and no more."""
    sets: dict[str, Any] = {
        "cards": {"cards": "hand", "of": "$all"},
        "players": "$all",
        "names": {"values": ["Hearts", "Spades", "Clubs", "Stars", "Clocks"]},
    }
    least, most = bounds
    there = {"cards": 6, "players": 3, "names": 5}[kind]
    effect = (
        {"choose": "them", "from": sets[kind], "n": bounds},
        {"grant": "Vertebra", "n": {"count": "$them"}, "to": "$me"},
    )
    game = table(ada="9; Torn, 7, 7 | 4, 5", bob="9, 8 | 1", eve="10, 8 | 2", pile="10", rules=nine_that(*effect))
    game.dice(3)
    game.play("ada", "9")
    if game.is_begun:
        game.dice(*[1] * least)
        game.lets_time_pass()
        assert len(game.chance.drawn) == 1 + least
        assert game.granted("ada").get("Vertebra", 0) == least
    else:
        assert most == 0 or least >= there

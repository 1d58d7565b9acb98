"""Enemies of other laws: what they do is told by formulas of their level and of how near a player is (R70, R106)."""

from typing import Any

import pytest

from dungeon.engine.hexes import Hex, distance
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import State
from tests.dungeon.engine.maps import NoDraws, at, law, level, match, on, over


def hunters(*behaviour: dict[str, Any]) -> Rules:
    """A law whose one enemy behaves so."""
    return law(enemies={"Wolf": {"weight": 1, "behaviour": list(behaviour)}})


def wolf(state: State, number: int = 1) -> Hex:
    """Where the wolf of a level is."""
    return state.dungeons[0].levels[number - 1].enemies[0].hex


def after(rules: Rules, where: Hex, ada: Hex) -> State:
    """The period's end with a wolf and Ada on the first level."""
    return over(rules, match(level(enemies={where: "Wolf"}), ada=on(*ada)), NoDraws()).state


def test_one_that_chases_comes_nearer_and_catches_whom_it_reaches() -> None:
    """Without a straight line between them, and without a draw."""
    chasing = hunters({"chase": {"hexes": 2}}, {"stay": {}})
    assert distance(wolf(after(chasing, (4, -1), (0, -2))), (0, -2)) == distance((4, -1), (0, -2)) - 2
    state = after(chasing, (2, -1), (1, -2))
    assert at(state, "ada") == on(0, 0)


def test_one_that_flees_goes_as_far_away_as_it_comes() -> None:
    """And stays where there is nothing farther."""
    fleeing = hunters({"flee": {"hexes": 3}}, {"stay": {}})
    assert distance(wolf(after(fleeing, (2, -1), (1, -2))), (1, -2)) > distance((2, -1), (1, -2))
    assert wolf(after(fleeing, (4, 0), (-4, 0))) == (4, 0)


@pytest.mark.parametrize(("ada", "moves"), [((1, -1), True), ((0, -2), False)])
def test_a_condition_says_when(ada: Hex, moves: bool) -> None:
    """It minds only who comes within three steps."""
    wary = {"if": {"not": {"is": ["$near", "more_than", 3]}}, "chase": {"hexes": 1}}
    assert (wolf(after(hunters(wary, {"stay": {}}), (4, -1), ada)) != (4, -1)) is moves


def test_how_far_is_a_formula_of_the_level() -> None:
    """On the second level it charges two hexes farther than on a level above the first: two to each level."""
    deeper = hunters({"charge": {"hexes": {"smallest": [{"times": [2, "$level"]}, 8]}}}, {"stay": {}})
    assert wolf(after(deeper, (4, -1), (-1, -1))) == (2, -1)
    below = match(level(), level(enemies={(4, -1): "Wolf"}), ada=on(-1, -1, 2))
    assert wolf(over(deeper, below, NoDraws()).state, 2) == (0, -1)


def test_where_nobody_is_nothing_is_near() -> None:
    """Neither chased nor fled from."""
    hunting = hunters({"chase": {"hexes": 2}}, {"stay": {}})
    below = match(level(), level(enemies={(4, -1): "Wolf"}), ada=on(1, -1))
    assert wolf(over(hunting, below, NoDraws()).state, 2) == (4, -1)

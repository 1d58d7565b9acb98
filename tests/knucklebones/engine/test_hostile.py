"""Moves as somebody might send them who means no good, or makes a mistake: refused in words, and nothing changes."""

from typing import Any

import pytest

from nomic.matches.contract.external_events import Begun, Happening, LawChanged, Left, PhaseBegan
from nomic.matches.contract.game import BadAnswer, IllegalMove
from tests.support.knucklebones_engine import ENGINE, GAME, Held, act, rules, standing
from tests.support.rigged_chance import Laid

LAW = rules("Nudge")
ADAS = Held(Ada=["Nudge"])
NUMBERS = (0, -1, 4, 10**30)
NAMES = ("1", "", "Ada", "nudge", "Nudge ")
ODD: tuple[Any, ...] = (None, True, 1.0, 1.5, float("nan"), [], [1], {}, {"column": 1})
NO_MOVES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "unknown-move", "A move is one of these: place, roll, use, answer, forfeit."),
    ({"kind": None}, "unknown-move", "A move is one of these"),
    ({"kind": ["place"]}, "unknown-move", "A move is one of these"),
    ({"kind": "Place", "column": 1}, "unknown-move", "A move is one of these"),
    ({"kind": "place"}, "missing-field", "This move needs 'column' too."),
    ({"kind": "use"}, "missing-field", "This move needs 'dice' too."),
    ({"kind": "place", "column": 1, "value": 6}, "unknown-field", "This move has no 'value'."),
    ({"kind": "place", "column": 1, "dice": "Nudge"}, "unknown-field", "This move has no 'dice'."),
    ({"kind": "forfeit", "player": "Ben"}, "unknown-field", "This move has no 'player'."),
    ({"kind": "roll", "x" * 500: 1}, "unknown-field", f"This move has no '{'x' * 40}'."),
    ({"kind": "roll"}, "rolled", "The die is rolled: it shows a 3."),
    ({"kind": "answer"}, "nothing-asked", "None of your moves is waiting for an answer."),
]


def _refused(move: dict[str, Any], *answers: Any, player: str = "Ada") -> IllegalMove:
    state = standing(([1, 2, 3], [], []), rolled=3)
    kept = GAME.encode(state)
    with pytest.raises(IllegalMove) as refused:
        act(LAW, state, player, move, Laid(), ADAS, *answers)
    assert GAME.encode(state) == kept
    return refused.value


@pytest.mark.parametrize(("move", "code", "why"), NO_MOVES, ids=lambda part: str(part)[:40])
def test_what_is_no_move_is_refused(move: dict[str, Any], code: str, why: str) -> None:
    """With a code for programs and a reason for people."""
    refused = _refused(move)
    assert refused.code == code
    assert refused.detail.startswith(why)


@pytest.mark.parametrize("column", NUMBERS, ids=repr)
def test_a_column_is_a_number_of_a_column(column: int) -> None:
    """A column is one of 1 to 3; anything else is refused."""
    refused = _refused({"kind": "place", "column": column})
    assert (refused.code, refused.detail) == ("no-such-column", "Columns are numbered 1 to 3.")


@pytest.mark.parametrize("column", [*ODD, *NAMES], ids=repr)
def test_what_only_looks_like_a_number_is_no_column(column: Any) -> None:
    """The field is named, and what it has to be."""
    refused = _refused({"kind": "place", "column": column})
    assert refused.code == "bad-field"
    assert refused.detail.startswith("column: Expected `int`, got `")


@pytest.mark.parametrize("dice", NAMES, ids=repr)
def test_a_dice_is_named_by_its_name(dice: str) -> None:
    """As the law has it, to the letter."""
    assert _refused({"kind": "use", "dice": dice}).code == "no-such-dice"


@pytest.mark.parametrize("dice", [*ODD, *NUMBERS], ids=repr)
def test_what_is_no_name_is_no_dice(dice: Any) -> None:
    """The field is named, and what it has to be."""
    refused = _refused({"kind": "use", "dice": dice})
    assert refused.code == "bad-field"
    assert refused.detail.startswith("dice: Expected `str`, got `")


@pytest.mark.parametrize(
    "move", [{"kind": "place", "column": 2}, {"kind": "forfeit"}, {"kind": "use", "dice": "Nudge"}]
)
def test_whoever_is_not_in_the_game_can_do_nothing(move: dict[str, Any]) -> None:
    """Every move of a stranger is refused."""
    assert _refused(move, player="Cy").detail == "You do not play in this game."
    assert GAME.legal(LAW, standing(rolled=3), "Cy", ADAS) == []
    assert GAME.barred(LAW, standing(rolled=3), "Cy", ADAS) == []


@pytest.mark.parametrize("move", [{"kind": "place", "column": 2}, {"kind": "forfeit"}, {"kind": "roll"}])
def test_a_game_that_is_over_is_over(move: dict[str, Any]) -> None:
    """Nobody can do anything more, and whatever happens outside touches it no more."""
    over = act(LAW, standing(rolled=3), "Ben", {"kind": "forfeit"}, Laid(), ADAS).state
    for player in ("Ada", "Ben"):
        with pytest.raises(IllegalMove, match="This game is over"):
            act(LAW, over, player, move, Laid(), ADAS)
        assert GAME.react(LAW, over, {"kind": "left", "player": player}, Laid(), ADAS) is None
    assert GAME.react(LAW, over, {"kind": "cycle-ended"}, Laid(), ADAS) is None


def test_a_game_that_has_not_begun_has_no_moves() -> None:
    """Not even to give it up."""
    state = GAME.setup(LAW, {"players": ["Ada", "Ben"]})
    for move in ({"kind": "place", "column": 2}, {"kind": "forfeit"}):
        with pytest.raises(IllegalMove, match="This game has not begun"):
            act(LAW, state, "Ada", move, Laid(), ADAS)


@pytest.mark.parametrize(
    ("answers", "place", "why"),
    [
        ("x", 0, "answers must be a list of lists"),
        ({"0": [2]}, 0, "answers must be a list of lists"),
        (None, 0, "answers must be a list of lists"),
        ([2], 0, "an answer is a list"),
        (["2"], 0, "an answer is a list"),
        ([[2], {"2": 2}], 1, "an answer is a list"),
        ([[None]], 0, "an answer is a list of names and numbers"),
        ([[True]], 0, "an answer is a list of names and numbers"),
        ([[2.0]], 0, "an answer is a list of names and numbers"),
        ([[[2]]], 0, "an answer is a list of names and numbers"),
        ([[3]], 0, "'3' is not on offer"),
        ([["x" * 500]], 0, f"'{'x' * 60}' is not on offer"),
        ([[2, 2]], 0, "something is chosen twice"),
        ([[2, 4]], 0, "1 is needed, not 2"),
        ([[]], 0, "1 is needed, not 0"),
        ([[2], [2]], 1, "nothing more is asked"),
    ],
    ids=lambda part: str(part)[:40],
)
def test_answers_are_lists_of_what_is_on_offer(answers: Any, place: int, why: str) -> None:
    """Which answer is wrong is told, and why."""
    state = standing(rolled=3)
    kept = GAME.encode(state)
    with pytest.raises(BadAnswer) as bad:
        GAME.play(LAW, state, "Ada", {"kind": "use", "dice": "Nudge"}, answers, Laid(), ADAS)
    assert (bad.value.place, bad.value.detail) == (place, why)
    assert GAME.encode(state) == kept


@pytest.mark.parametrize("happening", [Left("Cy"), Begun(), LawChanged(), PhaseBegan("rest", 4)], ids=repr)
def test_what_means_nothing_to_the_game_touches_nothing(happening: Happening) -> None:
    """Whatever is told of the world outside."""
    assert ENGINE.react(LAW, standing(rolled=3), happening, Laid(), ADAS) is None


@pytest.mark.parametrize("happening", [{}, {"kind": "left"}, {"kind": "left", "player": None}, {"kind": 7}], ids=repr)
def test_what_is_no_happening_is_refused(happening: dict[str, Any]) -> None:
    """Whoever wrote the record that tells it."""
    with pytest.raises(IllegalMove):
        GAME.react(LAW, standing(rolled=3), happening, Laid(), ADAS)

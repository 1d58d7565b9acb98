"""Scores, the end, and what it brings (R59, R113)."""

from itertools import product

import pytest

from knucklebones.engine.player_field import column_score, score
from tests.support.hall import cycle_16
from tests.support.knucklebones_engine import GAME, Held, act, begun, rules, standing, texts
from tests.support.rigged_chance import Laid

LAW = rules()
NOBODY = Held()
PLACE_LAST = {"kind": "place", "column": 3}


@pytest.mark.parametrize(
    ("column", "worth"),
    [
        ((), 0),
        ((1,), 1),
        ((6,), 6),
        ((1, 2), 3),
        ((2, 2), 8),
        ((6, 6), 24),
        ((1, 2, 3), 6),
        ((4, 5, 4), 21),
        ((5, 4, 4), 21),
        ((1, 1, 1), 9),
        ((2, 2, 2), 18),
        ((3, 3, 3), 27),
        ((4, 4, 4), 36),
        ((5, 5, 5), 45),
        ((6, 6, 6), 54),
        ((6, 6, 1), 25),
        ((7, 7, 7, 7), 112),
    ],
)
def test_R59_a_column_is_worth_its_dice_each_as_often_as_its_value_stands_there(
    column: tuple[int, ...], worth: int
) -> None:
    """A value v that stands k times scores v·k·k."""
    assert column_score(column) == worth


def _by_hand(column: tuple[int, ...]) -> int:
    """Counted another way: every pair of equal dice, a die with itself too, is worth what a die of the pair shows."""
    return sum(one for one, other in product(column, column) if one == other)


def test_R59_every_column_that_there_can_be() -> None:
    """All columns of up to three dice of six faces, against a count of equal pairs."""
    columns = [column for length in range(4) for column in product(range(1, 7), repeat=length)]
    assert len(columns) == 1 + 6 + 36 + 216
    assert [column_score(column) for column in columns] == [_by_hand(column) for column in columns]
    assert sum(map(column_score, columns)) == 21 + 294 + 3024


def test_R59_a_field_is_worth_its_columns_together() -> None:
    """Equal dice in different columns do not help each other."""
    assert score(((4, 4), (4,), (4, 1, 4))) == 16 + 4 + 17
    assert GAME.view(LAW, standing(([4, 4], [4], [4, 1, 4]), ([], [2, 2], [])), None)["scores"] == {
        "Ada": {"columns": [16, 4, 17], "total": 37},
        "Ben": {"columns": [0, 8, 0], "total": 8},
    }


def test_R59_the_game_ends_when_a_field_is_full_and_the_higher_score_wins() -> None:
    """Here it is whoever has filled the field."""
    state = standing(([6, 6, 6], [1, 2, 3], [5, 5]), ([1, 2], [4], [5, 6]), rolled=5)
    step = act(LAW, state, "Ada", PLACE_LAST, Laid(), NOBODY)
    assert texts(step) == [
        "Ada puts a 5 into column 3 and destroys one of Ben's dice.",
        "Ada wins 105 to 13.",
        "Ada gains 1 Handy Pack.",
        "Ada gains 1 Chip.",
    ]
    assert step.events[1].facts == {"winner": "Ada", "scores": {"Ada": 105, "Ben": 13}}
    assert GAME.view(LAW, step.state, None)["winner"] == "Ada"
    assert GAME.view(LAW, step.state, None)["outcome"] == {"ending": "won", "forfeited": None}


def test_R59_whoever_fills_their_field_can_lose() -> None:
    """It is the score that counts; and who lost gains nothing."""
    state = standing(([1, 2, 1], [1, 2, 1], [1, 2]), ([6, 6, 6], [], []), rolled=1)
    step = act(LAW, state, "Ada", PLACE_LAST, Laid(), NOBODY)
    assert "Ben wins 54 to 18." in texts(step)
    granted = [event.facts for event in step.events if event.kind == "granted"]
    assert granted == [
        {"player": "Ben", "item": "Handy Pack", "count": 1},
        {"player": "Ben", "item": "Chip", "count": 1},
    ]


def test_R59_equal_scores_have_no_winner_and_bring_nothing() -> None:
    """The game ends without a winner."""
    state = standing(([1, 2, 3], [1, 2, 3], [1, 2]), ([6], [6], [6]), rolled=3)
    step = act(LAW, state, "Ada", PLACE_LAST, Laid(), NOBODY)
    assert texts(step)[-1] == "The game ends 18 to 18, without a winner."
    assert [event.kind for event in step.events] == ["placed", "drawn"]
    result = GAME.result(step.state)
    assert result is not None
    assert (result.ending, result.winners) == ("drawn", ())
    assert [seat.to_act for seat in GAME.seats(step.state)] == [False, False]


def test_R59_a_die_that_fills_a_field_destroys_first() -> None:
    """What it destroys does not count any more."""
    state = standing(([1, 2, 3], [1, 2, 3], [1, 2]), ([6], [6], [3, 3, 6]), rolled=3)
    step = act(LAW, state, "Ada", PLACE_LAST, Laid(), NOBODY)
    assert texts(step)[-1] == "The game ends 18 to 18, without a winner."


def test_a_field_with_a_free_cell_is_not_full() -> None:
    """With the eighth of nine dice the game goes on."""
    state = standing(([1, 2, 3], [1, 2, 3], [1]), rolled=3)
    step = act(LAW, state, "Ada", PLACE_LAST, Laid(0), NOBODY)
    assert GAME.result(step.state) is None


def test_R113_a_forfeit_brings_the_normal_reward() -> None:
    """Whoever is left gains what a winner gains, in the first turn too."""
    for step in (
        act(LAW, standing(rolled=3), "Ada", {"kind": "forfeit"}, Laid(), NOBODY),
        GAME.expire(LAW, standing(rolled=3), "turn 1", Laid(), NOBODY),
    ):
        assert texts(step)[1:] == ["Ben wins.", "Ben gains 1 Handy Pack.", "Ben gains 1 Chip."]


def test_the_reward_is_law() -> None:
    """Another one is paid where the law says so, its choices left to chance; none where it says nothing."""
    state = standing(([1, 2, 3], [1, 2, 3], [1, 2]), rolled=3)
    assert [event.kind for event in act(rules(rewards=[]), state, "Ada", PLACE_LAST, Laid(), NOBODY).events] == [
        "placed",
        "won",
    ]
    generous = rules(
        rewards=[
            {"grant": "Chip", "to": "$winner", "n": {"roll": "1d6"}},
            {"grant": "Handy Pack", "to": "$others", "n": 2},
            {"choose": "lucky", "from": "$all", "by": "chance"},
            {"grant": "Chip", "to": "$lucky"},
        ]
    )
    step = act(generous, state, "Ada", PLACE_LAST, Laid(3, 1), NOBODY)
    assert texts(step)[2:] == ["Ada gains 4 Chips.", "Ben gains 2 Handy Packs.", "Ben gains 1 Chip."]


def test_a_reward_can_take_what_somebody_has() -> None:
    """Never more than there is; what was gained by the same reward counts."""

    class Rich:
        def read(self, *question: str) -> int:
            assert question[0] == "stock"
            return {("Ben", "Chip"): 2, ("Ada", "Chip"): 0}[question[1], question[2]]

    takes = rules(
        rewards=[
            {"revoke": "Chip", "from": "$others", "n": 5},
            {"grant": "Chip", "to": "$winner", "n": 3},
            {"revoke": "Chip", "from": "$winner", "n": 2},
            {"grant": "Handy Pack", "to": "$me", "n": {"stock": "Chip", "of": "$me"}},
            {"revoke": "Chip", "from": "$others"},
        ]
    )
    state = standing(([1, 2, 3], [1, 2, 3], [1, 2]), rolled=3)
    step = act(takes, state, "Ada", PLACE_LAST, Laid(), Rich())
    assert texts(step)[2:] == [
        "Ben loses 2 Chips.",
        "Ada gains 3 Chips.",
        "Ada loses 2 Chips.",
        "Ada gains 1 Handy Pack.",
    ]


class InTurn:
    """Chance by which Ada plays first and rolls ones, and Ben twos. `sides` are those of the dice."""

    def __init__(self) -> None:
        self.sides: list[int] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        if label == "turn order":
            return 0
        self.sides.append(sides)
        return (len(self.sides) + 1) % 2


def test_R57_R58_R59_a_game_by_the_law_of_cycle_16() -> None:
    """Three columns of three, a die of six, a day for each turn, and a Handy Pack and a Chip for whoever wins."""
    law, chance = GAME.rules(cycle_16(), 1), InTurn()
    state = begun(law, chance, NOBODY).state
    for columns in [possible for possible in ([1, 2, 3], [2, 3], [3]) for _ in range(6)][:-1]:
        assert [clock.minutes for clock in GAME.clocks(law, state)] == [24 * 60]
        player = state.mover.player
        moves = [move.move for move in GAME.legal(law, state, player, NOBODY)]
        assert [move["column"] for move in moves if move["kind"] == "place"] == columns
        step = act(law, state, player, {"kind": "place", "column": columns[0]}, chance, NOBODY)
        state = step.state
    assert GAME.result(state) is not None
    assert chance.sides == [6] * 17
    granted = [event.facts for event in step.events if event.kind == "granted"]
    assert granted == [{"player": "Ben", "item": item, "count": 1} for item in ("Handy Pack", "Chip")]


def test_R58_the_die_of_cycle_16_shows_one_to_six() -> None:
    """Each as likely."""
    law = GAME.rules(cycle_16(), 1)
    begun_with = [begun(law, Laid(0, number), NOBODY).state for number in range(6)]
    assert [GAME.view(law, state, None)["rolled"]["value"] for state in begun_with] == [1, 2, 3, 4, 5, 6]

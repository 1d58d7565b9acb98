"""Points, levels, and why a placement is impossible."""

import pytest

from nomic.law.templates import document_of
from nomic.tables.contract.game import IllegalMove, Step
from tests.support.as_json import AsJson
from tetromic.engine.boards import placed, scored
from tetromic.engine.game import Tetromic
from tetromic.engine.pieces import mask_of
from tetromic.engine.rules import Rules, rules_of
from tetromic.engine.state import Board, State

GAME = AsJson(Tetromic())


class _Nothing:
    """Neither chance nor a world outside is needed to place a piece."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise AssertionError("nothing is drawn")

    def read(self, *question: str) -> None:
        raise AssertionError("nothing is read")


@pytest.fixture
def rules() -> Rules:
    return rules_of(document_of("tetromic"), 0)


def _play(rules: Rules, board: Board, **move):
    return GAME.play(rules, State(0, (board,)), "ada", move, (), _Nothing(), _Nothing())


@pytest.mark.parametrize(
    ("level", "points", "gained", "after"),
    [(0, 0, 1, (1, 0)), (1, 0, 1, (1, 1)), (1, 1, 1, (2, 0)), (0, 0, 4, (2, 1)), (9, 9, 3, (10, 0))],
)
def test_R63_points_come_one_by_one(level: int, points: int, gained: int, after: tuple[int, int]) -> None:
    """Level L + 1 takes L + 1 points; reaching a level sets them to 0, and the rest counts on."""
    assert scored(level, points, gained, tuple(range(1, 11))) == after


def test_R61_rows_clear_together_and_nothing_falls(rules: Rules) -> None:
    """A standing Line completes rows 0 and 2; what is in rows 1 and 3 stays there."""
    board = Board("ada", rows=(0b11111, 0b1, 0b11111, 0, 0b10, 0, 0, 0, 0, 0), hand=("Line",))
    after, complete = placed(rules, board, "Line", mask_of([(5, y) for y in range(4)], 6))
    assert complete == (0, 2)
    assert after.rows == (0, 0b100001, 0, 0b100000, 0b10, 0, 0, 0, 0, 0)
    assert (after.level, after.points, after.hand) == (1, 1, ())


def test_R61_cells_and_anchor_mean_the_same(rules: Rules) -> None:
    """A floating L by its cells, and by orientation 0 with the bottom left of its box."""
    board = Board("ada", rows=(0,) * 10, hand=("L",))
    shape = rules.pieces["L"].orientations[0]
    by_cells = _play(rules, board, kind="place", piece="L", cells=[[2 + x, 4 + y] for x, y in shape])
    by_anchor = _play(rules, board, kind="place", piece="L", orientation=0, anchor=[2, 4])
    assert isinstance(by_cells, Step)
    assert by_cells == by_anchor


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"piece": "T", "orientation": 0, "anchor": [0, 0]}, "not-in-hand"),
        ({"piece": "L", "orientation": 8, "anchor": [0, 0]}, "bad-orientation"),
        ({"piece": "L", "orientation": 0, "anchor": [5, 9]}, "outside"),
        ({"piece": "L", "orientation": 0, "anchor": "a1"}, "bad-field"),
        ({"piece": "L", "orientation": 0, "anchor": [10**30, 0]}, "outside"),
        ({"piece": "L", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]]}, "wrong-shape"),
        ({"piece": "L", "cells": [[5, 0], [5, 0], [5, 0], [5, 0]]}, "wrong-shape"),
        ({"piece": "L", "cells": []}, "wrong-shape"),
        ({"piece": "L", "cells": [[-1, 0], [0, 0], [1, 0], [1, 1]]}, "outside"),
        ({"piece": "L", "cells": 4}, "bad-field"),
        ({"piece": "L", "cells": [[0, 0], [1, 0], [2, 0], [2, 1]]}, "taken"),
    ],
)
def test_R61_impossible_placements_say_why(rules: Rules, move: dict, code: str) -> None:
    """Each with a code of its own."""
    board = Board("ada", rows=(0b1,) + (0,) * 9, hand=("L",))
    with pytest.raises(IllegalMove) as refused:
        _play(rules, board, kind="place", **move)
    assert refused.value.code == code
    assert refused.value.detail


def test_R116_a_full_board_stays_full(rules: Rules) -> None:
    """Without room for a piece there is no move with it, and the reason is listed."""
    board = Board("ada", rows=(0b101010, 0b010101) * 5, hand=("Square",), gained=True)
    state = State(0, (board,))
    assert GAME.legal(rules, state, "ada", _Nothing()) == []
    assert [barred.rule for barred in GAME.barred(rules, state, "ada", _Nothing())] == ["R62", "R61"]

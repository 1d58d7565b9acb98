"""Points, levels, and why a placement is impossible."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic.law.document.templates import document_of
from nomic.matches.contract.game import (
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Event,
    IllegalMove,
    Result,
    Seat,
    Step,
)
from tests.support.json_engine import AsJson
from tests.support.rigged_chance import Laid
from tetromic.engine.boards import place_piece, scored
from tetromic.engine.game import Tetromic
from tetromic.engine.parsed_law import Rules, rules_of
from tetromic.engine.pieces import mask_of
from tetromic.engine.player_view import view_of
from tetromic.engine.state import PlayerBoard, State

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


def _play(rules: Rules, board: PlayerBoard, **move):
    return GAME.play(rules, State(0, (board,)), "ada", move, (), _Nothing(), _Nothing())


@pytest.mark.parametrize(
    ("level", "points", "gained", "after"),
    [(0, 0, 1, (1, 0)), (1, 0, 1, (1, 1)), (1, 1, 1, (2, 0)), (0, 0, 4, (2, 1)), (9, 9, 3, (10, 0))],
)
def test_R63_points_come_one_by_one(level: int, points: int, gained: int, after: tuple[int, int]) -> None:
    """Level L + 1 takes L + 1 points; reaching a level sets them to 0, and the rest counts on."""
    assert scored(level, points, gained, tuple(range(1, 11))) == after


def test_R63_the_winning_level_is_the_end() -> None:
    """No more points come there."""
    assert scored(10, 0, 2, tuple(range(1, 11))) == (10, 0)


def test_R61_rows_clear_together_and_nothing_falls(rules: Rules) -> None:
    """A standing Line completes rows 0 and 2; what is in rows 1 and 3 stays there."""
    board = PlayerBoard("ada", rows=(0b11111, 0b1, 0b11111, 0, 0b10, 0, 0, 0, 0, 0), hand=("Line",))
    after, complete = place_piece(rules, board, "Line", mask_of([(5, y) for y in range(4)], 6))
    assert complete == (0, 2)
    assert after.rows == (0, 0b100001, 0, 0b100000, 0b10, 0, 0, 0, 0, 0)
    assert (after.level, after.points, after.hand) == (1, 1, ())


def test_R61_cells_and_anchor_mean_the_same(rules: Rules) -> None:
    """A floating L by its cells, and by orientation 0 with the bottom left of its box."""
    board = PlayerBoard("ada", rows=(0,) * 10, hand=("L",))
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
        ({"piece": "L", "cells": [[0, 3], [1, 3], [2, 3], [2, 4], [2, 4]]}, "wrong-shape"),
        ({"piece": "L", "cells": []}, "wrong-shape"),
        ({"piece": "L", "cells": [[-1, 0], [0, 0], [1, 0], [1, 1]]}, "outside"),
        ({"piece": "L", "cells": 4}, "bad-field"),
        ({"piece": "L", "cells": [[0, 0], [1, 0], [2, 0], [2, 1]]}, "taken"),
    ],
)
def test_R61_impossible_placements_say_why(rules: Rules, move: dict, code: str) -> None:
    """Each with a code of its own."""
    board = PlayerBoard("ada", rows=(0b1,) + (0,) * 9, hand=("L",))
    with pytest.raises(IllegalMove) as refused:
        _play(rules, board, kind="place", **move)
    assert refused.value.code == code
    assert refused.value.detail


def test_R116_a_full_board_stays_full(rules: Rules) -> None:
    """Without room for a piece there is no move with it, and the reason is listed."""
    board = PlayerBoard("ada", rows=(0b101010, 0b010101) * 5, hand=("Square",), gained=True)
    state = State(0, (board,))
    assert GAME.legal(rules, state, "ada", _Nothing()) == []
    assert [barred.rule for barred in GAME.barred(rules, state, "ada", _Nothing())] == ["R62", "R61"]


EMPTY = (0,) * 10
TWO = State(
    3,
    (
        PlayerBoard("ada", rows=EMPTY, hand=("T",), gained=True),
        PlayerBoard("bob", rows=EMPTY),
        PlayerBoard("eve", "out"),
    ),
)


def _gain(rules: Rules, state: State, chance: Chance, answers: tuple[Any, ...] = (), player: str = "bob") -> Any:
    return GAME.play(rules, state, player, {"kind": "gain"}, answers, chance, _Nothing())


@pytest.mark.parametrize(("level", "count"), [(0, 1), (1, 1), (2, 2), (9, 9), (12, 9)])
def test_R62_a_phase_brings_as_many_pieces_as_the_level(rules: Rules, level: int, count: int) -> None:
    """One at least, and each is drawn among all kinds; who is beyond the levels gains as at the last."""
    chance = Laid(*[4] * (count - 1), 0)
    state = State(3, (PlayerBoard("bob", rows=EMPTY, hand=("S",), level=level),))
    step = _gain(rules, state, chance)
    gained = ["T"] * (count - 1) + ["Line"]
    assert chance.drawn == [(f"piece {number}", 5) for number in range(1, count + 1)]
    assert step.state == State(3, (replace(state.boards[0], hand=("S", *gained), gained=True),))
    assert step.events == (Event("gained", f"bob gains {', '.join(gained)}.", {"player": "bob", "pieces": gained}),)


def test_R62_pieces_are_gained_once_a_phase(rules: Rules) -> None:
    with pytest.raises(IllegalMove) as refused:
        _gain(rules, TWO, _Nothing(), player="ada")
    assert refused.value.code == "gained"


@pytest.mark.parametrize(
    "move", [{"kind": "gain"}, {"kind": "place", "piece": "T", "orientation": 0, "anchor": [0, 0]}]
)
def test_where_nothing_is_asked_nothing_is_answered(rules: Rules, move: dict[str, Any]) -> None:
    """Nor is anything an answer but a list."""
    player = "bob" if move["kind"] == "gain" else "ada"
    for answers, detail in (([[1]], "nothing is asked"), ("1", "answers must be a list of lists")):
        with pytest.raises(BadAnswer) as refused:
            GAME.play(rules, TWO, player, move, answers, _Nothing(), _Nothing())
        assert (refused.value.place, refused.value.detail) == (0, detail)


def test_R61_who_names_a_piece_alone_is_asked_where_it_goes(rules: Rules) -> None:
    """And the answer places it there."""
    move = {"kind": "place", "piece": "T"}
    asked = GAME.play(rules, TWO, "ada", move, (), _Nothing(), _Nothing())
    assert isinstance(asked, Asked)
    assert (asked.question.who, asked.question.least, asked.question.most) == ("ada", 1, 1)
    option = asked.question.options[0]
    step = GAME.play(rules, TWO, "ada", move, [[option.value]], _Nothing(), _Nothing())
    board = step.state.board("ada")
    assert (board.hand, sum(row.bit_count() for row in board.rows)) == ((), 4)
    (event,) = step.events
    assert (event.kind, event.facts["piece"], event.facts["rows"]) == ("placed", "T", [])
    on = [[x, y] for y, row in enumerate(board.rows) for x in range(6) if row >> x & 1]
    assert sorted(event.facts["cells"], key=lambda cell: cell[::-1]) == on


def test_R63_who_reaches_level_10_has_won(rules: Rules) -> None:
    """At level 9, nine points and a row; nobody else, and nobody at level 9."""
    for points, level, winner in ((9, 10, "ada"), (8, 9, "")):
        board = PlayerBoard("ada", rows=(0b1111, *EMPTY[1:]), hand=("Square",), level=9, points=points)
        step = _play(rules, board, kind="place", piece="Square", orientation=0, anchor=[4, 0])
        assert (step.state.board("ada").level, step.state.winner) == (level, winner)
        assert GAME.result(step.state) == (Result("won", ("ada",)) if winner else None)
        assert [event.kind for event in step.events] == ["placed", "cleared", *(["level"] if winner else [])]


def test_R62_R116_the_phase_s_end_is_what_is_waited_for(rules: Rules) -> None:
    """By whoever can gain pieces; then everybody may again."""
    assert GAME.setup(rules, {"phase": 3}) == State(3)
    assert GAME.clocks(rules, TWO) == (Clock("phase 3", 0, ("bob",), until="phase"),)
    assert GAME.seats(TWO) == (Seat("ada", "in", False), Seat("bob", "in", True), Seat("eve", "out", False))
    step = GAME.expire(rules, TWO, "phase 3", _Nothing(), _Nothing())
    ada, bob, eve = TWO.boards
    assert step.state == State(4, (replace(ada, gained=False), bob, eve))
    assert step.events == (Event("phase", "Everybody may gain pieces again.", {"phase": 4}),)


def test_once_it_is_over_nobody_is_waited_for(rules: Rules) -> None:
    """Nor can anything be done, or happen."""
    over = GAME.react(rules, TWO, {"kind": "cycle-ended"}, _Nothing(), _Nothing()).state
    assert over == replace(TWO, stopped=True)
    assert (GAME.result(TWO), GAME.result(over)) == (None, Result("stopped"))
    assert (GAME.clocks(rules, over), [seat.to_act for seat in GAME.seats(over)]) == ((), [False] * 3)
    assert GAME.legal(rules, over, "bob", _Nothing()) == GAME.barred(rules, over, "bob", _Nothing()) == []
    assert GAME.react(rules, over, {"kind": "cycle-ended"}, _Nothing(), _Nothing()) is None
    with pytest.raises(IllegalMove) as refused:
        _gain(rules, over, _Nothing())
    assert refused.value.code == "over"


def test_whoever_has_no_board_can_do_nothing(rules: Rules) -> None:
    """Neither who never joined nor who has left; and nobody leaves twice."""
    for player in ("eve", "zoe"):
        assert GAME.legal(rules, TWO, player, _Nothing()) == GAME.barred(rules, TWO, player, _Nothing()) == []
        assert GAME.react(rules, TWO, {"kind": "left", "player": player}, _Nothing(), _Nothing()) is None
        with pytest.raises(IllegalMove) as refused:
            _gain(rules, TWO, _Nothing(), player=player)
        assert refused.value.code == "not-seated"
    left = GAME.react(rules, TWO, {"kind": "left", "player": "ada"}, _Nothing(), _Nothing())
    assert left == Step(replace(TWO, boards=(PlayerBoard("ada", "out"), *TWO.boards[1:])), ())


def test_what_can_be_done_is_listed_and_why_not_the_rest(rules: Rules) -> None:
    """R106: a piece that the law has no more cannot be placed."""
    board = PlayerBoard("ada", rows=(0b101010, 0b010101) * 5, hand=("Square", "Old", "Square"))
    state = State(3, (board, *TWO.boards[1:]))
    assert [move.move for move in GAME.legal(rules, state, "ada", _Nothing())] == [{"kind": "gain"}]
    assert GAME.barred(rules, state, "ada", _Nothing()) == [
        BarredMove({"kind": "place", "piece": "Square"}, "Place Square", "There is no room for it.", "R61"),
        BarredMove({"kind": "place", "piece": "Old"}, "Place Old", "The law no longer has this piece.", "R106"),
    ]
    (place,) = GAME.legal(rules, TWO, "ada", _Nothing())
    assert (place.move, place.label) == ({"kind": "place", "piece": "T"}, "Place T")
    assert len(place.question.options) == len(rules.pieces["T"].placements)
    assert [barred.reason for barred in GAME.barred(rules, TWO, "ada", _Nothing())] == [
        "You have gained this phase's pieces."
    ]


def test_the_law_is_read_and_everybody_sees_all(rules: Rules) -> None:
    """Nothing is hidden from anybody."""
    assert GAME.rules(document_of("tetromic"), 0) == rules
    game = Tetromic()
    assert game.view(rules, TWO, "bob") == view_of(rules, TWO, "bob")


def test_R5_whoever_joins_again_begins_anew(rules: Rules) -> None:
    """With an empty board in the old place; a newcomer's is the last."""
    again = GAME.react(rules, TWO, {"kind": "joined", "player": "eve"}, _Nothing(), _Nothing())
    assert again.state.boards == (*TWO.boards[:2], PlayerBoard("eve", rows=EMPTY))
    late = GAME.react(rules, TWO, {"kind": "joined", "player": "zoe"}, _Nothing(), _Nothing())
    assert late.state.boards == (*TWO.boards, PlayerBoard("zoe", rows=EMPTY))
    assert late.events == (Event("seated", "zoe has a board.", {"player": "zoe"}),)
    assert GAME.react(rules, TWO, {"kind": "joined", "player": "ada"}, _Nothing(), _Nothing()) is None


def test_R106_a_changed_law_is_followed_at_once(rules: Rules) -> None:
    """Rows that a narrower board completes go, and who is at a lowered winning level has won."""
    document = document_of("tetromic")
    section = document["tetromic"]
    narrow = rules_of({"tetromic": section | {"board": {"rows": 10, "columns": 4}}}, 1)
    state = State(3, (PlayerBoard("ada", rows=(0b1111, *EMPTY[1:])), PlayerBoard("bob", rows=EMPTY, level=2)))
    step = GAME.react(narrow, state, {"kind": "law-changed"}, _Nothing(), _Nothing())
    assert step.state == State(3, (PlayerBoard("ada", rows=EMPTY, level=1), state.boards[1]))
    assert [event.kind for event in step.events] == ["cleared", "level"]
    assert GAME.react(rules, state, {"kind": "law-changed"}, _Nothing(), _Nothing()) is None
    easy = rules_of({"tetromic": section | {"winning_level": 2}}, 1)
    assert GAME.react(easy, state, {"kind": "law-changed"}, _Nothing(), _Nothing()).state.winner == "bob"

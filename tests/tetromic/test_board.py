"""What the table of Tetromic shows: boards as pictures and in words, pieces in hand, every place of a piece."""

import re
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from nomic.chance.draw_source import Source
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.matches.contract.game import Asked, Event, Step
from nomic.matches.contract.moves import Move
from nomic.matches.hosting.views.board_view import BoardView, Drawing
from tetromic.engine.game import Tetromic
from tetromic.engine.moves import Gain, Place
from tetromic.engine.parsed_law import Rules, rules_of
from tetromic.engine.state import PlayerBoard, State
from tetromic.web.board import FEW_BOARDS, draw, moves_depend_on, path_of
from tetromic.web.coach import advice
from tetromic.web.placement_results import brought

GAME = Tetromic()
SQUARE_AT_ORIGIN = "M0.6 90.6h8.8v8.8h-8.8z"
ROWS = (0b1, 0b100001, *(0,) * 8)
ADA = PlayerBoard("Ada", rows=ROWS, hand=("T", "Line", "T"), level=2, points=1, gained=True)
BEN = PlayerBoard("Ben", rows=(0,) * 10, hand=("S",))


class NoWorld:
    """Nothing is read to see a board."""

    def read(self, *question: str) -> None:
        raise AssertionError("nothing is read")


@pytest.fixture(scope="module")
def law() -> Law:
    return Law(document_of("tetromic"))


@pytest.fixture(scope="module")
def rules(law: Law) -> Rules:
    return rules_of(dict(law.document), 0)


def drawn(
    law: Law, rules: Rules, viewer: str | None, *boards: PlayerBoard, move: Move | None = None, **more: Any
) -> Drawing:
    """The table as somebody sees it, with a move in hand."""
    state, chance = State(1, boards), Source("ab" * 32, "board")
    asked = GAME.play(rules, state, viewer or "", move, (), chance, NoWorld()) if move else None
    return draw(
        BoardView(
            law=law,
            view=GAME.view(rules, state, viewer),
            legal=tuple(GAME.legal(rules, state, viewer or "", NoWorld())),
            barred=tuple(GAME.barred(rules, state, viewer or "", NoWorld())),
            move=move,
            question=asked.question if isinstance(asked, Asked) else None,
            **more,
        )
    )


def html(drawing: Drawing) -> str:
    return unescape(render_to_string("tetromic/board.html", drawing.context))


def pictures(page: str) -> list[str]:
    """What is on each board that the page draws: one's own, then the others', large or small."""
    floors = r'<rect class="floor"[^>]*/>(?:\s*<path class="lines"[^>]*/>)?\s*<path class="units" d="([^"]*)"/>'
    found: list[str] = re.findall(floors, page)
    return found


def test_R61_the_node_at_the_bottom_left_is_drawn_there(law: Law, rules: Rules) -> None:
    """A board of ten rows, each ten units high: (0,0) begins nine rows down; (5,1) one row higher, at the right."""
    mine = drawn(law, rules, "Ada", ADA, BEN).context["mine"]
    assert mine.units == f"{SQUARE_AT_ORIGIN} M0.6 80.6h8.8v8.8h-8.8z M50.6 80.6h8.8v8.8h-8.8z"
    assert mine.in_words == ("y 1: x 0, 5", "y 0: x 0")
    assert path_of([(0, 0)], 10) == SQUARE_AT_ORIGIN


def test_R61_columns_are_numbered_from_the_left_and_rows_from_the_bottom(law: Law, rules: Rules) -> None:
    """Each number stands at the middle of its column or row: row 0 is the lowest."""
    page = html(drawn(law, rules, "Ada", ADA))
    labels = re.findall(r'<text x="(-?[\d.]+)" y="([\d.]+)"(?: dy="2")?(?: data-[a-z]+="\d+")?>(\d+)</text>', page)
    assert [(float(x), number) for x, y, number in labels if x != "-4"] == [(5 + 10 * at, str(at)) for at in range(6)]
    rows = [(float(y), number) for x, y, number in labels if x == "-4"]
    assert rows == [(95 - 10 * at, str(at)) for at in range(10)]


def test_every_board_is_drawn_for_everybody(law: Law, rules: Rules) -> None:
    """Large ones and small ones, one's own and others', with what is on them; and what others have in hand."""
    boards = [PlayerBoard(f"P{number}", rows=(1 << number, *(0,) * 9), hand=("S", "T")) for number in range(6)]
    for viewer, few in (("P0", 2), ("P0", 6), (None, 6)):
        page = html(drawn(law, rules, viewer, *boards[:few], opened=frozenset({"P1"})))
        assert sorted(pictures(page)) == sorted(path_of([(number, 0)], 10) for number in range(few))
        assert page.count("In hand: S, T.") == 1  # P1's: one's own are drawn, and small boards have no room


def test_ones_own_board_stands_by_itself(law: Law, rules: Rules) -> None:
    """Who only looks on has none, and sees all others."""
    context = drawn(law, rules, "Ada", ADA, BEN).context
    assert (context["mine"].player, [board.player for board in context["large"]]) == ("Ada", ["Ben"])
    context = drawn(law, rules, None, ADA, BEN).context
    assert (context["mine"], [board.player for board in context["large"]]) == (None, ["Ada", "Ben"])
    assert context["hand"] == []


def test_of_many_boards_those_are_large_that_somebody_opened(law: Law, rules: Rules) -> None:
    """A few are all large; of more, the others are small, and an opened one can be made small again."""
    others = [PlayerBoard(f"Player {number}", rows=(0,) * 10) for number in range(FEW_BOARDS + 1)]
    context = drawn(law, rules, "Ada", ADA, *others, opened=frozenset({"Player 2"})).context
    assert [(board.player, board.can_hide) for board in context["large"]] == [("Player 2", True)]
    assert len(context["small"]) == FEW_BOARDS


def test_pieces_of_a_kind_lie_together_with_what_can_be_done(law: Law, rules: Rules) -> None:
    """Each with its shape, how many there are, and the move that begins to place one; or why none fits."""
    hand = drawn(law, rules, "Ada", ADA, BEN).context["hand"]
    assert [(piece.name, piece.count, piece.move) for piece in hand] == [
        ("T", 2, '{"kind":"place","piece":"T"}'),
        ("Line", 1, '{"kind":"place","piece":"Line"}'),
    ]
    full = PlayerBoard("Ada", rows=(0b111110,) * 10, hand=("Square", "Line"))
    square, line = drawn(law, rules, "Ada", full).context["hand"]
    assert (square.move, square.barred.rule) == ("", "R61")
    assert (line.move, line.barred) == ('{"kind":"place","piece":"Line"}', None)
    page = html(drawn(law, rules, "Ada", full))
    assert f'{square.barred.reason} <span class="rule-name"><a href="/rulings/#R61">R61</a></span>' in page
    assert page.count("rule-name") == 1


def test_R62_gaining_is_offered_or_refused_with_its_rule(law: Law, rules: Rules) -> None:
    """Ben can gain a piece; Ada has gained hers."""
    assert drawn(law, rules, "Ben", ADA, BEN).context["gain"] == '{"kind":"gain"}'
    context = drawn(law, rules, "Ada", ADA, BEN).context
    assert (context["gain"], context["gain_barred"].rule) == ("", "R62")


def test_every_place_of_a_piece_can_be_pressed_on_the_board(law: Law, rules: Rules) -> None:
    """One picture for each way to lie, with all that the question offers, each once, beside what is on already."""
    drawing = drawn(law, rules, "Ada", ADA, BEN, move=Place("Line"))
    flat, standing = drawing.context["turned"]
    pressed = [place.pick.value for way in (flat, standing) for line in way.places for place in line if place.pick]
    assert len(pressed) == len(set(pressed)) == len(drawing.placed)
    assert {value.strip('"') for value in pressed} == drawing.placed
    bottom = flat.places[-1]
    assert [place.is_on for place in bottom] == [True, False, False, False, False, False]
    assert [bool(place.pick) for place in bottom] == [False, True, True, False, False, False]


def test_what_came_last_is_marked(law: Law, rules: Rules) -> None:
    """The nodes of the piece that was placed by the newest step, and the rows that it emptied."""
    before = PlayerBoard("Ada", rows=(0b001111, *(0,) * 9), hand=("Square",))
    move = Place("Square", ((4, 0), (5, 0), (4, 1), (5, 1)))
    step = GAME.play(rules, State(1, (before, BEN)), "Ada", move, (), Source("ab" * 32, "board"), NoWorld())
    assert isinstance(step, Step)
    mine = drawn(law, rules, "Ada", *step.state.boards, lately=step.events).context["mine"]
    assert mine.new == path_of([(4, 1), (5, 1)], 10)
    assert mine.cleared == path_of([(x, 0) for x in range(6)], 10)
    theirs = drawn(law, rules, "Ben", *step.state.boards, lately=step.events).context["mine"]
    assert (theirs.new, theirs.cleared) == ("", "")


def test_a_hint_is_drawn_on_the_board_and_said_without_numbers(law: Law, rules: Rules) -> None:
    """The nodes that the placement covers; the script learns it as numbers. Without a hint there are neither."""
    advice: dict[str, Any] = {"advised": Place("Line"), "advised_answers": (("1:2,3",),)}
    drawing = drawn(law, rules, "Ada", ADA, BEN, **advice)
    assert drawing.context["advised_nodes"] == path_of([(2, 3), (2, 4), (2, 5), (2, 6)], 10)
    page = html(drawing)
    assert f'<path class="advised" d="{drawing.context["advised_nodes"]}"/>' in page
    assert 'data-advised="{"piece": "Line", "orientation": 1, "x": 2, "y": 3}"' in page
    assert "Greta would put the Line where the dashed lines are." in page
    others: list[dict[str, Any]] = [{}, {"advised": Gain()}]
    for other in others:
        page = html(drawn(law, rules, "Ada", ADA, BEN, **other))
        assert 'class="advised"' not in page
        assert "data-advised" not in page


def test_the_coach_says_what_a_piece_fills_and_what_is_missing(law: Law, rules: Rules) -> None:
    """On an empty board it explains; later it names the piece, its rows, and the points to the next level."""

    def said(board: PlayerBoard) -> list[str]:
        state = State(1, (board, BEN))
        legal = tuple(GAME.legal(rules, state, "Ada", NoWorld()))
        return advice(BoardView(law=law, view=GAME.view(rules, state, "Ada"), legal=legal))[1:]

    first = PlayerBoard("Ada", rows=(0,) * 10, hand=("Line",), gained=True)
    assert said(first)[0].startswith("A full row clears and brings a point.")
    assert said(first)[1].startswith("Choose where your piece goes")
    nearly = replace(first, rows=(0b000011, 0b011111, 0b110000, *(0,) * 7), level=1, points=0)
    assert said(nearly) == ["You are at level 1: 2 more points to level 2.", "Your Line can fill row 0: +1 point."]
    both = replace(nearly, rows=(0b011111, 0b011111, *(0,) * 8), points=1)
    assert said(both) == ["You are at level 1: 1 more point to level 2.", "Your Line can fill rows 0 and 1: +2 points."]
    far = replace(nearly, rows=(0b100001, *(0,) * 9))
    assert said(far)[1].startswith("Your Line can fill row 0")
    assert said(replace(nearly, rows=(0b000001, *(0,) * 9)))[1].startswith("No piece fills a row yet.")


def test_units_have_the_colour_and_the_mark_of_their_piece(law: Law, rules: Rules) -> None:
    """Whoever placed it; not those of a row cleared since, and none of a piece that the law no longer has."""

    def event(player: str, piece: str, cells: list[list[int]], rows: list[int]) -> Event:
        return Event("placed", "", {"player": player, "piece": piece, "cells": cells, "rows": rows})

    board = PlayerBoard("Ada", rows=(0b1, 0b100001, *(0,) * 8), hand=("T",))
    recent = (
        event("Ada", "S", [[0, 0], [5, 1]], [0]),  # row 0 is empty after it
        event("Ben", "Line", [[0, 1]], []),
        event("Ada", "T", [[0, 0]], []),
        event("Ada", "Gone", [[0, 1]], []),
    )
    mine = drawn(law, rules, "Ada", board, BEN, recent=recent).context["mine"]
    numbers = list(rules.pieces)
    assert [(kind.number, kind.units) for kind in mine.kinds] == [
        (numbers.index("S"), path_of([(5, 1)], 10)),
        (numbers.index("T"), path_of([(0, 0)], 10)),
    ]
    assert len({kind.marks[-6:] for kind in mine.kinds}) == 2
    assert drawn(law, rules, "Ada", board, BEN).context["mine"].kinds == ()


def test_progress_counts_levels_and_the_points_of_the_next(law: Law, rules: Rules) -> None:
    """At level 2 with 1 of 3 points: two levels and a third."""
    context = drawn(law, rules, "Ada", ADA, BEN).context
    assert [context["mine"].progress, context["large"][0].progress] == [pytest.approx(2 + 1 / 3), 0]


def test_where_nothing_can_be_placed_nothing_steers(law: Law, rules: Rules) -> None:
    """Who looks on, who has no piece, and who has room for none of theirs gets no buttons that turn one."""
    full = PlayerBoard("Ada", rows=(0b111110,) * 10, hand=("Square",))
    can_place = [drawn(law, rules, *seen).context["can_place"] for seen in (("Ada", ADA), (None, ADA), ("Ada", full))]
    assert can_place == [True, False, False]


def test_a_move_depends_on_ones_own_board_alone(law: Law, rules: Rules) -> None:
    """What others do with their boards makes no page of mine too old; what I have done elsewhere does."""

    def depended_on(*boards: PlayerBoard) -> str:
        return moves_depend_on(GAME.view(rules, State(1, boards), "Ada"))

    assert depended_on(ADA, BEN) == depended_on(ADA, PlayerBoard("Ben", rows=ROWS)) == depended_on(ADA)
    assert depended_on(ADA, BEN) != depended_on(PlayerBoard("Ada", rows=ROWS, hand=("T", "T")), BEN)


def test_what_is_pressed_is_a_node_that_the_piece_covers(law: Law, rules: Rules) -> None:
    """Also where the corner of the box around the piece stays empty: no place lies on a unit."""
    board = PlayerBoard("Ada", rows=ROWS, hand=("S",))
    drawing = drawn(law, rules, "Ada", board, move=Place("S"))
    places = [place for way in drawing.context["turned"] for line in way.places for place in line]
    assert len([place for place in places if place.pick]) == len(drawing.placed)
    assert not [place for place in places if place.pick and place.is_on]


# ── what a placement brings


def test_a_full_row_is_marked_and_told_until_the_next_move(law: Law, rules: Rules) -> None:
    """The row lights up with its point, and the sentence speaks to the player, though others have moved since."""
    turn = (
        Event("placed", "", {"player": "Ada", "piece": "L", "cells": [[4, 3]], "rows": [3, 2]}),
        Event("cleared", "", {"player": "Ada", "rows": [3, 2]}),
        Event("level", "", {"player": "Ada", "level": 2}),
        Event("placed", "", {"player": "Ben", "piece": "S", "cells": [[0, 0]], "rows": []}),
    )
    state = State(1, (ADA, BEN))
    seen = BoardView(law=law, view=GAME.view(rules, state, "Ada"), lately=turn[-1:], own_turn=turn)
    assert brought(seen) == ["Rows 2 and 3 are full: +2 points.", "You reach level 2 of 10!"]
    page = html(draw(seen))
    assert page.count('class="reward"') == 2
    assert 'class="levelled"' in page
    calm = BoardView(law=law, view=GAME.view(rules, state, "Ada"), lately=turn[-1:])
    assert brought(calm) == []
    assert 'class="reward"' not in html(draw(calm))

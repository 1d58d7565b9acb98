"""The board of Knucklebones: from a view, what lies where, what is lit, what a column would score and destroy."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from knucklebones.engine.moves import Place
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import Die as Rolled
from knucklebones.engine.state import State
from knucklebones.simulation.invariants import with_dice
from knucklebones.web import board
from knucklebones.web.coach import advice
from knucklebones.web.columns import Die, Lane, face_in_words
from nomic.law.document.sections import Law
from nomic.matches.contract.game import Option, Question
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.views.board_view import BoardView, Drawing
from tests.support.knucklebones_cycles import law_with_bones
from tests.support.knucklebones_engine import ENGINE, GAME, Held, act, rules, standing
from tests.support.rigged_chance import Laid

LAW = Law(with_dice(law_with_bones()), number=1)
NOBODY_HOLDS = Held()

# Ada below, Ben above: her 5 would destroy one of his, and two; her third column is full.
ADA = ((5, 5), (3,), (6, 2, 6))
BEN = ((1, 5), (5, 3, 5), (5,))


def board_view_of(
    state: State, viewer: str | None, environment: Any = NOBODY_HOLDS, law: Rules | None = None, **more: Any
) -> BoardView:
    """What somebody sees, with what they can do."""
    law = law or rules()
    seated = viewer is not None
    return BoardView(
        law=LAW,
        view=ENGINE.view(law, state, viewer),
        legal=tuple(ENGINE.legal(law, state, viewer or "", environment)) if seated else (),
        barred=tuple(ENGINE.barred(law, state, viewer or "", environment)) if seated else (),
        **more,
    )


def drawn(state: State, viewer: str | None, **more: Any) -> Drawing:
    return board.draw(board_view_of(state, viewer, **more))


def lanes(drawing: Drawing) -> list[Lane]:
    found: list[Lane] = drawing.context["lanes"]
    return found


def html(drawing: Drawing) -> str:
    return render_to_string("knucklebones/board.html", drawing.context)


def moves(page: str) -> list[Any]:
    """The moves that a page offers, in order."""
    return [json.loads(value.replace("&quot;", '"')) for value in re.findall(r'name="move" value="([^"]+)"', page)]


def values(lane: Lane, place: str) -> list[int | None]:
    cells: Sequence[Die | None] = getattr(lane, place).cells
    return [die and die.value for die in cells]


@pytest.fixture
def game() -> State:
    return standing(ADA, BEN, rolled=5)


# ── what lies where


@pytest.mark.parametrize(("viewer", "below"), [("Ada", "Ada"), ("Ben", "Ben"), (None, "Ada")])
def test_ones_own_matrix_lies_below(game: State, viewer: str | None, below: str) -> None:
    """Who looks on sees it as who plays first."""
    context = drawn(game, viewer).context
    assert context["below"].player == below
    assert context["above"].player == game.opponent(below)
    assert context["below"].is_you == (viewer is not None)


def test_equal_columns_face_each_other(game: State) -> None:
    """Every cell of both, from the middle outwards, free ones too, with what each column scores (R59)."""
    found = lanes(drawn(game, "Ada"))
    assert [lane.number for lane in found] == [1, 2, 3]
    assert [values(lane, "below") for lane in found] == [[5, 5, None], [3, None, None], [6, 2, 6]]
    assert [values(lane, "above") for lane in found] == [[1, 5, None], [5, 3, 5], [5, None, None]]
    assert [lane.below.score for lane in found] == [20, 3, 26]
    assert [lane.above.score for lane in found] == [6, 23, 5]
    context = drawn(game, "Ada").context
    assert (context["below"].total, context["above"].total) == (49, 34)


def test_R59_equal_dice_of_a_column_say_that_they_multiply(game: State) -> None:
    """Two sixes around a 2: both ×2; a die alone says nothing."""
    third = lanes(drawn(game, "Ada"))[2].below
    assert [die and die.times for die in third.cells] == [2, 1, 2]
    assert html(drawn(game, "Ada")).count("×2") == 2 + 2 + 2


def test_a_column_can_be_heard(game: State) -> None:
    """The dice and what they score, in a sentence for each player."""
    page = html(drawn(game, "Ada"))
    assert "Ada: 6, 2 and 6, 26 points." in page
    assert "Ada: 3, 3 points." in page
    assert "Ben: 1 and 5, 6 points." in page
    assert "Ben: no dice." in html(drawn(standing(rolled=1), "Ada"))


def test_a_face_has_pips_up_to_six_and_then_a_number() -> None:
    """R60: a Dice can have more faces than a cube."""
    page = html(drawn(standing(((6,), (12,), ()), rolled=1), "Ada"))
    assert page.count('href="#pips-6"') == 1 + 1
    assert ">12</text>" in page


def test_the_die_that_was_placed_last_is_marked() -> None:
    """As it was placed by Ben, in his second column, after what lies there."""
    state = replace(standing(ADA, BEN, rolled=5), last=Rolled(5, "Ben"), last_column=2)
    marked = [
        (lane.number, place, at)
        for lane in lanes(drawn(state, "Ada"))
        for place, half in (("above", lane.above), ("below", lane.below))
        for at, die in enumerate(half.cells)
        if die and die.is_last
    ]
    assert marked == [(2, "above", 2)]


# ── choosing a column


def test_columns_say_what_the_die_would_score_and_destroy(game: State) -> None:
    """A 5 beside two fives adds 25; opposite it destroys one five, or two that were worth 20; a full column says so."""
    first, second, third = lanes(drawn(game, "Ada"))
    assert first.choice is not None
    assert second.choice is not None
    assert (first.choice.gains, first.choice.whose, first.choice.destroys, first.choice.takes) == (25, "Ben", "five", 5)
    assert (second.choice.gains, second.choice.destroys, second.choice.takes) == (5, "two fives", 20)
    assert third.choice is None
    assert third.full == "This column is full."
    page = html(drawn(game, "Ada"))
    assert """destroys <span class="whose">Ben's</span> two fives (−20)""" in page
    assert page.count("This column is full.") == 1


def test_the_first_steps_say_where_the_die_destroys_or_multiplies(game: State) -> None:
    """Most destroyed comes first, then dice that multiply. Else it is any column. Those who wait are not told."""

    def said(state: State, viewer: str = "Ada") -> str:
        return advice(board_view_of(state, viewer))[-1]

    assert said(game) == "In column 2 your 5 destroys 2 equal dice: Ben loses 20 points there."
    assert "destroys an equal die: Ben loses 1 point there" in said(standing(ADA, BEN, rolled=1))
    assert (
        said(standing(((), (4,), ()), BEN, rolled=4)) == "In column 2 your 4 joins an equal die, and brings 12 points."
    )
    assert said(standing(rolled=4)).startswith("Choose a column for your die.")
    assert said(game, "Ben").startswith("Wait")


def test_the_coach_names_the_column_that_is_outlined(game: State) -> None:
    """The coach's words and the outline of a hint are about the same column, whatever another one destroys."""

    def said(state: State, column: int) -> str:
        return advice(board_view_of(state, "Ada", advised=Place(column)))[-1]

    assert said(game, 2) == "In column 2 your 5 destroys 2 equal dice: Ben loses 20 points there."
    assert said(game, 1) == "In column 1 your 5 destroys an equal die: Ben loses 5 points there."
    joins = standing(((), (4,), ()), BEN, rolled=4)
    assert said(joins, 2) == "In column 2 your 4 joins an equal die, and brings 12 points."
    assert said(joins, 3) == "Column 3 is a good place for your 4."


def test_a_press_places_the_die(game: State) -> None:
    """A button in each column with a free cell, its value the move, and only for whose turn it is."""
    own = moves(html(drawn(game, "Ada")))
    assert own == [{"column": 1, "kind": "place"}, {"column": 2, "kind": "place"}]
    listed = [move_data(item.move) for item in board_view_of(game, "Ada").legal]
    assert [move for move in listed if move["kind"] == "place"] == own
    assert moves(html(drawn(game, "Ben"))) == []
    assert moves(html(drawn(game, None))) == []


def test_the_others_see_what_threatens_them(game: State) -> None:
    """Ben and who looks on read the same of each column, and nobody may press it."""
    for viewer in ("Ben", None):
        choices = [lane.choice for lane in lanes(drawn(game, viewer))]
        assert [choice and (choice.gains, choice.takes, choice.move) for choice in choices] == [
            (25, 5, ""),
            (5, 20, ""),
            None,
        ]


def test_dice_that_would_be_destroyed_are_marked(game: State) -> None:
    """Ben's fives opposite columns that Ada can choose; none opposite her full one, and none of hers."""
    found = lanes(drawn(game, "Ada"))
    doomed = [[bool(die and die.is_doomed) for die in lane.above.cells] for lane in found]
    assert doomed == [[False, True, False], [True, False, True], [False, False, False]]
    assert not any(die and die.is_doomed for lane in found for die in lane.below.cells)


def test_nothing_can_be_placed_while_a_question_is_asked(game: State) -> None:
    """The form carries the move that asks; another button would be a second move in it."""
    question = Question("Ada", "choose", "number", (Option(4, "4"), Option(6, "6")))
    drawing = drawn(game, "Ada", move={"kind": "use", "dice": "Nudge"}, question=question)
    assert moves(html(drawing)) == []
    assert drawing.placed == frozenset()


@pytest.mark.parametrize(
    ("value", "count", "words"), [(5, 1, "five"), (6, 2, "sixes"), (1, 3, "ones"), (12, 1, "12"), (12, 2, "12s")]
)
def test_dice_in_words(value: int, count: int, words: str) -> None:
    assert face_in_words(value, count) == words


# ── rolling


def test_the_rolled_die_is_a_cube_with_its_value_in_front(game: State) -> None:
    """Its other faces are the die's others, so that it may tumble; it leads to the proof of the roll."""
    rolled = drawn(game, "Ada", drawn_in=17).context["below"].rolled
    assert (rolled.value, rolled.faces) == (5, (5, 1, 2, 3, 4, 6))
    page = render_to_string(
        "knucklebones/board.html", {**drawn(game, "Ada", drawn_in=17).context, "cycle": {"slug": "hall"}}
    )
    assert 'href="/c/hall/journal/17/#draws"' in page
    assert 'data-roll="17"' in page


@pytest.mark.parametrize(("faces", "cube"), [([3], (3,) * 6), ([2, 3, 3], (3, 2, 2, 2, 2, 2))])
def test_a_die_with_few_faces_is_a_cube_too(faces: list[int], cube: tuple[int, ...]) -> None:
    """The law says what the usual die shows."""
    rolled = drawn(standing(rolled=3), "Ada", law=rules(faces=faces)).context["below"].rolled
    assert rolled.faces == cube


def test_R58_who_holds_a_dice_is_offered_to_roll() -> None:
    """The usual die first, then with the Dice, which says what it does; one for after the roll says when."""
    law, pockets = rules("Eight-sided Die", "Nudge"), Held(Ada=("Eight-sided Die", "Nudge"))
    drawing = drawn(standing(), "Ada", environment=pockets, law=law)
    page = html(drawing)
    assert moves(page) == [{"kind": "roll"}, {"dice": "Eight-sided Die", "kind": "roll"}]
    assert "It has eight faces." in page
    assert "It is used after the roll." in page
    assert drawing.context["below"].rolled is None


def test_R60_a_dice_is_used_after_the_roll_once_a_game() -> None:
    """Beside the columns; when it was used, both players see that it was."""
    law, pockets = rules("Second Throw"), Held(Ada=("Second Throw",))
    before = standing(ADA, BEN, rolled=5)
    page = html(drawn(before, "Ada", environment=pockets, law=law))
    assert {"dice": "Second Throw", "kind": "use"} in moves(page)
    after = act(law, before, "Ada", {"kind": "use", "dice": "Second Throw"}, Laid(0), pockets).state
    page = html(drawn(after, "Ada", environment=pockets, law=law))
    assert not any(move["kind"] == "use" for move in moves(page))
    assert "You have already used it in this game." in page
    assert "rolled <strong>1</strong> with Second Throw" in page
    assert "Used: Second Throw" in html(drawn(after, "Ben", law=law))


# ── before and after


def test_a_game_that_has_not_begun_says_when_it_will() -> None:
    """R57: with the kind of phase that the law says."""
    context = drawn(GAME.setup(rules(), {"players": ["Ada", "Ben"]}), "Ada").context
    assert context["begins"] == "battle"
    assert "begins with the next battle phase" in html(Drawing(context))


def test_the_end_says_who_won_with_which_scores_and_what_was_gained() -> None:
    """R59: Ada's last die fills her field."""
    before = standing(((6, 6, 6), (1, 2, 3), (4, 4)), BEN, rolled=4)
    made = act(rules(), before, "Ada", {"kind": "place", "column": 3}, Laid(), NOBODY_HOLDS)
    drawing = drawn(made.state, "Ben", lately=made.events)
    assert drawing.context["end"].words == "Ada wins, 96 to 34."
    assert drawing.context["end"].gained == ("Ada gains 1 Handy Pack.", "Ada gains 1 Chip.")
    assert drawing.context["above"].is_winner
    assert moves(html(drawing)) == []


def test_R59_equal_scores_are_nobodys_victory() -> None:
    """The end says so, and nothing is gained."""
    before = standing(((1,), ()), ((3,), (3,)), rolled=5, rows=1)
    made = act(rules(columns=2, rows=1), before, "Ada", {"kind": "place", "column": 2}, Laid(), NOBODY_HOLDS)
    drawing = drawn(made.state, "Ada", lately=made.events)
    assert (drawing.context["end"].words, drawing.context["end"].gained) == ("Nobody wins: both fields score 6.", ())


def test_R58_a_forfeit_is_told_as_one(game: State) -> None:
    """R113: the page says who has forfeited, and that the other gains what a victory brings."""
    made = act(rules(), game, "Ada", {"kind": "forfeit"}, Laid(), NOBODY_HOLDS)
    end = drawn(made.state, "Ada", lately=made.events).context["end"]
    assert end.words == "Ada has forfeited: Ben wins."
    assert end.gained == ("Ben gains 1 Handy Pack.", "Ben gains 1 Chip.")


def test_R101_a_game_that_was_stopped_says_so(game: State) -> None:
    """Nobody has won."""
    made = GAME.react(rules(), game, {"kind": "cycle-ended"}, Laid(), NOBODY_HOLDS)
    assert made is not None
    context = drawn(made.state, "Ada", lately=made.events).context
    assert context["end"].words == "The game was stopped, without a result."
    assert not context["above"].is_winner
    assert not context["below"].is_winner

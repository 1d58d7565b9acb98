"""Begun moves (R18, R126): what has drawn stands, with the answers that fit; whatever else was sent."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic.effects.asking import begun_moves
from nomic.effects.asking.begun_moves import Answer, Asks, Attempt, Begins, Begun, Done, Drawn, Lapses, go, resume
from nomic.effects.asking.questions import Option, Question
from nomic.effects.asking.refusals import BadAnswer, IllegalMove
from nomic.effects.running.interpreter import TooLong

MOVE = Begun("Ada", {"kind": "throw"}, 1)


class Dice:
    """Chance that falls as it is laid, and knows what it was asked for."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.drawn: list[str] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        self.drawn.append(label)
        return self.values.pop(0)


class Purse:
    """The world outside: a number that others can change."""

    def __init__(self, chips: int = 0) -> None:
        self.chips = chips

    def read(self, *question: str) -> Any:
        return self.chips


def asked(name: str, *options: int, late: Any = "chance") -> Question:
    return Question("Ada", name, "number", tuple(Option(each, str(each)) for each in options), 1, 1, late)


def throw(attempt: Attempt) -> tuple[int, ...]:
    """A number is named, a die thrown, one of both kept; and as many times again as there are chips."""
    (named,) = attempt.ask(asked("name", 1, 2, 3, 4, 5, 6))
    thrown = 1 + attempt.below(6, "die", "a die")
    (kept,) = attempt.ask(asked("keep", *{int(named), thrown}))
    more = [1 + attempt.below(6, "more", "more dice") for _ in range(attempt.read("chips"))]
    (last,) = attempt.ask(asked("last", 0, *set(more), late="chance"))
    attempt.check_all_used()
    return (int(kept), *more, int(last))


def made(
    *answers: Answer, dice: Dice, move: Begun = MOVE, purse: Purse | None = None, run: Callable[[Attempt], Any] = throw
) -> Any:
    return go(move, answers, run, dice, purse or Purse())


def test_R18_what_asks_before_it_draws_has_changed_nothing() -> None:
    """A question that comes before any draw leaves nothing drawn."""
    came, dice = made(dice=Dice()), Dice()
    assert isinstance(came, Asks)
    assert came.question.prompt == "name"
    with pytest.raises(BadAnswer) as bad:
        made((7,), (1,), dice=dice)
    assert (bad.value.place, dice.drawn) == (0, [])


@pytest.mark.parametrize("more", [(), ((5,),), ((5,), (0,)), ((),), ((6, 2),), (("x",), (1,), (1,))], ids=str)
def test_R126_answers_stand_up_to_the_first_that_does_not_fit(more: tuple[Answer, ...]) -> None:
    """However many come after it; the dice are thrown once."""
    dice = Dice(1)
    came = made((6,), *more, dice=dice)
    assert isinstance(came, Begins)
    assert (came.begun.answers, came.begun.drawn) == (((6,),), (Drawn("die", 6, 1),))
    assert (came.question.prompt, dice.drawn) == ("keep", ["die"])


def test_R126_answers_too_many_are_dropped_where_something_was_drawn() -> None:
    """Where something was drawn superfluous answers are dropped; before, they are refused."""
    assert made((6,), (2,), (0,), (9,), (), dice=Dice(1)) == Done((2, 0))
    begins = made((6,), dice=Dice(1))
    with pytest.raises(BadAnswer, match="nothing more is asked") as bad:
        made((6,), (2,), (0,), (9,), move=begins.begun, dice=Dice())
    assert bad.value.place == 3


def test_R126_within_a_begun_move_what_is_newly_drawn_stands_too() -> None:
    """The answer that led to it, and no other; before the next draw answers stay open."""
    first, purse = made((6,), dice=Dice(1)).begun, Purse(2)
    with pytest.raises(BadAnswer):
        made((6,), (5,), (0,), move=first, dice=Dice(), purse=purse)
    came = made((6,), (2,), (6,), move=replace(first, read=()), dice=Dice(3, 4), purse=purse)
    assert isinstance(came, Begins)
    assert came.begun.answers == ((6,), (2,))
    assert [drawn.value for drawn in came.begun.drawn] == [1, 3, 4]
    with pytest.raises(BadAnswer, match="cannot be changed"):
        made((6,), (6,), (0,), move=came.begun, dice=Dice())
    purse.chips = 0  # spent meanwhile, and seen as it was
    assert made((6,), (2,), (5,), move=came.begun, dice=Dice(), purse=purse) == Done((2, 4, 5, 5))


@pytest.mark.parametrize("error", [IllegalMove("no", "it cannot be"), TooLong("A throw")], ids=["illegal", "too long"])
def test_R126_what_cannot_be_made_lapses_once_it_has_drawn(error: Exception) -> None:
    """An impossible move lapses once it has drawn; before that it is refused."""

    def stumbles(draws: bool) -> Callable[[Attempt], None]:
        def run(attempt: Attempt) -> None:
            if draws:
                attempt.below(6, "die", "a die")
            raise error

        return run

    with pytest.raises(IllegalMove):
        made(dice=Dice(), run=stumbles(draws=False))
    assert isinstance(made(dice=Dice(1), run=stumbles(draws=True)), Lapses)
    assert isinstance(resume(MOVE, stumbles(draws=False), Dice(), Purse()), Lapses)


def test_R18_a_begun_move_is_brought_to_its_end_by_chance() -> None:
    """What was answered stands; what is missing is drawn, and what can be declined is declined."""
    move = made((6,), dice=Dice(1)).begun
    assert resume(move, throw, Dice(0, 0), Purse(), late=True) == Done((2, 0))


def test_R18_answers_that_do_not_hold_any_more_are_cut_off() -> None:
    """With the same draws; and what holds still asks the same."""
    move = made((6,), dice=Dice(1)).begun
    same = resume(move, throw, Dice(), Purse())
    assert isinstance(same, Asks)
    came = resume(replace(move, answers=((6,), (5,))), throw, Dice(), Purse())
    assert isinstance(came, Begins)
    assert (came.begun.answers, came.begun.drawn) == (((6,),), move.drawn)


def test_R18_a_draw_is_found_again_by_its_name() -> None:
    """Among more sides too; only where there is no such side any more it is drawn anew."""

    def pick(sides: int) -> Callable[[Attempt], int]:
        return lambda attempt: attempt.below(sides, "card", "a card")

    move = replace(MOVE, drawn=(Drawn("other", 6, 1), Drawn("card", 5, 4)))
    assert resume(move, pick(9), Dice(), Purse()) == Done(4)
    dice = Dice(2)
    assert resume(move, pick(4), dice, Purse()) == Done(2)
    assert dice.drawn == ["card"]


def test_looking_draws_nothing() -> None:
    """What comes after a draw is not to be known before it."""
    assert begun_moves.first_question(MOVE, throw, Purse()) == asked("name", 1, 2, 3, 4, 5, 6)
    assert begun_moves.first_question(MOVE, lambda attempt: attempt.below(6, "die", "a die"), Purse()) is None
    move = made((6,), dice=Dice(1)).begun
    question = begun_moves.pending_question(move, throw, Purse())
    assert question is not None
    assert question.prompt == "keep"


ANY_ANSWERS = st.lists(
    st.lists(st.integers(-1, 8) | st.sampled_from(["", "x"]), max_size=3).map(tuple), max_size=5
).map(tuple)


@given(tries=st.lists(ANY_ANSWERS, max_size=50), values=st.lists(st.integers(0, 5), min_size=200, max_size=200))
def test_R126_fifty_tries_throw_the_dice_once(tries: list[tuple[Answer, ...]], values: list[int]) -> None:
    """Whatever is sent, in whatever order, with chips coming and going: one die, and no more dice than are owed."""
    dice, purse, move = Dice(*values), Purse(1), MOVE
    for answers in tries:
        purse.chips = (purse.chips + len(answers)) % 3
        before = list(dice.drawn)
        try:
            came = made(*answers, dice=dice, move=move, purse=purse)
        except BadAnswer:
            assert dice.drawn == before
            continue
        if isinstance(came, Begins):
            assert move.answers == came.begun.answers[: len(move.answers)]
            assert move.drawn == came.begun.drawn[: len(move.drawn)]
            move = came.begun
        elif isinstance(came, Asks):
            assert dice.drawn == before
        else:
            break
    assert dice.drawn.count("die") <= 1
    assert dice.drawn.count("more") <= 2

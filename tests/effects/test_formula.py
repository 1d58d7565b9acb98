"""Formulas: numbers and conditions that a game's law works out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.effects.running.formula import check_formula, check_test, evaluate, is_met

LEVELS = range(101)


@pytest.mark.parametrize(
    ("formula", "level", "comes_to"),
    [
        (4, 9, 4),
        ("$level", 9, 9),
        ({"sum": ["$level", 1]}, 9, 10),
        ({"greatest": [{"quotient": ["$level", 2]}, 1]}, 1, 1),
        ({"minus": [10, {"times": ["$level", "$level"]}]}, 3, 1),
    ],
)
def test_a_formula_is_worked_out(formula: Any, level: int, comes_to: int) -> None:
    """From what the game gives it."""
    check_formula(formula, 0 - 10**9, 10**9, level=LEVELS)
    assert evaluate(formula, level=level) == comes_to


def test_a_condition_compares() -> None:
    """Numbers of several names."""
    near = {"all": [{"not": {"is": ["$near", "more_than", 2]}}, {"is": ["$level", "more_than", 1]}]}
    check_test(near, "near", "level")
    assert is_met(near, near=2, level=2)
    assert not is_met(near, near=3, level=2)


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ({"sum": ["$depth", 1]}, "$depth"),
        ({"roll": "1d6"}, "only numbers"),
        ({"count": {"players": "players"}}, "only numbers"),
        ({"stock": "Coin", "of": "$level"}, "players"),
        ({"quotient": ["$level", 0]}, "divided by 0"),
        ({"minus": ["$level", 50]}, "from 1 to 1000, and is -50 for level 0"),
        ({"times": ["$level", "$level"]}, "from 1 to 1000, and is 0 for level 0"),
        ({"nothing": 1}, "nothing"),
        ("$", "$"),
        ({}, ""),
    ],
)
def test_what_is_no_formula_is_refused_with_its_reason(formula: Any, says: str) -> None:
    """Also what would leave its bounds somewhere."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it says is looked at below
        check_formula(formula, 1, 1000, level=LEVELS)
    assert says in str(refused.value)


numbers = st.recursive(
    st.one_of(st.integers(-9, 9), st.just("$level"), st.just("$near")),
    lambda inner: st.one_of(
        st.builds(
            lambda word, parts: {word: parts},
            st.sampled_from(["sum", "times", "minus", "smallest", "greatest"]),
            st.lists(inner, min_size=2, max_size=3),
        ),
        st.builds(
            lambda word, parts: {word: parts},
            st.sampled_from(["quotient", "remainder"]),
            st.lists(inner, min_size=2, max_size=2),
        ),
        inner.map(lambda part: {"absolute": part}),
    ),
    max_leaves=8,
)


@given(numbers, st.integers(0, 100), st.integers(0, 5))
def test_what_was_checked_keeps_its_bounds(formula: Any, level: int, near: int) -> None:
    """Along each span; nothing but ValueError comes of anything."""
    spans = {"level": LEVELS, "near": range(6)}
    try:
        check_formula(formula, 0, 500, **spans)
    except ValueError:
        return
    assert 0 <= evaluate(formula, level=level, near=0) <= 500
    assert 0 <= evaluate(formula, level=100, near=near) <= 500

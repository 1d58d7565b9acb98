"""Places within clauses are named in words, without a path of keys."""

import pytest

from nomic.law.labels.beneath import beneath_in_words
from nomic.law.labels.format import name_of
from tests.recipes.laws import law_of


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        (("do", 1, "n"), "the second step’s amount"),
        (("do", 0), "the first step"),
        (("do", 2, "do", 1, "then", 1, "n"), "the amount in step 3.2.2 (then)"),
        (("do", 11, "n"), "the amount in step 12"),
        (("if", "all", 0, "is", 2), "the number 3 in its condition (all, 1, is)"),
        (("if",), "the condition"),
        (("with", "n", "most"), "the highest value (with, amount)"),
        (("starts",), "the starting value"),
        (("reads", 1), "the number 2 (reads)"),
    ],
)
def test_a_place_is_said_in_words(rest: tuple[str | int, ...], says: str) -> None:
    assert beneath_in_words(rest) == says


def test_a_label_of_a_clause_has_no_path() -> None:
    law = law_of("ministry-of-lamps")
    name = name_of(law.document, ("rules", "fog", "clauses", "hands", "if", "all", 0, "is", 2))
    assert "›" not in name.words
    assert name.words.endswith(": the number 3 in its condition (all, 1, is)")

"""Places within clauses are named in words, without a path of keys."""

import pytest

from nomic.law.labels.nested_places import beneath_in_words
from nomic.law.labels.value_labels import name_of
from tests.recipes.laws import law_of


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        (("do", 1, "n"), "the second step’s amount"),
        (("do", 0), "the first step"),
        (
            ("do", 2, "do", 1, "then", 1, "n"),
            "the amount of the second step if true of the second step of the third step",
        ),
        (("do", 11, "n"), "the 12th step’s amount"),
        (("do", 20, "n"), "the 21st step’s amount"),
        (("if", "all", 0, "is", 2), "what it is compared with of the first part of the condition"),
        (("if",), "the condition"),
        (("with", "n", "most"), "the highest value of the amount of the question"),
        (("starts",), "the starting value"),
        (("reads", 1), "the second of the reads"),
        ((0, "rows", 1, 0), "the lowest number of the second row of the first step"),
    ],
)
def test_a_place_is_said_in_words(rest: tuple[str | int, ...], says: str) -> None:
    assert beneath_in_words(rest) == says


def test_a_label_of_a_clause_has_no_path() -> None:
    law = law_of("ministry-of-lamps")
    name = name_of(law.document, ("rules", "fog", "clauses", "hands", "if", "all", 0, "is", 2))
    assert "›" not in name.words
    assert name.words.endswith("what it is compared with of the first part of the condition")


def test_a_place_of_the_law_as_a_key_is_named_in_words() -> None:
    """What a proposal says of a new item that belongs to a rule."""
    law = law_of("the-commons")
    name = name_of(law.document, ("belongs", "/items/Penny"))
    assert name.words == "the rule that shows the item Penny"
    assert name.said is not None
    id_, rule = next(iter(law.document["rules"].items()))
    assert name.said(law, ("belongs", "/items/Penny"), id_) == rule["title"]

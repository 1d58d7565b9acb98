"""Random clauses read as sentences: nothing in them that no hand would write."""

import re

import pytest

from tests.prose.clauses import random_clauses
from tests.support.example_counts import examples

MISTAKES = {
    "a word twice": re.compile(r"\b(?!that\b)(\w+) \1\b"),
    "two spaces": re.compile(r"\S  \S"),
    "a sign of the language": re.compile(r"\$|_|\{|\}|\bNone\b"),
    "a before a vowel": re.compile(r"\ba (?!one\b|uni|use|eur)[aeiou]", re.IGNORECASE),
    "an before a consonant": re.compile(r"\ban (?!hour|honest|honou?r)[bcdfghjklmnpqrstvwxyz]", re.IGNORECASE),
    "a stop before another": re.compile(r"[.,:;] ?[.,:;]"),
}


@pytest.mark.parametrize("seed", range(4))
def test_they_have_no_mistake_that_a_pattern_finds(seed: int) -> None:
    for clause, said in random_clauses(examples(45), seed):
        assert said, clause
        for mistake, pattern in MISTAKES.items():
            found = pattern.search(said)
            assert found is None, f"{mistake}: {found[0]!r} in {said!r} of {clause}"


@pytest.mark.parametrize("wrong", ["the the Coin", "a egg", "an Coin", "gains  1 Coin", "1 Coin..", "$it gains"])
def test_the_patterns_find_what_they_are_for(wrong: str) -> None:
    assert any(pattern.search(wrong) for pattern in MISTAKES.values())

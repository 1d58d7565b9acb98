"""The bounded comparison of two sequences."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences

ROWS = st.lists(st.sampled_from("abc"), max_size=12)


@given(ROWS, ROWS)
def test_rows_are_compared_rightly(old: list[str], new: list[str]) -> None:
    """Both can be read off the runs, which are equal and unequal by turns; as few pieces differ as can be."""
    runs = compare_sequences(old, new, ComparisonBudget())
    assert [piece for run, _ in runs for piece in old[run]] == old
    assert [piece for _, run in runs for piece in new[run]] == new
    equal = [old[was] == new[now] for was, now in runs]
    assert all(one != other for one, other in pairwise(equal))
    shared = sum(was.stop - was.start for (was, _), same in zip(runs, equal, strict=True) if same)
    assert shared == longest_shared(old, new)


def longest_shared(old: list[str], new: list[str]) -> int:
    """The length of the longest row that is part of both, by the textbook's table."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for a, one in enumerate(old):
        for b, other in enumerate(new):
            table[a + 1][b + 1] = table[a][b] + 1 if one == other else max(table[a][b + 1], table[a + 1][b])
    return table[-1][-1]


def test_a_comparison_that_takes_more_steps_than_are_left_ends() -> None:
    with pytest.raises(TooDifferent):
        compare_sequences("ab" * 5_000, "ba" * 2_000 + "c" * 5_000, ComparisonBudget(1_000))

"""Comparison of two sequences with a limit on the work.

It finds the shortest edit script (Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986). The work grows with
the length times the number of differences, so comparing sequences that share little would take the square of their
length. A budget counts the steps. `difflib` has no such limit: on sequences with repeated elements its work grows with
the cube.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nomic import limits

Piece = TypeVar("Piece")

MAX_STEPS = limits.COMPARED_STEPS


@dataclass(slots=True)
class ComparisonBudget:
    """The number of steps left for all comparisons that share this budget."""

    steps: int = MAX_STEPS


class TooDifferent(Exception):
    """Raised if the budget does not suffice to compare two sequences."""


def compare_sequences(
    old: Sequence[Piece], new: Sequence[Piece], budget: ComparisonBudget
) -> list[tuple[slice, slice]]:
    """Return pairs of slices of both sequences, in which equal runs alternate with replaced ones.

    Raises TooDifferent if the comparison would take more steps than are left.
    """
    start = _shared(old, new, budget)
    end = _shared(old[start:][::-1], new[start:][::-1], budget)
    ends = len(old) - end, len(new) - end
    matches = [(0, 0, start)]
    middle = _matches(old[start : ends[0]], new[start : ends[1]], budget)
    matches += [(start + a, start + b, size) for a, b, size in middle]
    matches.append((*ends, end))
    return list(_runs(matches))


def _shared(old: Sequence[Piece], new: Sequence[Piece], budget: ComparisonBudget) -> int:
    """Return the length of the common prefix."""
    most = min(len(old), len(new))
    shared = next((place for place in range(most) if old[place] != new[place]), most)
    _spend(budget, shared)
    return shared


def _spend(budget: ComparisonBudget, steps: int) -> None:
    budget.steps -= steps
    if budget.steps < 0:
        raise TooDifferent


def _runs(matches: list[tuple[int, int, int]]) -> Iterator[tuple[slice, slice]]:
    at = (0, 0)
    for a, b, size in matches:
        if at != (a, b):
            yield slice(at[0], a), slice(at[1], b)
        if size:
            yield slice(a, a + size), slice(b, b + size)
        at = (a + size, b + size)


def _matches(old: Sequence[Piece], new: Sequence[Piece], budget: ComparisonBudget) -> list[tuple[int, int, int]]:
    """Return the equal runs as (index in old, index in new, size), in order.

    Raises TooDifferent if the budget runs out.

    Each round adds one difference. For each diagonal (index in old minus index in new; -3, -1, 1, 3 in the fourth
    round) it stores the furthest index reached in the old sequence.
    """
    if not old or not new:
        return []
    rounds: list[list[int]] = []
    while True:
        count = len(rounds)
        _spend(budget, count + 1)
        reached: list[int] = []
        for place in range(count + 1):
            start = a = _begins(rounds, count, place)[0]
            b = a - (2 * place - count)
            while a < len(old) and b < len(new) and old[a] == new[b]:
                a, b = a + 1, b + 1
            _spend(budget, a - start)
            reached.append(a)
            if a >= len(old) and b >= len(new):
                return _way_back([*rounds, reached], place)
        rounds.append(reached)


def _begins(rounds: list[list[int]], count: int, place: int) -> tuple[int, int]:
    """Return where a diagonal starts in the old sequence in this round, and the place of its predecessor."""
    if count == 0:
        return 0, 0
    before = rounds[count - 1]
    if place == 0 or (place != count and before[place - 1] < before[place]):
        return before[place], place  # a piece of the new sequence is added
    return before[place - 1] + 1, place - 1  # a piece of the old sequence is removed


def _way_back(rounds: list[list[int]], place: int) -> list[tuple[int, int, int]]:
    """Return the equal runs on the path that ends at `place` in the last round."""
    matches = []
    for count in range(len(rounds) - 1, -1, -1):
        start, came_from = _begins(rounds, count, place)
        if size := rounds[count][place] - start:
            matches.append((start, start - (2 * place - count), size))
        place = came_from
    return matches[::-1]

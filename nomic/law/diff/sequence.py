"""Comparing two rows of pieces, with an end to the work.

The shortest way from one row to the other is looked for (Myers, “An O(ND) Difference Algorithm and Its Variations”,
1986): its work grows with the length times what differs, so rows that share little would cost the square of their
length. A budget counts the steps; where it does not suffice, nothing is said of the rest but that it was replaced.
`difflib` has no such bound: on rows in which pieces repeat its work grows with the cube.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nomic import limits

Piece = TypeVar("Piece")

MAX_STEPS = limits.COMPARED_STEPS


@dataclass(slots=True)
class Budget:
    """Steps that are left for all that is compared with it."""

    steps: int = MAX_STEPS


class TooDifferent(Exception):
    """The budget does not suffice to tell how two rows differ."""


def compared(old: Sequence[Piece], new: Sequence[Piece], budget: Budget) -> list[tuple[slice, slice]]:
    """Runs of both rows, one beside the other: equal ones and such that replace each other, by turns.

    Raises TooDifferent where that would take more steps than are left.
    """
    start = _shared(old, new, budget)
    end = _shared(old[start:][::-1], new[start:][::-1], budget)
    ends = len(old) - end, len(new) - end
    matches = [(0, 0, start)]
    middle = _matches(old[start : ends[0]], new[start : ends[1]], budget)
    matches += [(start + a, start + b, size) for a, b, size in middle]
    matches.append((*ends, end))
    return list(_runs(matches))


def _shared(old: Sequence[Piece], new: Sequence[Piece], budget: Budget) -> int:
    """How many pieces both begin with."""
    most = min(len(old), len(new))
    shared = next((place for place in range(most) if old[place] != new[place]), most)
    _spend(budget, shared)
    return shared


def _spend(budget: Budget, steps: int) -> None:
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


def _matches(old: Sequence[Piece], new: Sequence[Piece], budget: Budget) -> list[tuple[int, int, int]]:
    """Where equal pieces stand in both rows, and how many: (place in old, place in new, size), in order.

    A round adds one difference more. For each diagonal (place in old less place in new: -3, -1, 1, 3 in the third)
    it holds how far in the old row one comes.
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
    """Where a diagonal of a round begins in the old row, and from which of the round before one came there."""
    if count == 0:
        return 0, 0
    before = rounds[count - 1]
    if place == 0 or (place != count and before[place - 1] < before[place]):
        return before[place], place  # a piece of the new row is added
    return before[place - 1] + 1, place - 1  # a piece of the old row is removed


def _way_back(rounds: list[list[int]], place: int) -> list[tuple[int, int, int]]:
    """The runs of equal pieces on the way to the last round's diagonal at `place`."""
    matches = []
    for count in range(len(rounds) - 1, -1, -1):
        start, came_from = _begins(rounds, count, place)
        if size := rounds[count][place] - start:
            matches.append((start, start - (2 * place - count), size))
        place = came_from
    return matches[::-1]

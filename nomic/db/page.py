"""The part of a list that fits into one answer; rows beyond it are not read."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def take_page(rows: Iterable[T], most: int, most_bytes: int, size: Callable[[T], int]) -> tuple[list[T], bool]:
    """As many of the rows as are wanted and fit, one at least, and whether there are more.

    `rows` are asked for one after the other, and for none beyond the first that does not fit.
    """
    taken: list[T] = []
    left = most_bytes
    for row in rows:
        left -= size(row)
        if len(taken) == most or (taken and left < 0):
            return taken, True
        taken.append(row)
    return taken, False

"""Pages of rows, limited by a count and a number of bytes."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def take_page(rows: Iterable[T], max_rows: int, max_bytes: int, size: Callable[[T], int]) -> tuple[list[T], bool]:
    """Return the first rows within a count and a byte limit, at least one, and whether there are more.

    `size` returns the bytes of a row. No row is read after the first that does not fit.
    """
    taken: list[T] = []
    bytes_left = max_bytes
    for row in rows:
        bytes_left -= size(row)
        if len(taken) == max_rows or (taken and bytes_left < 0):
            return taken, True
        taken.append(row)
    return taken, False

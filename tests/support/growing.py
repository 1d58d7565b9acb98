"""What is sent at several sizes, and whether reading it takes steps that grow as its length does."""

from collections.abc import Callable, Iterable, Iterator
from math import log
from typing import Any

from tests.support.steps import steps_of

SIGNS = ("a", "\n", " ", "[", "{", "'", "<", "|", "=")
PAIRS = ("[[a|", "{{", "{|\n", "''a", "<b>", "<!--", "a b. ", "* ", '"', "&#1;", "\u202e", "1", "-", "\\", "/a")
FEW, TIMES = 15, 4  # how much is sent at first, and how many times more then
LITTLE = 1_500  # steps more or less that mean nothing
SLACK = 1.25


def texts(size: int) -> Iterator[tuple[str, str]]:
    """Texts of about so many characters, each with what it repeats."""
    for sign in SIGNS + PAIRS:
        yield repr(sign), (sign * size)[: max(size, len(sign))]


def mixed(size: int) -> str:
    """So many of every sign, one kind after the other: as one text, where each alone would be too many requests."""
    return "".join(sign * size for sign in SIGNS + PAIRS)


def nested(size: int, inner: Any = 0) -> Any:
    """Lists within each other."""
    for _ in range(size):
        inner = [inner]
    return inner


def unknown(size: int) -> dict[str, str]:
    """So many fields that nothing asks for."""
    return {f"unknown{number}": "a" for number in range(size)}


def growth(work: Callable[[int], object], few: int = FEW, times: int = TIMES) -> str:
    """How the steps of `work` grow, where that is faster than n·log n; else "".

    What more is sent is compared with what more steps it takes, so that what every request takes does not hide it.
    Once they may grow faster: where what is sent gets too long, and is refused in words.
    """
    sizes = [few * times**power for power in range(4)]
    counts = [steps_of(lambda size=size: work(size)) for size in sizes[:2]]  # type: ignore[misc]
    for size in sizes[2:]:
        more = max(counts[-1] - counts[-2], 0)
        counts.append(steps_of(lambda size=size: work(size)))  # type: ignore[misc]
        if counts[-1] - counts[-2] <= times * SLACK * log(size) / log(size / times) * more + LITTLE:
            return ""
    return f"{counts} steps for {sizes}"


def grown(works: Iterable[tuple[str, Callable[[int], object]]], few: int = FEW, times: int = TIMES) -> list[str]:
    """Of all of these, what grows faster than n·log n. Each is done once before, so that nothing is counted but it."""
    found = []
    for name, work in works:
        work(few)
        if how := growth(work, few, times):
            found.append(f"{name}: {how}")
    return found

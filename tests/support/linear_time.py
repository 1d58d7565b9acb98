"""Inputs of several sizes, and a check that reading them takes at most n·log n steps."""

import os
from collections.abc import Callable, Iterable, Iterator
from math import log
from typing import Any

import django

from tests.support.executed_lines import steps_of

# What is to be measured: given a size, makes what is sent, and returns the call that reads it. Only that is counted.
Work = Callable[[int], Callable[[], object]]

SIGNS = ("a", "\n", " ", "[", "{", "'", "<", "|", "=")
PAIRS = ("[[a|", "{{", "{|\n", "''a", "<b>", "<!--", "a b. ", "* ", '"', "&#1;", "\u202e", "1", "-", "\\", "/a")
FEW, MANY, TIMES = 60, 240, 4  # the two sizes, and by what they differ
LITTLE = 1_500  # steps more or less that mean nothing
EACH = 100  # so many steps for each of what is sent are no growth that has to be looked at: each to each are more
SLACK = 1.25
# What makes pages and SQL is most of every request. There a step is a call: each turn of a loop makes one.
PAGES_AND_ROWS = tuple(os.path.join(os.path.dirname(django.__file__), room, "") for room in ("template", "db"))


def texts(size: int) -> Iterator[tuple[str, str]]:
    """Texts of about `size` characters, each with what it repeats."""
    for sign in SIGNS + PAIRS:
        yield repr(sign), (sign * size)[: max(size, len(sign))]


def mixed(size: int) -> str:
    """One text with `size` repetitions of each sign in turn: a text for each would be too many requests."""
    return "".join(sign * size for sign in SIGNS + PAIRS)


def nested(size: int, inner: Any = 0) -> Any:
    """`size` lists within each other."""
    for _ in range(size):
        inner = [inner]
    return inner


def unknown(size: int) -> dict[str, str]:
    """`size` fields that nothing asks for."""
    return {f"unknown{number}": "a" for number in range(size)}


def growth(work: Work) -> str:
    """How the steps of `work` grow if they grow faster than n·log n; else "".

    A request takes many steps whatever it holds. So the additional steps are compared with the additional size. They
    may grow faster at one of three sizes, where a text gets too long and is refused. The larger size comes first: if
    it fills a cache, too many steps are counted instead of too few.
    """
    few_more = LITTLE + EACH * (MANY - FEW)
    counts = {MANY: steps_of(work(MANY), PAGES_AND_ROWS)}
    if counts[MANY] <= few_more:
        return ""
    counts[FEW] = steps_of(work(FEW), PAGES_AND_ROWS)
    if counts[MANY] - counts[FEW] <= few_more:
        return ""
    for size, of_three in ((FEW // TIMES, (FEW // TIMES, FEW, MANY)), (MANY * TIMES, (FEW, MANY, MANY * TIMES))):
        counts[size] = steps_of(work(size), PAGES_AND_ROWS)
        if not _is_faster(counts, *of_three):
            return ""
    return f"{[counts[size] for size in sorted(counts)]} steps for {sorted(counts)}"


def _is_faster(counts: dict[int, int], few: int, more: int, most: int) -> bool:
    """Whether the steps grow faster than n·log n over these three sizes."""
    before, after = max(counts[more] - counts[few], 0), counts[most] - counts[more]
    return after > TIMES * SLACK * log(most) / log(more) * before + LITTLE


def grown(works: Iterable[tuple[str, Work]]) -> list[str]:
    """Those of `works`, by name, that grow faster than n·log n or fail. They are measured twice, with caches filled."""
    found = []
    for name, work in works:
        try:
            how = growth(work) and growth(work)
        except AssertionError as failed:
            how = str(failed)
        if how:
            found.append(f"{name}: {how}")
    return found

"""Compares the times of one call for two sizes: for C code, such as `re`, in which nothing counts steps."""

import time
from collections.abc import Callable

LEAST, MOST = 3, 12  # how often both sizes are measured


def is_within(times: float, few: Callable[[], object], many: Callable[[], object]) -> bool:
    """Return whether `many` takes at most `times` as long as `few`.

    Both are measured in turn, and the shortest of each is compared. Whatever else a machine does makes a measurement
    longer and never shorter, so more of them come closer to the truth.
    """
    shortest = [float("inf"), float("inf")]
    for measured in range(1, MOST + 1):
        shortest = [min(known, _seconds(work)) for known, work in zip(shortest, (few, many), strict=True)]
        if measured >= LEAST and shortest[1] <= times * shortest[0]:
            return True
    return False


def _seconds(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began

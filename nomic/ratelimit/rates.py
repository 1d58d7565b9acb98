"""Rates such as 600/min: so many in any stretch of that length, wherever it begins, counted in Django's cache.

Requests are counted in parts of a stretch, and one is let in while the part that is on, and as many whole ones before
it as make a stretch, have not too many. Who is turned away is not counted.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nomic.ratelimit.counters import count, counts, uncount

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400}
PARTS = 20  # of a stretch; nobody waits longer than for a stretch and one of them


@lru_cache(maxsize=256)
def parse_rate(rate: str) -> tuple[int, int]:
    """ "600/min" → 600 in each 60 seconds. Raises ValueError."""
    most, _, period = rate.partition("/")
    if period not in SECONDS or not most.isdecimal():
        raise ValueError(f"a rate looks like 600/min, not {rate!r}")
    return int(most), SECONDS[period]


@dataclass(frozen=True, slots=True)
class Counted:
    """A request as it was counted under a rate.

    `left` may follow at once; after `reset` seconds it is more, as far as any were counted. `wait` is how many seconds
    one has to wait who was not let in, else 0.
    """

    kind: str
    most: int
    length: int
    left: int
    reset: float
    wait: float
    key: str = ""

    def give_back(self) -> None:
        """Count it no more: another rate has turned it away."""
        if not self.wait and self.key:
            uncount(self.key)


def counted(rate: str, kind: str, caller: str) -> Counted:
    """Count one more of this kind for a caller, unless that is too many.

    Two operations on the cache. Where the cache is the process's own memory, each process counts apart; where it
    does not answer, nobody is held back.
    """
    most, length = parse_rate(rate)
    width, now = length / PARTS, time.time()
    part = int(now // width)
    keys = [f"{kind}:{caller}:{length}:{each}" for each in range(part, part - PARTS - 1, -1)]
    mine = count(keys[0], length + 2 * width)
    if not mine:
        return Counted(kind, most, length, most, 0.0, 0.0)
    before = counts(keys[1:])
    taken = [mine, *before]
    wait = 0.0
    if sum(taken) > most:
        uncount(keys[0])
        taken[0] -= 1
        wait = max(_until(taken, most, part, width) - now, 0.001)
    reset = _until(taken, sum(taken), part, width) - now
    return Counted(kind, most, length, max(most - sum(taken), 0), max(reset, 0.0), wait, keys[0])


def _until(taken: Sequence[int], most: int, part: int, width: float) -> float:
    """The instant from which fewer than `most` are left of what was counted, newest part first."""
    kept = sum(taken)
    for age in range(len(taken) - 1, -1, -1):
        kept -= taken[age]
        if kept < most:
            return (part - age + PARTS + 1) * width
    return (part + PARTS + 1) * width


def seconds_to_wait(rate: str, kind: str, caller: str) -> float:
    """Count one more of this kind for a caller; how long they have to wait where that is too many, else 0."""
    return counted(rate, kind, caller).wait


def counted_by_all(rates: Iterable[tuple[str, str, str]]) -> list[Counted]:
    """Count one more under each rate, kind and caller in turn. Where one turns it away, none has counted it."""
    found: list[Counted] = []
    for rate, kind, caller in rates:
        found.append(counted(rate, kind, caller))
        if found[-1].wait:
            for each in found[:-1]:
                each.give_back()
            break
    return found

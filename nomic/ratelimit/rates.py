"""Rate limits such as 600/min, counted in Django's cache.

At most that many requests are accepted in any window of that length. Requests are counted in buckets, fractions of the
window. A request is accepted if the current bucket and the window's worth of buckets before it are together within the
limit. Refused requests are not counted.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nomic.ratelimit.counters import count_request, counts, uncount_request

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400}
PARTS = 20  # Buckets in a window. The longest wait is a window and one bucket.


@lru_cache(maxsize=256)
def parse_rate(rate: str) -> tuple[int, int]:
    """Parse a rate: "600/min" gives (600, 60), requests and seconds.

    Raises ValueError if it does not look like "600/min".
    """
    most, _, period = rate.partition("/")
    if period not in SECONDS or not most.isdecimal():
        raise ValueError(f"a rate looks like 600/min, not {rate!r}")
    return int(most), SECONDS[period]


@dataclass(frozen=True, slots=True)
class Counted:
    """The outcome of counting a request against a rate.

    `left` requests may follow at once. After `reset` seconds there are more, if any were counted. `wait` is the time in
    seconds that a refused caller has to wait, else 0.
    """

    kind: str
    most: int
    length: int
    left: int
    reset: float
    wait: float
    key: str = ""

    def give_back(self) -> None:
        """Uncount the request, because another rate has refused it."""
        if not self.wait and self.key:
            uncount_request(self.key)


def count_within_rate(rate: str, kind: str, caller: str) -> Counted:
    """Count one more request of this kind for a caller, unless it exceeds the rate.

    Takes two cache operations. If the cache is the process's own memory, each process counts separately. If the cache
    does not answer, nobody is throttled.
    """
    most, length = parse_rate(rate)
    width, now = length / PARTS, time.time()
    part = int(now // width)
    keys = [f"{kind}:{caller}:{length}:{each}" for each in range(part, part - PARTS - 1, -1)]
    mine = count_request(keys[0], length + 2 * width)
    if not mine:
        return Counted(kind, most, length, most, 0.0, 0.0)
    before = counts(keys[1:])
    taken = [mine, *before]
    wait = 0.0
    if sum(taken) > most:
        uncount_request(keys[0])
        taken[0] -= 1
        wait = max(_until(taken, most, part, width) - now, 0.001)
    reset = _until(taken, sum(taken), part, width) - now
    return Counted(kind, most, length, max(most - sum(taken), 0), max(reset, 0.0), wait, keys[0])


def _until(taken: Sequence[int], most: int, part: int, width: float) -> float:
    """Return the instant from which fewer than `most` of the counted requests are left.

    `taken` starts with the newest bucket.
    """
    kept = sum(taken)
    for age in range(len(taken) - 1, -1, -1):
        kept -= taken[age]
        if kept < most:
            return (part - age + PARTS + 1) * width
    return (part + PARTS + 1) * width


def counted_by_all(rates: Iterable[tuple[str, str, str]]) -> list[Counted]:
    """Count a request against each (rate, kind, caller) in turn.

    If one rate refuses the request, no rate counts it, and the remaining rates are not checked.
    """
    found: list[Counted] = []
    for rate, kind, caller in rates:
        found.append(count_within_rate(rate, kind, caller))
        if found[-1].wait:
            for each in found[:-1]:
                each.give_back()
            break
    return found

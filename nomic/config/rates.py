"""Rates such as 600/min: so many in each stretch of time, counted in Django's cache."""

import time
from functools import lru_cache

from nomic.config.counting import count

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400}


@lru_cache(maxsize=256)
def parse_rate(rate: str) -> tuple[int, int]:
    """ "600/min" → 600 in each 60 seconds. Raises ValueError."""
    most, _, period = rate.partition("/")
    if period not in SECONDS or not most.isdecimal():
        raise ValueError(f"a rate looks like 600/min, not {rate!r}")
    return int(most), SECONDS[period]


def seconds_to_wait(rate: str, kind: str, caller: str) -> float:
    """Count one more of this kind for a caller; how long it is until the next stretch where that is too many, else 0.

    Two operations on the cache. Where the cache is the process's own memory, each process counts apart; where it
    does not answer, nobody is held back.
    """
    most, length = parse_rate(rate)
    stretch, passed = divmod(time.time(), length)
    is_too_many = count(f"{kind}:{caller}:{length}:{int(stretch)}", length) > most
    return length - passed if is_too_many else 0.0

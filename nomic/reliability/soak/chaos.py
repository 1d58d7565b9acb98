"""Random kills and restarts of services."""

import random
import time
from collections.abc import Iterator

from nomic.reliability.soak.sandbox import House

MAX_TIME_UP = 12.0  # seconds between two kills at most
MAX_TIME_DOWN = 3.0  # seconds that a service stays down at most
MIN_KILLINGS = 5  # on average; in shorter runs the time between two kills is shorter


def kill_at_random(house: House, seed: str, seconds: float) -> Iterator[str]:
    """Kill and restart services at random until `seconds` have passed, and yield a description of each kill.

    Every service is equally likely. Now and then two are killed at once.
    """
    chance = random.Random(seed)
    shorter = min(1, seconds / MIN_KILLINGS / ((MAX_TIME_UP + MAX_TIME_DOWN) / 2))
    ends, waiting = time.monotonic() + seconds, _rounds(list(house.services), chance)
    while time.monotonic() < ends:
        time.sleep(min(chance.uniform(0, MAX_TIME_UP * shorter), max(ends - time.monotonic(), 0)))
        chosen = {next(waiting) for _ in range(2 if chance.random() < 0.25 else 1)}
        for name in sorted(chosen):
            house.services[name].kill()
        time.sleep(min(chance.uniform(0, MAX_TIME_DOWN * shorter), max(ends - time.monotonic(), 0)))
        for service in house.services.values():
            service.begin()  # these, and any that could not start before
        yield " and ".join(sorted(chosen))


def _rounds(names: list[str], chance: random.Random) -> Iterator[str]:
    while True:
        yield from chance.sample(names, len(names))

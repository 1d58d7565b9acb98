"""Registry of the games' benchmarks, run by `manage.py bench`.

A game's app registers its benchmark under the game's name.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """A measurement on a single core without a database. `at_least` and `at_most` are targets, if there are any."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None


Bench = Callable[[bool], Iterator[Measured]]

_benches: dict[str, Bench] = {}


def milliseconds(run: Callable[[], object], times: int = 10) -> float:
    """Call a function `times` times and return the shortest duration in milliseconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        taken.append(time.perf_counter() - started)
    return min(taken) * 1000


def register_bench(game: str, bench: Bench) -> None:
    """Register a game's benchmark. `bench(small=True)` is a quick run to check that everything works."""
    _benches[game] = bench


def game_benchmarks() -> Mapping[str, Bench]:
    """Return all registered benchmarks by the game's name."""
    return _benches

"""What games measure of themselves, for `manage.py bench`. A game's app registers its bench under the game's name."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure of one core without a database. `at_least` and `at_most` are what is aimed at, where something is."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None


Bench = Callable[[bool], Iterator[Measured]]

_benches: dict[str, Bench] = {}


def milliseconds(run: Callable[[], object], times: int = 10) -> float:
    """How long something takes: the shortest of so many times."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        run()
        taken.append(time.perf_counter() - started)
    return min(taken) * 1000


def register_bench(game: str, bench: Bench) -> None:
    """Have a game measured. `bench(small)` measures little where it is small: only to see that everything works."""
    _benches[game] = bench


def benches() -> Mapping[str, Bench]:
    """What every game measures of itself, by the game's name."""
    return _benches

"""Registry of benchmarks by name: those of the host and of every game."""

from collections.abc import Callable, Iterator, Mapping

from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import SMALL, Sizes
from nomic.bench.scenarios import (
    acts,
    amendments,
    clauses,
    dry_runs,
    first_paint,
    memory,
    moves,
    page_queries,
    phase_end,
    replay,
    scaling,
    storage,
    trades,
    wiki_rendering,
)
from nomic.matches.contract.benchmarks import Bench, game_benchmarks

Part = Callable[[Sizes], Iterator[Figure]]

HOST: Mapping[str, Part] = {
    "acts": acts.measure,
    "settle": phase_end.measure,
    "clauses": clauses.measure,
    "foresight": dry_runs.measure,
    "replay": replay.measure,
    "law": amendments.measure,
    "render": wiki_rendering.measure,
    "pages": page_queries.measure,
    "paint": first_paint.measure,
    "trades": trades.measure,
    "memory": memory.measure,
    "moves": moves.measure,
    "growth": scaling.measure,
    storage.PART: storage.measure,
}


def benchmarks() -> dict[str, Part]:
    """Return all benchmarks, in the order in which they run."""
    return {**HOST, **{game: _of_game(game, bench) for game, bench in sorted(game_benchmarks().items())}}


def _of_game(game: str, bench: Bench) -> Part:
    def measure(sizes: Sizes) -> Iterator[Figure]:
        for each in bench(sizes is SMALL):
            yield Figure(game, each.name, each.value, each.unit, each.at_least, each.at_most)

    return measure

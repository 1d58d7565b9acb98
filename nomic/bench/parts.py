"""The parts of a measurement, by name: those of the host, and every game's own."""

from collections.abc import Callable, Iterator, Mapping

from nomic.bench import (
    acts,
    amending,
    foreseeing,
    growing,
    memory,
    moving,
    pages,
    painting,
    rendering,
    replaying,
    ruling,
    settling,
    storing,
    trading,
)
from nomic.bench.figures import Figure
from nomic.bench.sizes import SMALL, Sizes
from nomic.tables.contract.benches import Bench, benches

Part = Callable[[Sizes], Iterator[Figure]]

HOST: Mapping[str, Part] = {
    "acts": acts.measure,
    "settle": settling.measure,
    "clauses": ruling.measure,
    "foresight": foreseeing.measure,
    "replay": replaying.measure,
    "law": amending.measure,
    "render": rendering.measure,
    "pages": pages.measure,
    "paint": painting.measure,
    "trades": trading.measure,
    "memory": memory.measure,
    "moves": moving.measure,
    "growth": growing.measure,
    storing.PART: storing.measure,
}


def parts() -> dict[str, Part]:
    """All parts, in the order in which they are measured."""
    return {**HOST, **{game: _of_game(game, bench) for game, bench in sorted(benches().items())}}


def _of_game(game: str, bench: Bench) -> Part:
    def measure(sizes: Sizes) -> Iterator[Figure]:
        for each in bench(sizes is SMALL):
            yield Figure(game, each.name, each.value, each.unit, each.at_least, each.at_most)

    return measure

"""The parts of a measurement, by name."""

from collections.abc import Callable, Iterator, Mapping

from nomic.bench import acts, amending, memory, moving, pages, playing, rendering, replaying, settling
from nomic.bench.figures import Figure
from nomic.bench.sizes import Sizes

PARTS: Mapping[str, Callable[[Sizes], Iterator[Figure]]] = {
    "acts": acts.measure,
    "settle": settling.measure,
    "replay": replaying.measure,
    "law": amending.measure,
    "render": rendering.measure,
    "pages": pages.measure,
    "memory": memory.measure,
    "moves": moving.measure,
    "play": playing.measure,
}

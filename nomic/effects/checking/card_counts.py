"""Checks that the numbers of cards drawn, created or chosen at a time are between 0 and 100."""

from collections.abc import Iterator

from nomic.effects.language.bounds import MAX_MADE, UNBOUNDED
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Effect, Operation, Sizes
from nomic.effects.language.nodes.values import Literal


def too_many(effect: Effect, path: str = "", sizes: Sizes | None = None) -> Iterator[EffectFlaw]:
    """Yield a flaw for every number of cards that can exceed the limit.

    `sizes` holds the sizes of the sets in scope.
    """
    known = sizes or {}
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        yield from _too_many_at_a_time(step, here, known)
        for below, inner in step.lists(here):
            yield from too_many(inner, below, step.sizes_within(known))
        known = step.sizes_after(known)


def _too_many_at_a_time(step: Operation, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    for word, number in step.amounts():
        most = number.bounds(sizes).high
        if isinstance(number, Literal) and isinstance(number.source, int) and number.source < 0:
            yield EffectFlaw(f"{path}/{word}", "at least 0")
        elif most > MAX_MADE:
            may = f"this may be {most}; " if most < UNBOUNDED else "this number has no upper limit; "
            yield EffectFlaw(f"{path}/{word}", f"{may}at most {MAX_MADE} at a time")

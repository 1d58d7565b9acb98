"""How many cards are drawn, made or chosen at a time: from none to a hundred."""

from collections.abc import Iterator
from typing import Any

from nomic.effects.checking.cost import MOST_MADE, UNBOUNDED, Sizes, bound_sizes, each_sizes, upper
from nomic.effects.language import values
from nomic.effects.language.nodes import Effect, Expression, Operation
from nomic.effects.language.operations import Add, Choose, Each, Take
from nomic.effects.language.reading import EffectFlaw
from nomic.effects.language.walking import lists


def too_many(piece: Any) -> Iterator[EffectFlaw]:
    """A flaw for every number of cards that may be too large."""
    if isinstance(piece, tuple):
        yield from _amounts(piece, "", {})


def _amounts(effect: Effect, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    known = dict(sizes)
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        yield from _amount(step, here, known)
        inside = each_sizes(step, known) if isinstance(step, Each) else known
        for below, inner in lists(step, here):
            yield from _amounts(inner, below, inside)
        known |= bound_sizes(step, known)


def _amount(step: Operation, path: str, known: Sizes) -> Iterator[EffectFlaw]:
    for word, number in _counts(step):
        most = upper(number, known)
        if isinstance(number, values.Literal) and isinstance(number.source, int) and number.source < 0:
            yield EffectFlaw(f"{path}/{word}", "at least 0")
        elif most > MOST_MADE:
            may = f"this may be {most}; " if most < UNBOUNDED else "nothing bounds this number; "
            yield EffectFlaw(f"{path}/{word}", f"{may}at most {MOST_MADE} at a time")
    if isinstance(step, Choose) and isinstance(step.n, tuple) and _backwards(*step.n):
        yield EffectFlaw(f"{path}/n", "from the smaller number to the greater one")


def _backwards(least: Expression, most: Expression) -> bool:
    ends = [end.source for end in (least, most) if isinstance(end, values.Literal) and isinstance(end.source, int)]
    return len(ends) == 2 and ends[0] > ends[1]


def _counts(node: Operation) -> Iterator[tuple[str, Expression]]:
    if isinstance(node, Take):
        yield "take", node.take
    elif (isinstance(node, Add) and node.n is not None) or (
        isinstance(node, Choose) and isinstance(node.n, values.Literal)
    ):
        yield "n", node.n

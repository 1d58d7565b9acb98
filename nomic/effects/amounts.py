"""How many cards are drawn, made or chosen at a time: from none to a hundred."""

from collections.abc import Iterator
from typing import Any

from nomic.effects import values
from nomic.effects.cost import UNBOUNDED, Sizes, bound_sizes, upper
from nomic.effects.nodes import Expression, Node
from nomic.effects.operations import Add, Choose, Each, Take
from nomic.effects.reading import EffectFlaw
from nomic.effects.walking import children

MOST_MADE = 100


def too_many(piece: Any) -> Iterator[EffectFlaw]:
    """A flaw for every number of cards that may be too large."""
    yield from _amounts(piece, "", {})


def _amounts(piece: Any, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    known = dict(sizes)
    if isinstance(piece, tuple):
        for place, step in enumerate(piece):
            yield from _amounts(step, f"{path}/{place}", known)
            known |= bound_sizes(step, known)
        return
    for word, number in _counts(piece):
        most = upper(number, known)
        if isinstance(number, values.Literal) and isinstance(number.source, int) and number.source < 0:
            yield EffectFlaw(f"{path}/{word}", "at least 0")
        elif most > MOST_MADE:
            may = f"this may be {most}; " if most < UNBOUNDED else "nothing bounds this number; "
            yield EffectFlaw(f"{path}/{word}", f"{may}at most {MOST_MADE} at a time")
    if isinstance(piece, Choose) and isinstance(piece.n, tuple) and _backwards(*piece.n):
        yield EffectFlaw(f"{path}/n", "from the smaller number to the greater one")
    yield from _amounts_within(piece, path, known)


def _backwards(least: Expression, most: Expression) -> bool:
    ends = [end.source for end in (least, most) if isinstance(end, values.Literal) and isinstance(end.source, int)]
    return len(ends) == 2 and ends[0] > ends[1]


def _amounts_within(node: Node, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    if isinstance(node, Each):
        yield from _amounts(
            node.do, f"{path}/do", {**sizes, node.each: 1, f"number {node.each}": upper(node.in_, sizes)}
        )
        return
    known = dict(sizes)
    for below, child in children(node, path):
        yield from _amounts(child, below, known)
        known |= bound_sizes(child, known)


def _counts(node: Node) -> Iterator[tuple[str, Expression]]:
    if isinstance(node, Take):
        yield "take", node.take
    elif (isinstance(node, Add) and node.n is not None) or (
        isinstance(node, Choose) and isinstance(node.n, values.Literal)
    ):
        yield "n", node.n

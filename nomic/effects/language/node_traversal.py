"""Traversal of all nodes of a piece, each with its place: a JSON pointer within the piece."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from nomic.effects.language.nodes.base import Effect, Expression, Node

# A piece as the law contains it: an effect, a condition or another value.
Piece = Effect | Expression[Any]


def walk(piece: Node | Effect, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield every node of a piece as (place, node), outer nodes before inner ones."""
    if isinstance(piece, tuple):
        for place, step in enumerate(piece):
            yield from walk(step, f"{path}/{place}")
        return
    yield path, piece
    for below, child in piece.children(path):
        yield from walk(child, below)


@lru_cache(maxsize=4096)
def weight(node: Node) -> int:
    """Return the number of nodes that are evaluated with a node, including the node.

    Lists of operations within the node do not count.
    """
    return 1 + sum(weight(part) for _, part in node.parts() if not isinstance(part, tuple))

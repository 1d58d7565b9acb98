"""Going through all nodes of a piece, each with its place: a JSON pointer within the piece."""

from collections.abc import Iterator

from nomic.effects.language.nodes import Condition, Effect, Node

# What the law holds: an effect or a condition.
Piece = Effect | Condition


def walk(piece: Node | Effect, path: str = "") -> Iterator[tuple[str, Node]]:
    """Every node of a piece, outer ones first."""
    if isinstance(piece, tuple):
        for place, step in enumerate(piece):
            yield from walk(step, f"{path}/{place}")
        return
    yield path, piece
    for below, child in piece.children(path):
        yield from walk(child, below)

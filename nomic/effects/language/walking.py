"""Going through all nodes of a piece, each with its place: a JSON pointer within the piece."""

from collections.abc import Iterator
from typing import Any

from nomic.effects.language.nodes import Effect, Node, Operation, fields_of, word_of
from nomic.effects.language.operations import ChangeCards, Offer, Turn
from nomic.effects.language.values import Literal, Ref


def walk(piece: Node | Effect, path: str = "") -> Iterator[tuple[str, Node]]:
    """Every node of a piece, outer ones first."""
    if isinstance(piece, tuple):
        for place, step in enumerate(piece):
            yield from walk(step, f"{path}/{place}")
        return
    yield path, piece
    for below, child in children(piece, path):
        yield from walk(child, below)


def children(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    """The nodes directly within a node."""
    if isinstance(node, Literal | Ref):
        return
    for field in fields_of(type(node)):
        held, below = getattr(node, field), f"{path}/{word_of(field)}"
        if isinstance(node, Turn):
            change, players = held
            yield from _within(players, f"{below}/{change}")
        elif isinstance(node, ChangeCards) and field in ("gain", "lose"):
            for trait, names in (held or {}).items():
                yield from _within(names[0] if isinstance(names, tuple) else names, f"{below}/{trait}")
        else:
            yield from _within(held, below)


def lists(step: Operation, path: str = "") -> Iterator[tuple[str, Effect]]:
    """The lists of operations directly within an operation; what one of them binds, no other knows."""
    for field in ("then", "else_", "do"):
        held = getattr(step, field, None)
        if isinstance(held, tuple):
            yield f"{path}/{word_of(field)}", held
    for place, row in enumerate(getattr(step, "rows", ())):
        yield f"{path}/rows/{place}/2", row[2]
    for place, option in enumerate(step.options) if isinstance(step, Offer) else ():
        yield f"{path}/options/{place}/do", option["do"]


def _within(held: Any, path: str) -> Iterator[tuple[str, Node]]:
    if isinstance(held, Node):
        yield path, held
    elif isinstance(held, tuple):
        for place, part in enumerate(held):
            yield from _within(part, f"{path}/{place}")
    elif isinstance(held, dict):
        for key, part in held.items():
            yield from _within(part, f"{path}/{key}")

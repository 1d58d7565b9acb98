"""Moves and standing orders: what an engine is given, and the JSON that stands for it. Plain Python."""

from collections.abc import Mapping
from typing import Any

from nomic.law.json_text import Json
from nomic.tables.contract.tagged import Tagged, read_tagged, tagged_data


class Move(Tagged, frozen=True):
    """What a player does in a match. A game has a struct for each kind; its docstring tells authors of bots of it."""


class Answer(Move, frozen=True, tag="answer"):
    """Go on with a move that you have begun: with its answers so far, and one to what it asks now."""


class Forfeit(Move, frozen=True, tag="forfeit"):
    """Give up."""


class Order(Tagged, frozen=True):
    """What is to be done for a player when its moment comes (R110)."""


def is_untyped(engine: Any) -> bool:
    """For as long as not every game has structs for its moves: whether this one is given and gives JSON instead."""
    return not getattr(engine, "moves", ())


def read_move(engine: Any, data: Mapping[str, Json]) -> Any:
    """The move that JSON stands for. Raises IllegalMove: see `read_tagged`."""
    return data if is_untyped(engine) else read_tagged(engine.moves, data, "a move")


def read_order(engine: Any, data: Mapping[str, Json]) -> Any:
    """The standing order that JSON stands for. Raises IllegalMove."""
    return data if is_untyped(engine) else read_tagged(engine.orders, data, "an order", "R110")


def move_data(move: Any) -> dict[str, Json]:
    """The JSON that stands for a move."""
    return tagged_data(move) if isinstance(move, Tagged) else dict(move)


def kind_of_move(move: Any) -> str:
    """The kind of a move: its `kind`, where it is a struct."""
    return move.kind if isinstance(move, Tagged) else str(move.get("kind", ""))

"""Moves and standing orders: what an engine is given, and the JSON that stands for it. Plain Python."""

from collections.abc import Mapping
from typing import Protocol

from nomic.law.schema.json_reader import Json
from nomic.matches.contract.tagged import Tagged, read_tagged, tagged_data


class Move(Tagged, frozen=True):
    """What a player does in a match. A game has a struct for each kind; its docstring tells authors of bots of it."""


class Answer(Move, frozen=True, tag="answer"):
    """Go on with a move that you have begun: with its answers so far, and one to what it asks now."""


class Forfeit(Move, frozen=True, tag="forfeit"):
    """Give up."""


class Order(Tagged, frozen=True):
    """What is to be done for a player when its moment comes (R110)."""


class HasMoves(Protocol):
    """What an engine says of its moves and standing orders: a struct for each kind."""

    @property
    def moves(self) -> tuple[type[Move], ...]: ...

    @property
    def orders(self) -> tuple[type[Order], ...]: ...


def read_move(engine: HasMoves, data: Mapping[str, Json]) -> Move:
    """The move that JSON stands for. Raises IllegalMove: see `read_tagged`."""
    return read_tagged(engine.moves, data, "a move")


def read_order(engine: HasMoves, data: Mapping[str, Json]) -> Order:
    """The standing order that JSON stands for. Raises IllegalMove."""
    return read_tagged(engine.orders, data, "an order", "R110")


def move_data(move: Move) -> dict[str, Json]:
    """The JSON that stands for a move."""
    return tagged_data(move)

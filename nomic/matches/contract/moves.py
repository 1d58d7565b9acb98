"""Moves and standing orders: the structs that an engine receives, and their JSON. Plain Python."""

from collections.abc import Mapping
from typing import Protocol

from nomic.law.schema.json_reader import Json
from nomic.matches.contract.tagged_unions import Tagged, read_tagged, tagged_data


class Move(Tagged, frozen=True):
    """A player's action in a match.

    A game has a struct for each kind; its docstring documents the move for authors of bots.
    """


class Answer(Move, frozen=True, tag="answer"):
    """Continue a move that you have begun, with its answers so far and one to its current question."""


class Forfeit(Move, frozen=True, tag="forfeit"):
    """Give up."""


class Order(Tagged, frozen=True):
    """A player's order for a future moment of the match (R110)."""


class HasMoves(Protocol):
    """The part of an engine that declares its moves and standing orders: a struct for each kind."""

    @property
    def moves(self) -> tuple[type[Move], ...]: ...

    @property
    def orders(self) -> tuple[type[Order], ...]: ...


def read_move(engine: HasMoves, data: Mapping[str, Json]) -> Move:
    """Parse a move from JSON. Raises IllegalMove if it is invalid; see `read_tagged`."""
    return read_tagged(engine.moves, data, "a move")


def read_order(engine: HasMoves, data: Mapping[str, Json]) -> Order:
    """Parse a standing order from JSON. Raises IllegalMove if it is invalid; see `read_tagged`."""
    return read_tagged(engine.orders, data, "an order", "R110")


def move_data(move: Move) -> dict[str, Json]:
    """Return a move as JSON."""
    return tagged_data(move)

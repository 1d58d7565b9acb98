"""The moves of Tetromic (R61, R62)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from nomic.matches.contract.moves import Move
from tetromic.engine.pieces import Node, Shape


class Gain(Move, frozen=True, tag="gain"):
    """Gain this phase's pieces."""


class Place(Move, frozen=True, tag="place"):
    """Place a piece: if you name the piece alone, you are asked where; else give its cells, or orientation and anchor.

    Columns and rows count from 0, from the bottom left.
    """

    piece: Annotated[str, Meta(description="A piece that you have in hand, by name.")]
    cells: Annotated[Shape, Meta(description="The nodes that it covers: column and row of each.")] | UnsetType = UNSET
    orientation: Annotated[int, Meta(description="Its place in the view's list for the piece.")] | UnsetType = UNSET
    anchor: Annotated[Node, Meta(description="The bottom left of the box around it.")] | UnsetType = UNSET


MOVES = (Gain, Place)

"""Tetromic's section of the law, parsed for the engine."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from nomic.effects.running.formula import evaluate
from tetromic.engine.pieces import Piece, piece_of

MAX_GAIN = 100  # pieces per phase
# Formulas of the level, for laws that leave them out.
POINTS = {"sum": ["$level", 1]}
GAIN = "$level"


class Rules(Struct, frozen=True):
    """The rules of a law, with the placements of every piece.

    Arguments:
        number: the number of the law's revision.
        rows, columns: the size of a board.
        winning_level: the level that wins.
        points: by level, the points that it takes to reach the next one.
        gains: by level, the pieces that a player gains in a phase.
        pieces: the pieces by name, in the law's order.
    """

    number: int
    rows: int
    columns: int
    winning_level: int
    points: tuple[int, ...]
    gains: tuple[int, ...]
    pieces: dict[str, Piece]


def rules_of(document: Mapping[str, Any], number: int) -> Rules:
    """Parse the rules of a law document. `number` is the number of its revision."""
    section = document["tetromic"]
    rows, columns = section["board"]["rows"], section["board"]["columns"]
    shapes = section["pieces"]
    names = sorted(shapes, key=lambda name: (shapes[name].get("place", 0), name))
    points, gain = section.get("points", POINTS), section.get("gain", GAIN)

    def gain_at(level: int) -> int:
        least: int = section["least_gain"]
        return min(max(evaluate(gain, level=level), least), MAX_GAIN)

    levels = range(section["winning_level"])
    return Rules(
        number=number,
        rows=rows,
        columns=columns,
        winning_level=section["winning_level"],
        points=tuple(evaluate(points, level=level) for level in levels),
        gains=tuple(map(gain_at, levels)),
        pieces={name: piece_of(name, shapes[name]["shape"], rows, columns) for name in names},
    )

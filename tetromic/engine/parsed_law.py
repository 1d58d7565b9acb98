"""The parsed law of the game."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from nomic.effects.running.formula import worked_out
from tetromic.engine.pieces import Piece, piece_of

MAX_GAIN = 100  # pieces per phase


class Rules(Struct, frozen=True):
    """The parsed section `tetromic` of a law, with the placements of every piece.

    For each level up to the winning one, it has the points of the next level and the pieces of a phase.
    """

    number: int
    rows: int
    columns: int
    winning_level: int
    points: tuple[int, ...]
    gains: tuple[int, ...]
    pieces: dict[str, Piece]


def rules_of(document: Mapping[str, Any], number: int) -> Rules:
    """Parse the rules of a law document. Pieces keep the law's order."""
    section = document["tetromic"]
    rows, columns = section["board"]["rows"], section["board"]["columns"]
    drawn = section["pieces"]
    names = sorted(drawn, key=lambda name: (drawn[name].get("place", 0), name))
    pieces = {name: piece_of(name, drawn[name]["shape"], rows, columns) for name in names}
    levels = range(section["winning_level"])
    points, gain = section.get("points", {"sum": ["$level", 1]}), section.get("gain", "$level")
    return Rules(
        number,
        rows,
        columns,
        section["winning_level"],
        tuple(worked_out(points, level=level) for level in levels),
        tuple(min(max(worked_out(gain, level=level), section["least_gain"]), MAX_GAIN) for level in levels),
        pieces,
    )

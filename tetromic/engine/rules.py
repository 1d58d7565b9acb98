"""The law as the game reads it."""

from typing import Any

from msgspec import Struct

from tetromic.engine.pieces import Piece, piece_of


class Rules(Struct, frozen=True):
    """A law's section `tetromic`, with every piece's placements worked out."""

    number: int
    rows: int
    columns: int
    winning_level: int
    least_gain: int
    pieces: dict[str, Piece]


def rules_of(document: dict[str, Any], number: int) -> Rules:
    """The rules of a law document; pieces in the law's order."""
    section = document["tetromic"]
    rows, columns = section["board"]["rows"], section["board"]["columns"]
    drawn = section["pieces"]
    names = sorted(drawn, key=lambda name: (drawn[name].get("place", 0), name))
    pieces = {name: piece_of(name, drawn[name]["shape"], rows, columns) for name in names}
    return Rules(number, rows, columns, section["winning_level"], section["least_gain"], pieces)

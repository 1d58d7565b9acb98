"""Hexes of a level, in axial coordinates (q, r) around the centre (0, 0) (R64)."""

from collections.abc import Iterator, Mapping
from functools import cache

Hex = tuple[int, int]
CENTRE: Hex = (0, 0)
DIRECTIONS: Mapping[str, Hex] = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}


def towards(start: Hex, direction: str) -> Hex:
    """Return the next hex in a direction."""
    q, r = DIRECTIONS[direction]
    return start[0] + q, start[1] + r


def neighbours(of: Hex) -> Iterator[Hex]:
    """Yield the six hexes around one, including those beyond the level."""
    return (towards(of, direction) for direction in DIRECTIONS)


def distance(start: Hex, end: Hex) -> int:
    """Return the number of steps between two hexes."""
    q, r = end[0] - start[0], end[1] - start[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def hexes(radius: int) -> tuple[Hex, ...]:
    """Return all hexes of a level, row by row from the north, each row from west to east."""
    rows = range(-radius, radius + 1)
    return tuple((q, r) for r in rows for q in rows if distance(CENTRE, (q, r)) <= radius)


@cache
def places(radius: int) -> Mapping[Hex, int]:
    """Return the index of each hex in `hexes`."""
    return {each: place for place, each in enumerate(hexes(radius))}

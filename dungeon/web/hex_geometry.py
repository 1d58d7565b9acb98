"""Geometry of a level's hexes in a drawing: pointy tops, so that rows run east and west."""

from collections.abc import Sequence
from math import hypot, sqrt

from dungeon.engine.hexes import Hex

SIZE = 30  # from a hex's centre to its corners, in units of the drawing
MARGIN = 4  # around a level
ASIDE = 7  # an arrow is shifted to the right of the line between two centres, so that both directions are distinct
Point = tuple[float, float]


def centre_of(at: Hex) -> Point:
    """Return the centre of a hex in the drawing.

    The level's centre is (0, 0), and y grows to the south.
    """
    q, r = at
    return round(SIZE * sqrt(3) * (q + r / 2), 1), round(SIZE * 1.5 * r, 1)


def view_box(radius: int) -> str:
    """Return the SVG view box of a level."""
    width = SIZE * sqrt(3) * (2 * radius + 1) + 2 * MARGIN
    height = SIZE * (3 * radius + 2) + 2 * MARGIN
    return f"{-width / 2:.0f} {-height / 2:.0f} {width:.0f} {height:.0f}"


def arrow(start: Hex, end: Hex, share: float = 1) -> tuple[str, Point]:
    """Return the SVG path of an arrow between hexes, and its middle.

    With a `share` below 1 it ends before the target.
    """
    (x1, y1), (x2, y2) = centre_of(start), centre_of(end)
    length = hypot(x2 - x1, y2 - y1) or 1
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    aside_x, aside_y = -along_y * ASIDE, along_x * ASIDE
    begin, stop = SIZE * 0.2, (length - SIZE * 0.3) * share
    from_x, from_y = x1 + along_x * begin + aside_x, y1 + along_y * begin + aside_y
    to_x, to_y = x1 + along_x * stop + aside_x, y1 + along_y * stop + aside_y
    middle = (round((from_x + to_x) / 2, 1), round((from_y + to_y) / 2, 1))
    return f"M{from_x:.1f} {from_y:.1f}L{to_x:.1f} {to_y:.1f}", middle


def between(start: Hex, end: Hex, share: float) -> Point:
    """Return a point on the line from centre to centre."""
    (x1, y1), (x2, y2) = centre_of(start), centre_of(end)
    return round(x1 + (x2 - x1) * share, 1), round(y1 + (y2 - y1) * share, 1)


def line(way: Sequence[Hex]) -> str:
    """Return the path of a line from hex to hex."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(centre_of, way))


def side_by_side(count: int, *, has_rope: bool = False) -> tuple[Point, ...]:
    """Return positions for `count` players below the upper half of a hex. Empty if they do not fit.

    The cord of a rope, right of the centre, stays in sight between them.
    """
    if has_rope:
        return {
            1: ((-11, 8),),
            2: ((-14, -11), (-14, 12)),
            3: ((-14, -11), (-14, 12), (20, 0)),
        }.get(count, ())
    return {
        1: ((0, 8),),
        2: ((-11, 8), (11, 8)),
        3: ((-11, 10), (11, 10), (0, -9)),
    }.get(count, ())

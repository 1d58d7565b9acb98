"""Pieces and their placements (R61), as bitboards: node (x, y) of a board is bit y · columns + x."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

Node = tuple[int, int]  # column and row, (0, 0) bottom left
Shape = tuple[Node, ...]


class Placement(Struct, frozen=True):
    """A placement of a piece: its orientation, the bottom left node of its bounding box, and its nodes as bits."""

    orientation: int
    x: int
    y: int
    mask: int

    @property
    def name(self) -> str:
        """The name of the placement in an answer, such as "2:0,3"."""
        return f"{self.orientation}:{self.x},{self.y}"


class Piece(Struct, frozen=True):
    """A piece with its orientations, and all its placements on an empty board."""

    name: str
    orientations: tuple[Shape, ...]
    placements: tuple[Placement, ...]

    def fitting(self, occupied: int) -> list[Placement]:
        """Return the placements of the piece on a board whose `occupied` nodes are taken."""
        return [placement for placement in self.placements if not placement.mask & occupied]

    def fits(self, occupied: int) -> bool:
        """Return whether the piece fits anywhere."""
        return any(not placement.mask & occupied for placement in self.placements)


def shape_of(lines: Sequence[str]) -> Shape:
    """Return the units of a drawing, whose lines run from top to bottom, with "#" for a unit."""
    nodes = [(column, -line) for line, row in enumerate(lines) for column, mark in enumerate(row) if mark == "#"]
    return at_origin(nodes)


def at_origin(nodes: Iterable[Node]) -> Shape:
    """Return the shape moved as far down and left as possible, with sorted nodes."""
    nodes = list(nodes)
    left, low = min(x for x, _ in nodes), min(y for _, y in nodes)
    return tuple(sorted((x - left, y - low) for x, y in nodes))


def moved(shape: Shape, right: int, up: int) -> Shape:
    """Return the shape moved by columns to the right and by rows up; negative numbers move it left and down."""
    return tuple((x + right, y + up) for x, y in shape)


def orientations_of(shape: Shape) -> tuple[Shape, ...]:
    """Return the distinct rotations and reflections of a shape (R61).

    The shape comes first, then its quarter turns clockwise, then its mirror image with its turns.
    """
    found: list[Shape] = []
    for start in (shape, at_origin((-x, y) for x, y in shape)):
        turned = start
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = at_origin((y, -x) for x, y in turned)
    return tuple(found)


def piece_of(name: str, lines: Sequence[str], rows: int, columns: int) -> Piece:
    """Return a drawn piece, for boards of that size."""
    orientations = orientations_of(shape_of(lines))
    placements = tuple(
        Placement(number, x, y, mask_of(moved(shape, x, y), columns))
        for number, shape in enumerate(orientations)
        for y in range(rows - max(y for _, y in shape))
        for x in range(columns - max(x for x, _ in shape))
    )
    return Piece(name, orientations, placements)


def mask_of(nodes: Iterable[Node], columns: int) -> int:
    """Return a set of nodes as a bit mask."""
    return sum(1 << (y * columns + x) for x, y in nodes)

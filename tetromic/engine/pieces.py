"""Pieces and where they fit (R61), as bitboards: node (row, column) of a board is bit row · columns + column."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

Node = tuple[int, int]  # row and column, (0, 0) bottom left
Shape = tuple[Node, ...]


class Placement(Struct, frozen=True):
    """A place for a piece: which of its orientations, the bottom left node of the box around it, the nodes as bits."""

    orientation: int
    row: int
    column: int
    mask: int

    @property
    def name(self) -> str:
        """What the placement is called in an answer, as "2:0,3"."""
        return f"{self.orientation}:{self.row},{self.column}"


class Piece(Struct, frozen=True):
    """A piece with its orientations, and all its placements on an empty board."""

    name: str
    orientations: tuple[Shape, ...]
    placements: tuple[Placement, ...]

    def fitting(self, occupied: int) -> list[Placement]:
        """Where the piece can be placed on a board whose `occupied` nodes are on."""
        return [placement for placement in self.placements if not placement.mask & occupied]

    def fits(self, occupied: int) -> bool:
        """Whether there is any place for it."""
        return any(not placement.mask & occupied for placement in self.placements)


def shape_of(lines: Sequence[str]) -> Shape:
    """The units of a drawing, its lines from top to bottom, every "#" a unit."""
    nodes = [(-line, column) for line, row in enumerate(lines) for column, mark in enumerate(row) if mark == "#"]
    return at_origin(nodes)


def at_origin(nodes: Iterable[Node]) -> Shape:
    """The same shape moved as far down and left as it goes, its nodes in order."""
    nodes = list(nodes)
    low, left = min(row for row, _ in nodes), min(column for _, column in nodes)
    return tuple(sorted((row - low, column - left) for row, column in nodes))


def orientations_of(shape: Shape) -> tuple[Shape, ...]:
    """R61: the shape turned and flipped in every way, each outcome once: four quarter turns, then those of its mirror.

    Turns are clockwise.
    """
    found: list[Shape] = []
    for start in (shape, at_origin((row, -column) for row, column in shape)):
        turned = start
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = at_origin((-column, row) for row, column in turned)
    return tuple(found)


def piece_of(name: str, lines: Sequence[str], rows: int, columns: int) -> Piece:
    """A piece as drawn, for boards of that size."""
    orientations = orientations_of(shape_of(lines))
    placements = tuple(
        Placement(number, row, column, mask_of([(row + r, column + c) for r, c in shape], columns))
        for number, shape in enumerate(orientations)
        for row in range(rows - max(r for r, _ in shape))
        for column in range(columns - max(c for _, c in shape))
    )
    return Piece(name, orientations, placements)


def mask_of(nodes: Iterable[Node], columns: int) -> int:
    """Nodes as bits."""
    return sum(1 << (row * columns + column) for row, column in nodes)

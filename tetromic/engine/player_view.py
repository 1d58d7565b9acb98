"""A match as its players and spectators see it, for boards, bots and the API. Nothing in it is hidden."""

from msgspec import Struct

from tetromic.engine.boards import occupied
from tetromic.engine.parsed_law import Rules
from tetromic.engine.pieces import Shape
from tetromic.engine.state import PlayerBoard, State


class SeenBoard(Struct, frozen=True):
    """A player's board: its rows from the bottom up, with 1 for each unit.

    `needed` are the points that take the player to the next level. `gained` is true if this phase's pieces are claimed.
    """

    player: str
    rows: tuple[tuple[int, ...], ...]
    hand: tuple[str, ...]
    level: int
    points: int
    needed: int
    gained: bool


class View(Struct, frozen=True):
    """All boards, and the law's `pieces` with their orientations."""

    phase: int
    rows: int
    columns: int
    winning_level: int
    pieces: dict[str, tuple[Shape, ...]]
    boards: tuple[SeenBoard, ...]
    you: str | None
    winner: str

    @property
    def own(self) -> SeenBoard | None:
        """The viewer's board, or None."""
        return next((board for board in self.boards if board.player == self.you), None)


def view_of(rules: Rules, state: State, viewer: str | None) -> View:
    """Return the view of a match for one viewer."""
    return View(
        phase=state.phase,
        rows=rules.rows,
        columns=rules.columns,
        winning_level=rules.winning_level,
        pieces={name: piece.orientations for name, piece in rules.pieces.items()},
        boards=tuple(_seen(rules, board) for board in state.seated),
        you=viewer,
        winner=state.winner,
    )


def _seen(rules: Rules, board: PlayerBoard) -> SeenBoard:
    bits = occupied(rules, board)
    rows = tuple(
        tuple(bits >> (row * rules.columns + column) & 1 for column in range(rules.columns))
        for row in range(rules.rows)
    )
    return SeenBoard(board.player, rows, board.hand, board.level, board.points, _needed(rules, board), board.gained)


def _needed(rules: Rules, board: PlayerBoard) -> int:
    """Return the points that the player needs for the next level. At the winning level there are none."""
    return rules.points[board.level] if board.level < len(rules.points) else 0

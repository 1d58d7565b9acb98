"""The state of a match: the players' boards. Nothing in it is hidden."""

from typing import Literal

from msgspec import Struct


class PlayerBoard(Struct, frozen=True):
    """A player with their board.

    `rows` are bits from the bottom row up, and the lowest bit is column 0. `gained` is true if this phase's pieces are
    claimed (R62).
    """

    player: str
    status: Literal["in", "out"] = "in"
    rows: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    level: int = 0
    points: int = 0
    gained: bool = False


class State(Struct, frozen=True):
    """A match.

    `boards` are in the order of joining, including the boards of players who have left. A player who comes back is
    last.
    """

    phase: int
    boards: tuple[PlayerBoard, ...] = ()
    winner: str = ""
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """True if a player has won, or the cycle has ended."""
        return self.stopped or bool(self.winner)

    @property
    def seated(self) -> tuple[PlayerBoard, ...]:
        """The boards of the players who are in the game."""
        return tuple(board for board in self.boards if board.status == "in")

    def board(self, player: str) -> PlayerBoard | None:
        """Return the board of a player who is in the game, or None."""
        return next((board for board in self.seated if board.player == player), None)

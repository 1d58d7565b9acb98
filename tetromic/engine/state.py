"""The state of a match: what is on everybody's board. Nothing in it is hidden."""

from typing import Literal

from msgspec import Struct


class Board(Struct, frozen=True):
    """A player with their board: `rows` are bits from the bottom row up, the lowest bit being column 0.

    `gained`: whether this phase's pieces are claimed (R62).
    """

    player: str
    status: Literal["in", "out"] = "in"
    rows: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    level: int = 0
    points: int = 0
    gained: bool = False


class State(Struct, frozen=True):
    """A match. `minutes` is how long the phase lasted on when the match last heard of it, 0 once that time is up."""

    phase: int
    minutes: int = 0
    boards: tuple[Board, ...] = ()
    winner: str = ""
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or the cycle ended otherwise."""
        return self.stopped or bool(self.winner)

    def board(self, player: str) -> Board | None:
        """The board of a player who is in, or None."""
        return next((board for board in self.boards if board.player == player and board.status == "in"), None)

"""Advice for a newcomer to Tetromic: the goal, and one thing to do now."""

from nomic.matches.hosting.views.board_view import BoardView
from tetromic.engine.moves import Gain, Place
from tetromic.engine.view import View


def advice(board_view: BoardView) -> list[str]:
    """Return the goal in a few words, how to reach it, and what the viewer can do now. Empty for spectators."""
    view: View = board_view.view
    if view.own is None or view.winner:
        return []
    goal = f"Goal: level {view.winning_level}, by filling rows. Nothing falls: put pieces anywhere they fit."
    return [goal, "A full row clears and brings a point. Points bring the next level.", _now(board_view)]


def _now(board_view: BoardView) -> str:
    """Return a sentence about what to do now: place a piece, gain one, or wait for the next phase."""
    placed = [item.move for item in board_view.legal if isinstance(item.move, Place)]
    gained = next((item for item in board_view.legal if isinstance(item.move, Gain)), None)
    if placed:
        return "Choose where your piece goes, best where it fills a row. Turn and Flip change how it lies."
    if gained is not None:
        return f"Press {gained.label}."
    return "No move is left for now. Press Next turn to get more pieces."

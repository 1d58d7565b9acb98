"""Advice for a newcomer to Tetromic: the goal, how far they are, and one thing to do now."""

from collections import Counter

from nomic.effects.prose.english_grammar import listed
from nomic.law.labels.value_labels import in_unit
from nomic.matches.hosting.views.board_view import BoardView
from tetromic.engine.moves import Gain, Place
from tetromic.engine.pieces import moved
from tetromic.engine.player_view import SeenBoard, View
from tetromic.web.board import starts


def advice(board_view: BoardView) -> list[str]:
    """Return the goal in a few words, the way to it, and what the viewer can do now. Empty for spectators."""
    view: View = board_view.view
    if view.own is None or view.winner:
        return []
    goal = f"Goal: level {view.winning_level}, by filling rows. Nothing falls: put pieces anywhere they fit."
    return [goal, _next_level(view.own), _now(board_view, view.own)]


def _next_level(board: SeenBoard) -> str:
    """Return what a point is for a beginner, and what is missing to the next level for everybody else."""
    missing = board.needed - board.points
    if missing < 1 or not (board.level or board.points):
        return "A full row clears and brings a point. Points bring the next level."
    return f"You are at level {board.level}: {in_unit(missing, 'more point|more points')} to level {board.level + 1}."


def _now(board_view: BoardView, board: SeenBoard) -> str:
    """Return a sentence about what to do now: place a piece, gain one, or wait for the next phase."""
    placed = [item.move for item in board_view.legal if isinstance(item.move, Place)]
    gained = next((item for item in board_view.legal if isinstance(item.move, Gain)), None)
    if placed:
        return _placing(board_view, board)
    if gained is not None:
        return f"Press {gained.label}."
    return "No move is left for now. Press Next turn to get more pieces."


def _placing(board_view: BoardView, board: SeenBoard) -> str:
    """Return a sentence about the piece that can fill most rows where it first lies, or how to get to such a piece."""
    filled = {piece: _filled(board_view.view, board, piece, place) for piece, place in starts(board_view).items()}
    best = max(filled, key=lambda piece: len(filled[piece]), default="")
    if best and filled[best]:
        rows = filled[best]
        named = f"row{'s' if len(rows) > 1 else ''} {listed([str(row) for row in rows])}"
        return f"Your {best} can fill {named}: +{in_unit(len(rows), 'point|points')}."
    if any(map(any, board.rows)):
        return "No piece fills a row yet. Put them side by side and leave no gaps."
    return "Choose where your piece goes, ideally where it fills a row. Turn and Flip change how it lies."


def _filled(view: View, board: SeenBoard, piece: str, place: dict[str, int]) -> list[int]:
    """Return the numbers of the rows that a placement fills, the lowest first."""
    nodes = moved(view.pieces[piece][place["orientation"]], place["x"], place["y"])
    new = Counter(y for _, y in nodes)
    return sorted(y for y, count in new.items() if sum(board.rows[y]) + count == view.columns)

"""Advice for a newcomer to Knucklebones: the goal, and one thing to do now."""

from knucklebones.engine.moves import Place, Roll
from knucklebones.engine.view import View
from nomic.matches.hosting.views.board_view import BoardView


def advice(board_view: BoardView) -> list[str]:
    """Return the goal in a few words, how to reach it, and what the viewer can do now. Spectators get none."""
    view: View = board_view.view
    if view.you is None or view.outcome is not None:
        return []
    return [
        "Goal: the higher score when a field is full.",
        "Equal dice in one column count more.",
        _now(board_view),
    ]


def _now(board_view: BoardView) -> str:
    """Return a sentence that says what to do: answer a question, put the die into a column, roll, or wait."""
    moves = [item.move for item in board_view.legal]
    if board_view.question is not None:
        return "Your Dice ask you something. Choose an answer below."
    if any(isinstance(move, Place) for move in moves):
        return "Choose a column for your die. It destroys equal dice in the same column of your opponent."
    if any(isinstance(move, Roll) for move in moves):
        return "Press Roll the die."
    return "Wait a moment: the bot is thinking."

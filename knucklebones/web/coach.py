"""Advice for a newcomer to Knucklebones: the goal, and the next action."""

from knucklebones.engine.moves import Place, Roll
from knucklebones.engine.player_view import View
from nomic.law.labels.value_labels import in_unit
from nomic.matches.hosting.views.board_view import BoardView


def advice(board_view: BoardView) -> list[str]:
    """Return the goal in a few words, how to reach it, and what the viewer can do now. Empty for spectators."""
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
        return _placing(board_view)
    if any(isinstance(move, Roll) for move in moves):
        return "Press Roll the die."
    return "Wait a moment: the bot is thinking."


def _placing(board_view: BoardView) -> str:
    """Return a sentence about the column that a hint advises, or else about the one that destroys or gains most."""
    view: View = board_view.view
    advised = board_view.advised
    victim = next((player for player in view.players if player != view.you), "your opponent")
    value = view.rolled.value if view.rolled is not None else 0
    best = [choice for choice in view.choices if isinstance(advised, Place) and choice.column == advised.column]
    takes = max(best or view.choices, key=lambda choice: choice.takes, default=None)
    if takes is not None and takes.takes:
        dice = "an equal die" if takes.destroys == 1 else f"{takes.destroys} equal dice"
        loses = in_unit(takes.takes, "point|points")
        return f"In column {takes.column} your {value} destroys {dice}: {victim} loses {loses} there."
    gains = max(best or view.choices, key=lambda choice: choice.gains, default=None)
    if gains is not None and gains.gains > value:
        brings = in_unit(gains.gains, "point|points")
        return f"In column {gains.column} your {value} joins an equal die, and brings {brings}."
    if best:
        return f"Column {best[0].column} is a good place for your {value}."
    return "Choose a column for your die. It destroys your opponent’s equal dice in the same column."

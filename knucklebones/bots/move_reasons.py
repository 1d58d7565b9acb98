"""Reasons for the greedy bot's moves in Knucklebones, from a player's view."""

from collections.abc import Sequence

from knucklebones.engine.moves import Place, Roll, Use
from knucklebones.engine.player_view import View
from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move


def reason_for_move(view: View, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence that explains why this move is good, or "" if there is no particular reason."""
    if isinstance(move, Place):
        return _why_place(view, move.column)
    if isinstance(move, Roll):
        return (
            f"{move.dice} promises more than a plain die." if move.dice else "You need a die before you can place it."
        )
    if isinstance(move, Use):
        return f"{move.dice} promises more than the die that you have."
    return ""


def _why_place(view: View, column: int) -> str:
    choice = next((each for each in view.choices if each.column == column), None)
    if choice is None:
        return ""
    opponent = next((player for player in view.players if player != view.you), "your opponent")
    takes = f" and takes {choice.takes} from {opponent}" if choice.takes else ""
    best = "No other column is worth more." if len(view.choices) > 1 else "It is the only column with room."
    return f"Column {column} brings you {choice.gains} point{'' if choice.gains == 1 else 's'}{takes}. {best}"

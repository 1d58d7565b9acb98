"""Reasons for the greedy bot's moves in Tetromic, from a player's view."""

from collections.abc import Sequence

from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move
from tetromic.engine.moves import Gain, Place
from tetromic.engine.player_view import View


def reason_for_move(view: View, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence on why this move is a good one, or "" if there is no special reason."""
    if isinstance(move, Gain):
        return "It gives you new pieces to place."
    if not isinstance(move, Place) or not answers or not answers[0]:
        return ""
    full = _rows_filled(view, move.piece, str(answers[0][0]))
    if full:
        return f"It fills {full} row{'' if full == 1 else 's'}, which brings you points and makes room."
    return "It goes where rows are fullest, and leaves room for every other piece."


def _rows_filled(view: View, piece: str, placement: str) -> int:
    """Return how many rows a placement completes. `placement` is "orientation:x,y", as the engine names it."""
    way, _, corner = placement.partition(":")
    x, y = (int(part) for part in corner.split(","))
    rows = [list(row) for row in view.own.rows] if view.own else []
    touched = set()
    for dx, dy in view.pieces[piece][int(way)]:
        rows[y + dy][x + dx] = 1
        touched.add(y + dy)
    return sum(all(rows[row]) for row in touched)

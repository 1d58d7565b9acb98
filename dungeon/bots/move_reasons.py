"""Reasons for the greedy bot's moves in Dungeon, from a player's view."""

from collections.abc import Sequence

from dungeon.bots.policy import WORTH_STORING
from dungeon.engine.moves import NewDungeon, Plan
from dungeon.engine.view import View
from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move


def why(view: View, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence that explains why this move is good, or "" if there is no particular reason."""
    if isinstance(move, NewDungeon):
        return "Nobody has emptied the chests of a new dungeon yet."
    if not isinstance(move, Plan) or view.yourself is None:
        return ""
    pocket = view.yourself.pocket
    if pocket >= WORTH_STORING:
        return f"You carry {pocket} coins, which are safe only in your store: it makes for the exit."
    return "It makes for the nearest chest, or deeper down if you can reach none."

"""Reasons for the greedy bot's moves in Exoptosis, from a player's view."""

from collections.abc import Sequence

from exoptosis.engine.moves.definitions import (
    ChooseHand,
    DrawCard,
    EndGame,
    MatchBet,
    PassBet,
    PayDebt,
    PlayCard,
    RaiseBet,
)
from exoptosis.engine.views.battle_view import BattleView
from nomic.matches.contract.game import Answers, LegalMove
from nomic.matches.contract.moves import Move

REASONS: dict[type[Move], str] = {
    ChooseHand: "A small hand is emptied soonest, and these cards fit most often.",
    PassBet: "Passing costs nothing, and you stay in.",
    MatchBet: "If you do not match the bet, you are out.",
    RaiseBet: "Nobody has bet yet, and a small bet makes the pool worth winning.",
    PayDebt: "A choice that you owe comes first, or chance makes it for you.",
    EndGame: "The game is going in circles, and no card that anybody holds leads out of them. Start another one.",
}


def why(view: BattleView, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence that explains why this move is good, or "" if there is no special reason."""
    if isinstance(move, PlayCard):
        return _why_play(view)
    if isinstance(move, DrawCard):
        can_play = any(isinstance(item.move, PlayCard) for item in legal)
        if can_play:
            return "None of the cards that fit would leave you better off than a new card."
        return "None of your cards fits, so take a new one."
    return REASONS.get(type(move), "")


def _why_play(view: BattleView) -> str:
    seat = view.seat_of(view.you)
    if seat is None or seat.hand_size is None:
        return "It fits."
    left = seat.hand_size - 1
    if left < 1:
        return "It is your last card, and an empty hand wins."
    others = [each.hand_size for each in view.seats if each.player != view.you and each.status == "in"]
    least = min((size for size in others if size is not None), default=0)
    behind = f" Nobody else holds fewer than {least}." if left <= least else ""
    return f"It fits, and it brings you down to {left} card{'' if left == 1 else 's'}.{behind}"

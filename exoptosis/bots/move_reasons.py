"""Reasons for the greedy bot's moves in Exoptosis, from a player's view."""

from collections.abc import Sequence

from exoptosis.engine.moves.definitions import (
    ChooseHand,
    EndGame,
    MakeOwedChoice,
    MatchBet,
    PassBet,
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
    MakeOwedChoice: "Make the choice that you owe first, or chance makes it for you.",
    EndGame: "The game is going in circles, and no card that anybody holds leads out of them. Start another one.",
}


def reason_for_move(view: BattleView, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return a sentence that explains why this move is good, or "" if there is no special reason."""
    return REASONS.get(type(move), "")

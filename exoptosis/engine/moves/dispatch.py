"""Dispatches each move to its implementation."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from exoptosis.engine.flow import betting, choosing_hands, forfeits, play_card, standstill
from exoptosis.engine.moves.definitions import (
    Agree,
    BattleMove,
    ChooseHand,
    Disagree,
    DrawCard,
    EndGame,
    MakeOwedChoice,
    MatchBet,
    PassBet,
    PlayCard,
    RaiseBet,
)
from exoptosis.engine.mutable_state import MutableState
from nomic.matches.contract.moves import Forfeit

# Each of these is an act of the turn if it is by the turn's player and the turn continues (R123).
OF_THE_TURN = (PlayCard, DrawCard, MakeOwedChoice)


def perform(draft: MutableState, player: str, move: BattleMove) -> None:
    """Make a move.

    Raises IllegalMove if it is not allowed, Unanswered if it asks something else, and BadAnswer for an invalid answer.
    """
    turn = draft.turn
    if isinstance(move, DrawCard | MakeOwedChoice):
        draft.attempt.late = move.how is not UNSET
    _act(draft, player, move)
    if isinstance(move, OF_THE_TURN) and turn is not None and turn is draft.turn and turn.player == player:
        draft.turn = replace(turn, acts=turn.acts + 1)


def _act(draft: MutableState, player: str, move: BattleMove) -> None:
    match move:
        case ChooseHand():
            choosing_hands.choose_hand(draft, player)
        case RaiseBet(level):
            betting.raise_to(draft, player, level)
        case MatchBet():
            betting.match(draft, player)
        case PassBet():
            betting.pass_(draft, player)
        case PlayCard(card):
            play_card.play_card(draft, player, card)
        case DrawCard():
            play_card.draw(draft, player)
        case MakeOwedChoice(debt):
            play_card.pay(draft, player, debt)
        case Forfeit():
            forfeits.give_up(draft, player)
        case Agree():
            forfeits.agree(draft, player)
        case Disagree():
            forfeits.disagree(draft, player)
        case EndGame():
            standstill.end(draft, player)
        case _:
            assert_never(move)

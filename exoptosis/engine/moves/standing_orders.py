"""Standing orders (R110): make an owed choice, draw if nothing is playable, or play a card once it is playable."""

from msgspec import UNSET
from msgspec.structs import replace

from exoptosis.engine.cards.card import Card, CardId
from exoptosis.engine.moves import legality, run_moves
from exoptosis.engine.moves.definitions import (
    BattleMove,
    DrawCard,
    DrawIfStuck,
    MakeOwedChoice,
    PayOrder,
    PlayCard,
    PlayIfPlayable,
)
from exoptosis.engine.mutable_state import MutableState, draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from nomic.effects.asking.begun_moves import Answer
from nomic.effects.asking.environment import Drew, NoChance
from nomic.matches.contract.game import Answers, Asked, BadAnswer, Environment, IllegalMove, Question
from nomic.matches.contract.moves import Order

UseOf = tuple[BattleMove, Answers]


def check(state: State, player: str, order: Order) -> None:
    """Raise IllegalMove if the player cannot give this standing order."""
    if not any(seat.player == player and seat.status == "in" for seat in state.seats) or state.outcome is not None:
        raise IllegalMove("not-seated", f"{player} is not in this game.", "R110")
    if isinstance(order, PayOrder | DrawIfStuck) and order.how == "card" and order.card is UNSET:
        raise IllegalMove("not-a-card", "An order names a card by its number.", "R110")


def move_of(rules: Rules, state: State, player: str, order: Order, environment: Environment) -> UseOf | None:
    """Return the move and answers with which an order can be used now, or None.

    Orders are not used in the game's first turn, or while a begun move waits for its player (R103, R110).
    """
    if state.stage != "play" or state.pending is not None or state.turn is None or state.turn.number == 1:
        return None
    draft = draft_for(rules, state, NoChance(), environment)
    match order:
        case PayOrder():
            return _payment(draft, player, order)
        case DrawIfStuck() if legality.is_turn_of(draft, player) and _is_stuck(draft, player):
            return _answered(draft, player, DrawCard(), order)
        case PlayIfPlayable(card) if legality.is_turn_of(draft, player):
            answers = () if order.answers is UNSET else order.answers
            is_playable = card in legality.playable_cards(draft, player)
            return _if_complete(draft, player, PlayCard(card), answers) if is_playable else None
        case _:
            return None


def _is_stuck(draft: MutableState, player: str) -> bool:
    return legality.first_playable(draft, player) is None and legality.draw_refusal(draft, player) is None


def _payment(draft: MutableState, player: str, order: PayOrder) -> UseOf | None:
    debt = next((debt for debt in draft.debts if debt.debtor == player), None)
    return None if debt is None else _answered(draft, player, MakeOwedChoice(debt.id), order)


def _answered(
    draft: MutableState, player: str, move: MakeOwedChoice | DrawCard, order: PayOrder | DrawIfStuck
) -> UseOf | None:
    """Return the move with the order's card as its first answer.

    Returns None if the first question does not offer that card.
    """
    if order.how is UNSET or order.how == "random":
        return replace(move, how="random"), ()
    question = run_moves.first_question(draft.rules, draft.before, player, move, draft.environment)
    if question is None:
        return move, ()
    wanted = order.card if order.how == "card" else _lowest(draft, question)
    return None if not isinstance(wanted, CardId) else _if_complete(draft, player, move, ((wanted,),))


def _lowest(draft: MutableState, question: Question) -> int | None:
    """Return the card with the smallest value among the options, or None. A card without a value comes last."""
    offered = [int(option.value) for option in question.options if question.kind == "card"]
    return min(offered, key=lambda card: _value(draft.cards[card]), default=None)


def _value(card: Card) -> tuple[bool, int]:
    values = [*card.values, *([] if card.values_from is None else [card.values_from])]
    return (not values, min(values, default=0))


def _if_complete(draft: MutableState, player: str, move: BattleMove, answers: tuple[Answer, ...]) -> UseOf | None:
    """Return the move and answers, or None if the move would ask anything else before it draws."""
    trial = run_moves.tried(draft.rules, player, move)
    try:
        made = run_moves.make(draft.rules, draft.before, trial, answers, NoChance(), draft.environment)
    except Drew:
        return move, answers
    except (IllegalMove, BadAnswer):
        return None
    return None if isinstance(made, Asked) else (move, answers)

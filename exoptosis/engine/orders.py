"""Standing orders (R110): how to pay a debt, draw if nothing can be played, play a card if it can be played.

{"kind": "pay", "how": "lowest" | "random" | "card", "card": 7}
{"kind": "draw-if-stuck", "how": "lowest" | "random" | "card", "card": 7}
{"kind": "play-if-playable", "card": 7, "answers": [[…], …]}
"""

from typing import Any

from exoptosis.engine import attempts, legality, moves
from exoptosis.engine.draft import Draft, draft_for
from exoptosis.engine.rules import Rules
from exoptosis.engine.state import Card, State
from nomic.effects.asking.begun import Answer
from nomic.effects.asking.environment import Drew, NoChance
from nomic.tables.contract.game import Answers, Asked, BadAnswer, Environment, IllegalMove, Question

Json = Any
Order = dict[str, Json]
WAYS = ("lowest", "random", "card")
MOST_ANSWERS = 50
UseOf = tuple[dict[str, Json], Answers]


def check(state: State, player: str, order: Order) -> None:
    """Raises IllegalMove where this cannot be a standing order of that player."""
    if not any(seat.player == player and seat.status == "in" for seat in state.seats) or state.outcome is not None:
        raise IllegalMove("not-seated", f"{player} does not take part in this game.", "R110")
    kind = order.get("kind")
    if kind == "play-if-playable":
        _check_fields(order, "card", "answers")
        _check_card(order.get("card"))
        _check_answers(order.get("answers", []))
    elif kind in ("pay", "draw-if-stuck"):
        _check_fields(order, "how", "card")
        if order.get("how", "random") not in WAYS:
            raise IllegalMove("unknown-way", f"An order says how: {', '.join(WAYS)}.", "R110")
        if order.get("how") == "card":
            _check_card(order.get("card"))
    else:
        raise IllegalMove("unknown-order", f"There is no order {str(kind)[:40]!r}.", "R110")


def _check_fields(order: Order, *known: str) -> None:
    unknown = sorted(str(key) for key in order.keys() - {"kind", *known})
    if unknown:
        raise IllegalMove("unknown-field", f"Such an order has no {unknown[0][:40]!r}.", "R110")


def _check_card(card: Json) -> None:
    if not isinstance(card, int) or isinstance(card, bool):
        raise IllegalMove("not-a-card", "An order names a card by its number.", "R110")


def _check_answers(answers: Json) -> None:
    if not isinstance(answers, list) or len(answers) > MOST_ANSWERS:
        raise IllegalMove("bad-answers", "Answers are a list of lists.", "R110")
    for answer in answers:
        if not isinstance(answer, list) or not all(isinstance(value, str | int) for value in answer):
            raise IllegalMove("bad-answers", "Answers are a list of lists of names and numbers.", "R110")


def move_of(rules: Rules, state: State, player: str, order: Order, environment: Environment) -> UseOf | None:
    """The move and answers by which an order is used now, or None while its moment has not come.

    Never in the game's first turn, and never while a begun move waits for its player (R103, R110).
    """
    if state.stage != "play" or state.pending is not None or state.turn is None or state.turn.number == 1:
        return None
    draft = draft_for(rules, state, NoChance(), environment)
    if order["kind"] == "pay":
        return _payment(draft, player, order)
    if not legality.is_turn_of(draft, player):
        return None
    if order["kind"] == "draw-if-stuck":
        stuck = not legality.playable_cards(draft, player) and legality.draw_refusal(draft, player) is None
        return _answered(draft, player, {"kind": "draw"}, order) if stuck else None
    if order["card"] not in legality.playable_cards(draft, player):
        return None
    answers = tuple(tuple(answer) for answer in order.get("answers", []))
    return _if_complete(draft, player, {"kind": "play", "card": order["card"]}, answers)


def _payment(draft: Draft, player: str, order: Order) -> UseOf | None:
    for debt in draft.debts:
        if debt.debtor == player:
            return _answered(draft, player, {"kind": "pay", "debt": debt.id}, order)
    return None


def _answered(draft: Draft, player: str, move: dict[str, Json], order: Order) -> UseOf | None:
    """The move with the answer that the order gives to what it asks first; None where that is no answer to it."""
    how = order.get("how", "random")
    if how == "random":
        return {**move, "how": moves.RANDOM}, ()
    question = attempts.first_question(draft.rules, draft.before, player, move, draft.environment)
    if question is None:
        return move, ()
    wanted = order["card"] if how == "card" else _lowest(draft, question)
    return None if wanted is None else _if_complete(draft, player, move, ((int(wanted),),))


def _lowest(draft: Draft, question: Question) -> int | None:
    """The card of the smallest value on offer; one without a value is higher than any other."""
    offered = [int(option.value) for option in question.options if question.kind == "card"]
    return min(offered, key=lambda card: _value(draft.cards[card]), default=None)


def _value(card: Card) -> tuple[bool, int]:
    values = [*card.values, *([] if card.values_from is None else [card.values_from])]
    return (not values, min(values, default=0))


def _if_complete(draft: Draft, player: str, move: dict[str, Json], answers: tuple[Answer, ...]) -> UseOf | None:
    """A move that would still ask something before it draws is not made by an order."""
    trial = attempts.tried(draft.rules, player, move)
    try:
        made = attempts.make(draft.rules, draft.before, trial, answers, NoChance(), draft.environment)
    except Drew:
        return move, answers
    except (IllegalMove, BadAnswer):
        return None
    return None if isinstance(made, Asked) else (move, answers)

"""Advice for a newcomer on the board's page: the goal, and the next action."""

from exoptosis.engine.moves.definitions import (
    ChooseHand,
    DrawCard,
    EndGame,
    MakeOwedChoice,
    MatchBet,
    PassBet,
    PlayCard,
    RaiseBet,
)
from exoptosis.engine.views.battle_view import BattleView, CardView
from exoptosis.web.why_it_fits import why_it_fits
from nomic.law.document.sections import Law
from nomic.matches.hosting.views.board_view import BoardView, asks_for_many

BRINGS_CLOSER = "It leaves your hand, so it brings you closer to winning."


def advice(board_view: BoardView) -> list[str]:
    """Return a sentence about the goal, and one about what the viewer can do now."""
    view: BattleView = board_view.view
    seat = next((seat for seat in view.seats if seat.player == view.you), None)
    if seat is None or seat.hand is None or view.stage != "play":
        return []
    count = len(seat.hand)
    goal = f"Goal: an empty hand. You hold {count} card{'' if count == 1 else 's'}."
    return [goal, _now(board_view, view)]


def preparing(board_view: BoardView) -> str:
    """Return advice on choosing a hand or betting, if the viewer has to do so now, otherwise ""."""
    view: BattleView = board_view.view
    moves = [item.move for item in board_view.legal]
    hand = next((item for item in board_view.legal if isinstance(item.move, ChooseHand)), None)
    if hand is not None and hand.question is not None and not view.chosen:
        least, most = hand.question.least, len(hand.question.options)
        if least == most:
            return (
                f"Choose your hand: you need {least} cards, so take all of these. The first with no card in hand wins."
            )
        return (
            f"Choose your hand: at least {least} of these {most} cards. The others are your deck, to draw from. The "
            "first with no card in hand wins, so few cards are a good start. The biggest hand plays first."
        )
    if view.bet is None or not any(isinstance(move, PassBet | MatchBet) for move in moves):
        return ""
    if view.bet.level:
        return f"The bet is {view.bet.level}. What is bet goes to the winner of the game."
    can_bet = any(isinstance(move, RaiseBet) for move in moves)
    free = "To pass costs nothing, and you stay in." if can_bet else "You have nothing to bet: pass, and you stay in."
    return f"What is bet goes to the winner of the game. {free}"


def _now(board_view: BoardView, view: BattleView) -> str:
    """Return what the viewer should do now as a sentence: answer, play a card that fits, draw, or wait."""
    if board_view.question is not None:
        return f"{_asked(board_view.question.prompt)} {_answered(board_view, view)}"
    moves = [item.move for item in board_view.legal]
    may_end = view.standstill is not None and any(isinstance(move, EndGame) for move in moves)
    if may_end and isinstance(board_view.advised, EndGame):
        return "The game is going in circles. Press End the game, and play another one."
    owed = next((item for item in board_view.legal if isinstance(item.move, MakeOwedChoice)), None)
    if owed is not None:
        what = owed.label.partition(" (")[0]
        gives = any(debt.kind == "give" and debt.debtor == view.you for debt in view.debts)
        why = f" {BRINGS_CLOSER}" if gives and view.standstill is None else ""
        last = " It is your last card: once it is gone, you win." if _gives_last(view) else why
        return f"First: {what[:1].lower()}{what[1:]}.{last} If you play or draw before that, chance decides it for you."
    # The card that a hint would play comes first, so that both say the same.
    plays = [move for move in (board_view.advised, *moves) if isinstance(move, PlayCard)]
    fitting = view.cards.get(plays[0].card) if plays else None
    if plays and isinstance(board_view.advised, DrawCard) and not may_end:
        return "You can play a card, but it pays to wait: press Draw a card, as a hint would suggest."
    has_turn = view.turn is not None and view.turn.player == view.you
    if fitting is not None:
        out_of_turn = "" if has_turn else " You may play it although it is not your turn."
        prices = [item.costs for item in board_view.legal if item.move == plays[0] and item.costs]
        costs = f", for {prices[0]}" if prices else ""
        last = " It is your last card, and an empty hand wins." if _holds_one(view) else ""
        return f"{_placed(board_view.law, view, fitting)}{out_of_turn} Press Play beneath it{costs}.{last}"
    if may_end:
        if isinstance(board_view.advised, DrawCard):
            return "None of your cards fits. Press Draw a card: it may bring one that does. You can also end the game."
        return "The game is going in circles. Press End the game, and play another one; or draw once more."
    if any(isinstance(move, DrawCard) for move in moves):
        return _draws(view)
    if moves and has_turn:
        return "No card can be played just now. Make one of the moves above your hand."
    return "Wait a moment: the bot is thinking. Its card appears on the pile."


def _draws(view: BattleView) -> str:
    """Return a sentence about drawing. If the deck is empty, it says who gives a card instead (R81, R82)."""
    seat = view.seat_of(view.you)
    if seat is None or seat.deck:
        return "None of your cards fits. Press Draw a card."
    givers = [each.player for each in view.seats if each is not seat and each.status == "in" and each.hand_size]
    brings = (
        f"{' or '.join(givers)} then gives you a card"
        if givers
        else "nobody has a card to give you, so your turn passes"
    )
    return f"None of your cards fits, and your deck is empty. Press Draw a card: {brings}."


def _asked(prompt: str) -> str:
    """Return a question as a sentence. If it says what to choose, what asks for it ("Drawing: ") is left out."""
    choose = prompt.rpartition(": ")[2].rstrip(".?")
    if choose.casefold().startswith("choose "):
        return f"{choose[:1].upper()}{choose[1:]}."
    return f"You are asked: {prompt.rstrip('.')}{'' if prompt.endswith('?') else '.'}"


def _answered(board_view: BoardView, view: BattleView) -> str:
    """Return how to answer a move's question: with the choice of a hint, if there is one, or by a press."""
    if board_view.question is None:
        return ""
    if asks_for_many(board_view.question):
        if board_view.chosen:
            return "Good ones are marked. Press Confirm."
        if board_view.can_ask_for_choice:
            return "Choose them below, or press Pick for me. Then press Confirm."
        return "Choose them below. Then press Confirm."
    place = len(board_view.answers)
    answer = board_view.advised_answers[place] if place < len(board_view.advised_answers) else ()
    advised = [option for option in board_view.question.options if option.value in answer]
    if len(advised) != 1:
        return "Choose an answer below."
    card = advised[0].value
    if board_view.question.kind == "card" and isinstance(card, int) and card in view.cards:
        return f"A good choice is {_named(view.cards[card])}, which is outlined."
    return f"Choose an answer below. A good one is “{advised[0].label}”."


def _gives_last(view: BattleView) -> bool:
    """Return whether the viewer owes another player a card, holds only one, and has none to draw first."""
    return _holds_one(view) and [debt.kind for debt in view.debts if debt.debtor == view.you] == ["give"]


def _holds_one(view: BattleView) -> bool:
    seat = view.seat_of(view.you)
    return seat is not None and seat.hand_size == 1


def _top(view: BattleView) -> CardView | None:
    return view.cards.get(view.pile[-1].card) if view.pile else None


def _placed(law: Law, view: BattleView, card: CardView) -> str:
    """Return a sentence about playing a card on the pile, with why it fits there."""
    own, top = _told_apart(view, card), _top(view)
    if top is None:
        return f"The pile is empty, so your {own} can begin it."
    return f"Your {own} goes on the {_named(top)}: {why_it_fits(law, card, top)}."


def _told_apart(view: BattleView, card: CardView) -> str:
    """Return a card's name, with the traits that distinguish it from cards of the hand with the same name."""
    seat = view.seat_of(view.you)
    held = [view.cards[each] for each in (seat.hand or () if seat is not None else ()) if each in view.cards]
    alike = [each for each in held if _named(each) == _named(card)]
    for words in (_colours, _suits, _modifiers, _values):
        if len({words(each) for each in alike}) > 1:
            return f"{_named(card)} ({words(card)})"
    return _named(card)


def _colours(card: CardView) -> str:
    return ", ".join(card.colours) or "no colour"


def _suits(card: CardView) -> str:
    return ", ".join(card.suits) or "no suit"


def _modifiers(card: CardView) -> str:
    return ", ".join(modifier.name for modifier in card.modifiers) or "without a modifier"


def _values(card: CardView) -> str:
    return card.values or "no value"


def _named(card: CardView) -> str:
    """Return a card's name, with its suit unless the name contains it."""
    suit = f" of {card.suits[0]}" if card.suits and card.suits[0] not in card.name else ""
    return f"{card.name}{suit}"

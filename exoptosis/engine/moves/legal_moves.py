"""The moves that a player can make now, with their first questions, and barred moves with the reasons."""

from collections import Counter
from collections.abc import Iterator, Sequence

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.cards.card_in_words import card_in_words
from exoptosis.engine.flow import betting, choosing_hands, standstill
from exoptosis.engine.flow.forfeits import refusal_to_end
from exoptosis.engine.moves import legality, run_moves
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
from exoptosis.engine.parsed_law import Hooks
from exoptosis.engine.state import Debt
from nomic.effects.prose.english_grammar import listed
from nomic.matches.contract.game import BarredMove, Event, IllegalMove, LegalMove, Question
from nomic.matches.contract.moves import Answer, Forfeit

MAX_RAISES = 200  # a higher raise is legal but not listed


def legal_moves(draft: MutableState, player: str) -> Iterator[LegalMove]:
    """Yield every move that a player can make now.

    While a begun move waits, these are only its answer and forfeits (R103).
    """
    if not draft.is_in(player) or draft.outcome is not None:
        return
    begun = draft.before.pending
    if begun is None:
        yield from _stage_moves(draft, player)
        if refusal_to_end(draft, player) is None:
            yield _consent(draft, player)
        if standstill.refusal(draft, player) is None:
            yield LegalMove(EndGame(), "End the game, because it is going in circles")
    elif begun.player == player:
        question = run_moves.pending_question(draft.rules, draft.before, draft.environment)
        yield LegalMove(Answer(), "Go on with your move", question)
    if refusal_to_end(draft, player) is None:
        yield LegalMove(Forfeit(), "Forfeit")


def _stage_moves(draft: MutableState, player: str) -> Iterator[LegalMove]:
    if draft.stage == "hands" and choosing_hands.hand_refusal(draft, player) is None:
        label = "Choose a hand" if draft.seats[player].chosen is None else "Choose another hand"
        yield LegalMove(ChooseHand(), label, choosing_hands.hand_question(draft, player))
    if draft.stage == "betting":
        yield from _bets(draft, player)
    if draft.stage == "play":
        yield from _plays(draft, player)


def _consent(draft: MutableState, player: str) -> LegalMove:
    if draft.seats[player].agrees:
        return LegalMove(Disagree(), "Take back your consent to terminate the game")
    return LegalMove(Agree(), "Agree to terminate the game")


def _bets(draft: MutableState, player: str) -> Iterator[LegalMove]:
    level, means = betting.level_of(draft), betting.means_of(draft, player)
    if betting.match_refusal(draft, player, means) is None:
        yield LegalMove(MatchBet(), f"Match {level}", betting.bet_question(draft, player, level, means))
    if betting.pass_refusal(draft, player) is None:
        yield LegalMove(PassBet(), "Pass")
    if betting.raise_refusal(draft, player, level + 1, means) is None:
        for higher in range(level + 1, min(means.most, level + MAX_RAISES) + 1):
            question = betting.bet_question(draft, player, higher, means)
            yield LegalMove(RaiseBet(higher), f"Raise to {higher}", question)


def _plays(draft: MutableState, player: str) -> Iterator[LegalMove]:
    for card in legality.playable_cards(draft, player):
        move, label = PlayCard(card), f"Play {card_in_words(draft.cards[card])}"
        if _asks_nothing(draft, player, card):
            yield LegalMove(move, label)
            continue
        question, events = run_moves.foreseen(draft.rules, draft.before, player, move, draft.environment)
        costs = _lost(draft, player, events)
        yield LegalMove(move, f"{label} for {costs}" if costs else label, question, costs)
    if legality.draw_refusal(draft, player) is None:
        yield LegalMove(DrawCard(), "Draw a card", _first_question(draft, player, DrawCard()))
    for debt in draft.debts:
        if debt.debtor == player:
            pay = MakeOwedChoice(debt.id)
            origin = "" if debt.kind == "give" else f" ({debt.label})"
            yield LegalMove(pay, f"{_what_is_owed(debt)}{origin}", _first_question(draft, player, pay))


def _lost(draft: MutableState, player: str, events: Sequence[Event]) -> str:
    """Return a player's net losses in these events, as text: "3 Vertebrae and 1 card of yours"."""
    items: Counter[str] = Counter()
    for event in events:
        if event.kind in ("granted", "revoked") and event.facts["player"] == player:
            items[event.facts["item"]] += event.facts["count"] * (1 if event.kind == "revoked" else -1)
    destroyed = {event.facts["card"] for event in events if event.kind == "original-destroyed"}
    cards = len(destroyed & set(draft.seats[player].entered))
    lost = [draft.rules.counted(item, count) for item, count in items.items() if count > 0]
    return listed([*lost, *([f"{cards} card{'' if cards == 1 else 's'} of yours"] if cards else [])])


def _what_is_owed(debt: Debt) -> str:
    """Return the label of a debt's move, from the debtor's point of view."""
    return {
        "draw": "Draw the card that you owe",
        "give": f"Give {debt.to} a card",
        "choice": "Make the choice that you owe",
    }[debt.kind]


def _first_question(draft: MutableState, player: str, move: BattleMove) -> Question | None:
    return run_moves.first_question(draft.rules, draft.before, player, move, draft.environment)


def _asks_nothing(draft: MutableState, player: str, card: CardId) -> bool:
    """Return whether a play certainly asks nothing: the card and all waiting effects do nothing."""
    rules, known = draft.rules, draft.cards[card]
    acting = [rules.modifiers[modifier.name].hooks for modifier in known.modifiers if modifier.name in rules.modifiers]
    if known.species in rules.species:
        acting.append(rules.species[known.species].hooks)
    waiting = any(wait.event == "played" and player in wait.who for wait in draft.waits)
    return not waiting and not any(_does_something(hooks) for hooks in acting)


def _does_something(hooks: Hooks) -> bool:
    return bool(hooks.cost or hooks.when_played or hooks.at_end)


def barred_moves(draft: MutableState, player: str) -> Iterator[BarredMove]:
    """Yield the moves that a participant might expect in this stage but cannot make, each with the reason."""
    if not draft.is_in(player) or draft.outcome is not None:
        return
    for move, label, refusal in _looked_for(draft, player):
        refusal = waits_for(draft.before.pending.player) if draft.before.pending else refusal
        if refusal is not None:
            yield BarredMove(move, label, refusal.detail, refusal.rule)


def _looked_for(draft: MutableState, player: str) -> Iterator[tuple[BattleMove, str, IllegalMove | None]]:
    if draft.stage == "hands":
        yield ChooseHand(), "Choose a hand", choosing_hands.hand_refusal(draft, player)
    elif draft.stage == "betting":
        level, means = betting.level_of(draft), betting.means_of(draft, player)
        yield MatchBet(), f"Match {level}", betting.match_refusal(draft, player, means)
        yield PassBet(), "Pass", betting.pass_refusal(draft, player)
        raised = betting.raise_refusal(draft, player, level + 1, means)
        yield RaiseBet(level + 1), f"Raise to {level + 1}", raised
    else:
        for card, refusal in legality.refusals(draft, player):
            yield PlayCard(card), f"Play {card_in_words(draft.cards[card])}", refusal
        yield DrawCard(), "Draw a card", legality.draw_refusal(draft, player)


def waits_for(player: str) -> IllegalMove:
    """Return the error for every move except a forfeit while the game waits for this player's begun move (R103)."""
    return IllegalMove("waits", f"The game waits for {player} to finish a move; you can only forfeit now.", "R103")

"""What a viewer may see, gathered piece by piece: decks and played cards, hands once revealed, one's own choice."""

from collections.abc import Iterator
from typing import Any

from exoptosis.engine.betting import is_binding
from exoptosis.engine.events import modifier_json
from exoptosis.engine.faces import values_in_words
from exoptosis.engine.rules import Rules
from exoptosis.engine.standstill import text_of
from exoptosis.engine.state import Bet, Card, CardId, Debt, Seat, Stake, State, Wait

Json = Any
OWED = {"draw": "has to draw a card", "give": "has to give a card", "choice": "has to choose"}


def view(rules: Rules, state: State, viewer: str | None) -> dict[str, Json]:
    """Everything that this viewer may see, as JSON. Hands chosen under seal are their player's only."""
    own = next((seat for seat in state.seats if seat.player == viewer), None)
    return {
        "kind": state.kind,
        "stage": state.stage,
        "begun": state.begun,
        "turn": None if state.turn is None else {"number": state.turn.number, "player": state.turn.player},
        "direction": state.direction,
        "order": list(state.order),
        "seats": [_seat(seat, state) for seat in state.seats],
        "cards": {str(card): _card(rules, state.cards[card]) for card in _cards_to_see(state)},
        "pile": [
            {"card": played.card, "by": played.by, "destroyed": played.destroyed, "acted": list(played.acted)}
            for played in state.pile
        ],
        "pool": _pool(state),
        "bet": None if state.bet is None else _bet(rules, state.bet),
        "debts": [_debt(debt) for debt in state.debts if state.outcome is None],
        "waits": [_wait(rules, state, wait) for wait in state.waits if state.outcome is None],
        "pending": None
        if state.pending is None
        else {"player": state.pending.player, "move": dict(state.pending.move)},
        "standstill": {"why": state.circling.said, "text": text} if (text := text_of(rules, state)) else None,
        "outcome": None
        if state.outcome is None
        else {"ending": state.outcome.ending, "winner": state.outcome.winner or None},
        "you": None if own is None else own.player,
        "chosen": None if own is None or own.chosen is None else list(own.chosen),
    }


def _seat(seat: Seat, state: State) -> dict[str, Json]:
    """Before the reveal there is no hand to see, only whether one was chosen."""
    revealed = bool(state.order)
    return {
        "player": seat.player,
        "status": seat.status,
        "hand": list(seat.hand) if revealed else None,
        "hand_size": len(seat.hand) if revealed else None,
        "has_chosen": seat.chosen is not None,
        "deck": list(seat.deck),
        "stake": _stake(seat.stake),
        "agrees": seat.agrees,
        "extra": seat.extra,
        "skips": seat.skips,
        "skips_next": seat.skips_next,
    }


def _cards_to_see(state: State) -> Iterator[CardId]:
    """Cards that lie somewhere; what is gone without a trace is not listed."""
    seen: dict[CardId, None] = {}
    for seat in state.seats:
        seen |= dict.fromkeys((*seat.hand, *seat.deck))
    seen |= dict.fromkeys(played.card for played in state.pile)
    return (card for card in seen if card in state.cards)


def _card(rules: Rules, card: Card) -> dict[str, Json]:
    known = rules.species.get(card.species)
    return {
        "id": card.id,
        "name": card.species,
        "values": values_in_words(card),
        "value_set": list(card.values),
        "values_from": card.values_from,
        "suits": list(card.suits),
        "colours": list(card.colours),
        "types": list(card.types),
        "modifiers": [modifier_json(modifier) for modifier in card.modifiers],
        "text": known.text if known is not None else "",
        "original": card.original,
    }


def _stake(stake: Stake) -> dict[str, Json]:
    return {"items": dict(stake.items), "cards": list(stake.cards), "size": stake.size}


def _pool(state: State) -> dict[str, Json]:
    items: dict[str, int] = {}
    for seat in state.seats:
        for item, count in seat.stake.items.items():
            items[item] = items.get(item, 0) + count
    return {"items": items, "cards": [card for seat in state.seats for card in seat.stake.cards]}


def _bet(rules: Rules, bet: Bet) -> dict[str, Json]:
    """`binds`: whether whoever does not match it forfeits."""
    return {
        "level": bet.level,
        "settled": bet.settled,
        "raiser": bet.raiser or None,
        "matched": list(bet.matched),
        "passed": list(bet.passed),
        "binds": is_binding(rules.betting, bet),
    }


def _debt(debt: Debt) -> dict[str, Json]:
    return {
        "id": debt.id,
        "debtor": debt.debtor,
        "kind": debt.kind,
        "what": f"{debt.debtor} {OWED[debt.kind]}{_whom(debt)} ({debt.label}).",
        "until": debt.until,
    }


def _whom(debt: Debt) -> str:
    if debt.kind == "give":
        return f" to {debt.to}"
    return f" from {debt.whose}'s deck" if debt.kind == "draw" and debt.whose != debt.debtor else ""


def _wait(rules: Rules, state: State, wait: Wait) -> dict[str, Json]:
    source = state.cards.get(wait.source)
    known = rules.species.get(source.species) if source is not None else None
    text = f"{wait.label}: {known.text}" if known is not None and known.text else wait.label
    return {"owner": wait.owner, "text": text}

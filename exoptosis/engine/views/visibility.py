"""Views of a game for each viewer, built from an allow-list.

They show decks and played cards, hands once revealed, and the viewer's own choice of a hand.
"""

from collections.abc import Iterator

from exoptosis.engine.cards.card import Card, CardId
from exoptosis.engine.cards.card_in_words import values_in_words
from exoptosis.engine.flow.betting import is_binding
from exoptosis.engine.flow.pool import all_bet
from exoptosis.engine.flow.standstill import text_of
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Bet, Debt, Seat, Stake, State, Wait
from exoptosis.engine.views.battle_view import (
    BattleView,
    BetView,
    CardView,
    DebtView,
    OutcomeView,
    PendingView,
    PlayedView,
    PoolView,
    SeatView,
    StakeView,
    StandstillView,
    TurnView,
    WaitView,
)

OWED = {"draw": "has to draw a card", "choice": "has to choose"}


def view(rules: Rules, state: State, viewer: str | None) -> BattleView:
    """Return everything that this viewer may see. A sealed hand is visible to its player only."""
    own = next((seat for seat in state.seats if seat.player == viewer), None)
    over, turn, pending, outcome = state.outcome is not None, state.turn, state.pending, state.outcome
    pool = all_bet(state.seats)
    return BattleView(
        kind=state.kind,
        stage=state.stage,
        begun=state.begun,
        turn=None if turn is None else TurnView(turn.number, turn.player),
        direction=state.direction,
        order=state.order,
        seats=[_seat(seat, state) for seat in state.seats],
        cards={card: _card(rules, state.cards[card]) for card in _cards_to_see(state)},
        pile=[PlayedView(played.card, played.by, played.destroyed, played.acted) for played in state.pile],
        pool=PoolView(pool.items, pool.cards),
        bet=None if state.bet is None else _bet(rules, state.bet),
        debts=[] if over else [_debt(debt) for debt in state.debts],
        waits=[] if over else [_wait(rules, state, wait) for wait in state.waits],
        pending=None if pending is None else PendingView(pending.player, pending.move),
        standstill=StandstillView(state.circling.said, text) if (text := text_of(rules, state)) else None,
        outcome=None if outcome is None else OutcomeView(outcome.ending, outcome.winner or None),
        you=None if own is None else own.player,
        chosen=None if own is None else own.chosen,
    )


def _seat(seat: Seat, state: State) -> SeatView:
    """Return the view of a seat. Before the reveal it only says whether a hand was chosen."""
    revealed = bool(state.order)
    return SeatView(
        player=seat.player,
        status=seat.status,
        hand=seat.hand if revealed else None,
        hand_size=len(seat.hand) if revealed else None,
        has_chosen=seat.chosen is not None,
        deck=seat.deck,
        stake=_stake(seat.stake),
        agrees=seat.agrees,
        extra=seat.extra,
        skips=seat.skips,
        skips_next=seat.skips_next,
    )


def _cards_to_see(state: State) -> Iterator[CardId]:
    """Yield the cards in decks, in hands and on the pile. Cards that are gone without a record are left out."""
    seen: dict[CardId, None] = {}
    for seat in state.seats:
        seen |= dict.fromkeys((*seat.hand, *seat.deck))
    seen |= dict.fromkeys(played.card for played in state.pile)
    return (card for card in seen if card in state.cards)


def _card(rules: Rules, card: Card) -> CardView:
    known = rules.species.get(card.species)
    return CardView(
        id=card.id,
        name=card.species,
        values=values_in_words(card),
        value_set=card.values,
        values_from=card.values_from,
        suits=card.suits,
        colours=card.colours,
        types=card.types,
        modifiers=card.modifiers,
        text=known.text if known is not None else "",
        original=card.original,
    )


def _stake(stake: Stake) -> StakeView:
    return StakeView(stake.items, stake.cards, stake.size)


def _bet(rules: Rules, bet: Bet) -> BetView:
    return BetView(
        level=bet.level,
        settled=bet.settled,
        raiser=bet.raiser or None,
        matched=bet.matched,
        passed=bet.passed,
        binds=is_binding(rules.betting, bet),
    )


def _debt(debt: Debt) -> DebtView:
    if debt.kind == "give":
        what = f"{debt.to} has no card left to draw, so {debt.debtor} has to give {debt.to} one."
    else:
        what = f"{debt.debtor} {OWED[debt.kind]}{_source(debt)} ({debt.label})."
    return DebtView(debt.id, debt.debtor, debt.kind, what, debt.until)


def _source(debt: Debt) -> str:
    return f" from {debt.whose}'s deck" if debt.kind == "draw" and debt.whose != debt.debtor else ""


def _wait(rules: Rules, state: State, wait: Wait) -> WaitView:
    source = state.cards.get(wait.source)
    known = rules.species.get(source.species) if source is not None else None
    text = f"{wait.label}: {known.text}" if known is not None and known.text else wait.label
    return WaitView(wait.owner, text)

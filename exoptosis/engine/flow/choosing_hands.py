"""First hands (R32, R34): chosen under a commitment, revealed together, and decisive for the turn order."""

from itertools import groupby

from exoptosis.engine import events
from exoptosis.engine.cards.card import CardId
from exoptosis.engine.cards.card_in_words import card_in_words
from exoptosis.engine.cards.effective_traits import flags_of
from exoptosis.engine.flow import endings
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Bet, Seat
from nomic.matches.contract.game import IllegalMove, Option, Question

NOT_IN_FIRST_HAND = "not_in_first_hand"


def choose_hand(draft: MutableState, player: str) -> None:
    """Choose or replace a player's hand, which is secret until the reveal."""
    refused = hand_refusal(draft, player)
    if refused is not None:
        raise refused
    chosen = draft.ask(hand_question(draft, player))
    draft.reseat(player, chosen=tuple(int(card) for card in chosen))
    draft.emit("hand-chosen", f"{player} has chosen a hand.", player=player)
    reveal_if_all_have_chosen(draft)


def hand_refusal(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a player may not choose a hand now, or None."""
    if draft.stage != "hands":
        return IllegalMove("hands-revealed", "The hands have already been revealed.", "R32")
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} is not in this game.", "R32")
    if len(fit_for_hand(draft, player)) < draft.rules.hand_at_least:
        needed = draft.rules.hand_at_least
        return IllegalMove("too-few-cards", f"A hand needs {needed} cards that may be in it.", "R32")
    return None


def hand_question(draft: MutableState, player: str) -> Question:
    """Return the question about which cards of the deck form the hand."""
    options = tuple(Option(card, card_in_words(draft.cards[card])) for card in fit_for_hand(draft, player))
    least, most = draft.rules.hand_at_least, draft.rules.hand_at_most
    if most is None:
        return Question(player, f"Choose your hand: at least {least} cards", "card", options, least, len(options))
    how_many = f"{least}" if least == most else f"{least} to {most}"
    return Question(player, f"Choose your hand: {how_many} cards", "card", options, least, min(most, len(options)))


def fit_for_hand(draft: MutableState, player: str) -> list[CardId]:
    """Return the cards of a player's deck that may be in the first hand."""
    return [card for card in draft.seats[player].deck if is_fit_for_hand(draft, card)]


def is_fit_for_hand(draft: MutableState, card: CardId) -> bool:
    """Return whether no modifier excludes a card from the first hand."""
    names = frozenset(modifier.name for modifier in draft.cards[card].modifiers)
    return NOT_IN_FIRST_HAND not in flags_of(draft.rules, names)


def reveal_if_all_have_chosen(draft: MutableState) -> None:
    """Reveal all hands if the game has begun and every player has a valid hand or cannot choose one."""
    if draft.begun and draft.stage == "hands" and draft.outcome is None and _have_all_chosen(draft):
        _drop_invalid_hands(draft)
        if _have_all_chosen(draft):
            reveal(draft)


def _have_all_chosen(draft: MutableState) -> bool:
    return all(draft.seats[player].chosen is not None for player in draft.participants)


def _drop_invalid_hands(draft: MutableState) -> None:
    """Drop hands that have become invalid, so that their players choose again while there is time (R32).

    Nobody learns of it before all have chosen, because it tells something about the hand. A player with too few cards
    for another hand is out at the reveal.
    """
    for player in draft.participants:
        if not is_valid_hand(draft, draft.seats[player]) and hand_refusal(draft, player) is None:
            draft.reseat(player, chosen=None)
            text = f"{player}'s hand is no longer valid. {player} has to choose another."
            draft.emit("hand-dropped", text, player=player)


def reveal(draft: MutableState) -> None:
    """Reveal all hands.

    Players without a valid hand are out. Then the order is fixed and betting begins.
    """
    seated = [draft.seats[player] for player in draft.participants]
    for seat in seated:
        if seat.chosen is not None:
            draft.events.append(events.unsealed(seat.player))
    for seat in seated:
        if is_valid_hand(draft, seat):
            _take_hand(draft, seat)
        else:
            draft.reseat(seat.player, status="out", deck=(), chosen=None)
            draft.emit("out", f"{seat.player} has no valid hand and is out.", player=seat.player)
    if len(draft.participants) < draft.rules.occasion(draft.kind).at_least:
        endings.call_off(draft, "too few have a valid hand.")
        return
    draft.order = turn_order(draft)
    draft.stage, draft.bet = "betting", Bet()
    draft.emit("revealed", f"The hands are revealed. The order is {', '.join(draft.order)}.", order=list(draft.order))


def is_valid_hand(draft: MutableState, seat: Seat) -> bool:
    """Return whether a chosen hand is still valid at the reveal, because the deck may have changed since (R32)."""
    most = draft.rules.hand_at_most
    return (
        seat.chosen is not None
        and len(seat.chosen) >= draft.rules.hand_at_least
        and (most is None or len(seat.chosen) <= most)
        and all(card in seat.deck and is_fit_for_hand(draft, card) for card in seat.chosen)
    )


def _take_hand(draft: MutableState, seat: Seat) -> None:
    hand = seat.chosen or ()
    deck = tuple(card for card in seat.deck if card not in hand)
    draft.reseat(seat.player, hand=hand, deck=deck, chosen=None)
    cards = ", ".join(card_in_words(draft.cards[card]) for card in hand)
    draft.emit("hand", f"{seat.player} has {cards}.", player=seat.player, cards=list(hand))


def turn_order(draft: MutableState) -> tuple[str, ...]:
    """Return the players by descending size of their hands. Chance breaks ties (R34)."""

    def size(player: str) -> int:
        return len(draft.seats[player].hand)

    order: list[str] = []
    for count, group in groupby(sorted(draft.participants, key=size, reverse=True), size):
        equal = list(group)
        for place in range(len(equal), 1, -1):
            label = f"order, hands of {count}"
            order.append(equal.pop(draft.below(place, label, f"who comes first of those with {count} cards")))
        order += equal
    return tuple(order)

"""Standing orders on the board's page (R110): the ones that can be given, and descriptions of given ones."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, UnsetType

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.moves.definitions import BattleOrder, DrawIfStuck, PayOrder, PlayIfPlayable, Way
from exoptosis.engine.views.battle_view import BattleView
from nomic.matches.hosting.views.board_view import BoardView, OfferedMove, move_as_json

BY_ITSELF: dict[Way, str] = {"lowest": "the lowest card", "random": "a random card"}


def orders(board_view: BoardView) -> dict[str, list[OfferedMove]]:
    """Return the standing orders that the viewer can give, by occasion. Empty for viewers outside the game."""
    view: BattleView = board_view.view
    seat = view.seat_of(view.you)
    if seat is None or seat.status != "in" or view.stage == "over":
        return {}
    hand = seat.hand or ()
    return {
        "A card to be played": _offers(view, (PlayIfPlayable(card) for card in hand)),
        "When nothing can be played": _offers(view, _ways(DrawIfStuck, seat.deck)),
        "When something is owed": _offers(view, _ways(PayOrder, [*hand, *seat.deck])),
    }


def _ways(order: type[DrawIfStuck] | type[PayOrder], cards: Sequence[CardId]) -> Iterator[BattleOrder]:
    yield from (order(how=how) for how in BY_ITSELF)
    yield from (order(how="card", card=card) for card in cards)


def _offers(view: BattleView, orders: Iterable[BattleOrder]) -> list[OfferedMove]:
    return [OfferedMove(move_as_json(order), in_words(order, view)) for order in orders]


def in_words(order: BattleOrder, view: BattleView) -> str:
    """Return a standing order as text, with the names of the cards that the view contains."""
    if isinstance(order, PlayIfPlayable):
        return f"Play {_card(order.card, view)} once it can be played"
    how = "random" if order.how is UNSET else order.how
    which = _card(order.card, view) if how == "card" else BY_ITSELF[how]
    if isinstance(order, DrawIfStuck):
        return f"If I can play nothing on my turn, draw {which}"
    return f"Pay what I owe with {which}"


def _card(number: CardId | UnsetType, view: BattleView) -> str:
    card = None if number is UNSET else view.cards.get(number)
    if card is None:
        return "a card that is gone"
    traits = [*card.suits, *card.colours, *(modifier.name for modifier in card.modifiers)]
    return f"{card.name} ({', '.join(traits)})" if traits else card.name

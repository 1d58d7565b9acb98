"""Notifies running games of cards that players obtain or lose (R31, R92, R117)."""

from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.locks import keep_decks, makes_duplicates
from exoptosis.cards.running_games import matches_of_the_game
from exoptosis.engine.events import ALL
from exoptosis.engine.external_event_types import CardDestroyedElsewhere, Obtained
from nomic.cycles.actions.context import ActionContext
from nomic.inventory.ledger import ledger_of
from nomic.inventory.models import Card
from nomic.matches.events import MatchStepped
from nomic.matches.hosting.lifecycle import send_external_event


def notify_games_of_moved_cards(act: ActionContext) -> None:
    """Notify games of the cards that this act has moved: obtained cards are added to their owner's deck.

    Under a law without duplicates, lost cards are also removed from games.
    """
    if not act.law.has("exoptosis"):
        return
    moved = ledger_of(act).moved_cards if act.known("ledger") is not None else []
    if makes_duplicates(act):
        _notify_of_obtained(act, moved)
        return
    _notify_of_lost(act, {card.code for card in moved if not card.holder})
    if moved or act.emitted(MatchStepped):
        keep_decks(act)


def _notify_of_obtained(act: ActionContext, moved: list[Card]) -> None:
    """Add one duplicate to every running game of the new owner that has not had that card yet (R31)."""
    by_player: dict[str, list[Card]] = {}
    for card in moved:
        by_player.setdefault(card.holder, []).append(card)
    for match, state in list(matches_of_the_game(act)) if by_player else ():
        for seat in state.seats:
            new = [card for card in by_player.get(seat.player, []) if card.code not in seat.entered]
            if new and seat.status == "in":
                send_external_event(act, match, Obtained(seat.player, originals_of(new)))


def _notify_of_lost(act: ActionContext, gone: set[str]) -> None:
    """Notify games of destroyed originals, which are then destroyed in the game whatever their modifiers.

    This is for laws without duplicates, under which the game uses the card itself.
    """
    for match, state in list(matches_of_the_game(act)) if gone else ():
        numbers = tuple(number for number, card in state.cards.items() if card.original in gone)
        if numbers:
            send_external_event(act, match, CardDestroyedElsewhere(cards=numbers, loses=(ALL,)))

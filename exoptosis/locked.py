"""Cards in play where the law makes no duplicates: locked until the game is over (R117)."""

from exoptosis.battle_law import Exoptosis
from exoptosis.engine.state import State
from exoptosis.readers import cards_of, matches_of_the_game
from nomic.cycles.moment import Moment
from nomic.cycles.refusals import Refused
from nomic.inventory.models import Card


def makes_duplicates(moment: Moment) -> bool:
    """Whether cards enter a game as duplicates (R31) or themselves (R117)."""
    game = moment.law.section_or_none("exoptosis", Exoptosis)
    return game is None or game.duplicates


def locked_codes(moment: Moment) -> set[str]:
    """The codes of cards that lie in a hand or on a pile themselves."""
    if makes_duplicates(moment):
        return set()
    return {code for _, state in matches_of_the_game(moment) for code in _in_play(state)}


def _in_play(state: State) -> set[str]:
    hands = [card for seat in state.seats for card in (*seat.hand, *(seat.chosen or ()))]
    return {state.cards[card].original for card in (*hands, *(played.card for played in state.pile))} - {""}


def open_cards(moment: Moment, player: str) -> list[Card]:
    """A player's cards that no game holds."""
    locked = locked_codes(moment)
    return [card for card in cards_of(moment, player) if card.code not in locked]


def check_not_locked(moment: Moment, card: Card) -> None:
    """Raises Refused for a card in play."""
    if card.code in locked_codes(moment):
        raise Refused("in-play", f"{card.species} is in play until its game is over.", "Exoptosis (R117)")

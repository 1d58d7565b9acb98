"""The owner of a card, even while the card is bet in a game."""

from exoptosis.cards.running_games import matches_of_the_game
from nomic.cycles.actions.context import ReadContext
from nomic.inventory.models import Card

POOL = "pool:"  # prefix of the holder of bet cards; the match's code follows


def owner_of(ctx: ReadContext, card: Card) -> str:
    """Return the owner of a card. A bet card belongs to the player who bet it."""
    if not card.holder.startswith(POOL):
        return card.holder
    code = card.holder.removeprefix(POOL)
    for match, state in matches_of_the_game(ctx):
        if match.code == code:
            return next((seat.player for seat in state.seats if card.code in seat.stake.cards), "")
    return ""

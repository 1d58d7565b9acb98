"""Destruction of a leaving player's items and cards (R5)."""

from nomic.cycles.actions.context import ActionContext
from nomic.inventory.ledger import balances, ledger_of
from nomic.inventory.models import Card
from nomic.players.events import Left


def destroy_on_leaving(act: ActionContext, left: Left) -> None:
    """Destroy all items and cards of a leaving player, because only players can own them (R5, R30)."""
    ledger = ledger_of(act)
    with ledger.unguarded():
        for item, amount in sorted(balances(act, left.player).items()):
            ledger.revoke(left.player, item, amount)
        cards = list(Card.objects.filter(cycle=act.cycle, holder=left.player).order_by("made_by", "code"))
        if cards:
            ledger.destroy_cards(cards)
    act.message(f"Everything {left.player} owned is destroyed.")

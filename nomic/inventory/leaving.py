"""What becomes of a leaver's items (R5)."""

from nomic.cycles.moment import Act
from nomic.inventory.ledger import balances, ledger_of
from nomic.inventory.models import Card


def destroy_on_leaving(act: Act) -> None:
    """R5, R30: an item owned by a non-player is destroyed, whatever it is."""
    for event in act.events:
        if event["kind"] == "left":
            ledger = ledger_of(act)
            for item, amount in sorted(balances(act, event["player"]).items()):
                ledger.revoke(event["player"], item, amount)
            cards = list(Card.objects.filter(cycle=act.cycle, holder=event["player"]).order_by("made_by", "code"))
            if cards:
                ledger.destroy_cards(cards)
            act.says(f"All that {event['player']} owned is destroyed.")

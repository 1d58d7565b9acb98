"""Queries for the cards of a holder, for pages and preconditions."""

from nomic.db import Prepared
from nomic.inventory.models import Card

_held = Prepared(
    lambda cycle, holder: Card.objects.filter(cycle_id=cycle, holder=holder).order_by("made_by", "code"),
    int,
    str,
    for_pages=True,
)


def cards_held(cycle_id: int, holder: str) -> list[Card]:
    """Return a holder's cards in a cycle, the oldest first; empty if there are none."""
    return _held.all(cycle_id, holder)

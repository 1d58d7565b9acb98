"""Inventory state for the cycle's digest."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.inventory.models import Balance, Card

TRAITS = ("species", "own_values", "own_suits", "own_colours", "own_types", "modifiers", "own_only")
_balances = Prepared(
    lambda cycle: (
        Balance.objects.filter(cycle_id=cycle, amount__gt=0)
        .order_by("holder", "item")
        .values_list("holder", "item", "amount")
    ),
    int,
)
_cards = Prepared(
    lambda cycle: (
        Card.objects.filter(cycle_id=cycle).exclude(holder="").order_by("code").values_list("code", "holder", *TRAITS)
    ),
    int,
)


def inventory_state(cycle: Cycle) -> dict[str, Any]:
    """Return all balances other than 0, and every card that has a holder, as JSON data."""
    return {
        "balances": [list(row) for row in _balances.all(cycle.pk)],
        "cards": [_as_it_is(row) for row in _cards.all(cycle.pk)],
    }


def _as_it_is(row: tuple[Any, ...]) -> list[Any]:
    """Return a card's row as JSON data.

    An empty `own_only` is left out, because older digests do not have it.
    """
    *usual, own_only = row
    return [*usual, own_only] if own_only else usual

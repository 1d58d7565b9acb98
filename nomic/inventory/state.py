"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.inventory.models import Balance, Card


def inventory_state(cycle: Cycle) -> dict[str, Any]:
    """Balances that are not nothing, and every card that somebody holds."""
    return {
        "balances": [
            list(row)
            for row in Balance.objects.filter(cycle=cycle, amount__gt=0)
            .order_by("holder", "item")
            .values_list("holder", "item", "amount")
        ],
        "cards": [
            _as_it_is(row)
            for row in Card.objects.filter(cycle=cycle)
            .exclude(holder="")
            .order_by("code")
            .values_list(
                "code",
                "holder",
                "species",
                "own_values",
                "own_suits",
                "own_colours",
                "own_types",
                "modifiers",
                "own_only",
            )
        ],
    }


def _as_it_is(row: tuple[Any, ...]) -> list[Any]:
    """A card that has all that its species has is told as before there was anything else."""
    *usual, own_only = row
    return [*usual, own_only] if own_only else usual

"""What of the hall's own tables is a cycle's state."""

from typing import Any

from exoptosis.models import Gift
from nomic.config.prepared import Prepared
from nomic.cycles.models import Cycle

_gifts = Prepared(
    lambda cycle: (
        Gift.objects.filter(cycle_id=cycle)
        .order_by("phase", "giver")
        .values_list("phase", "giver", "receiver", "returned")
    ),
    int,
)


def gift_state(cycle: Cycle) -> list[Any]:
    """Gifts that may return something."""
    return [list(row) for row in _gifts.all(cycle.pk)]

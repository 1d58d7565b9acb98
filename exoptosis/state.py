"""What of the hall's own tables is a cycle's state."""

from typing import Any

from exoptosis.models import Gift
from nomic.cycles.models import Cycle


def gift_state(cycle: Cycle) -> list[Any]:
    """Gifts that may return something."""
    rows = Gift.objects.filter(cycle=cycle).order_by("phase", "giver")
    return [list(row) for row in rows.values_list("phase", "giver", "receiver", "returned")]

"""What of this game's own tables is a cycle's state."""

from typing import Any

from knucklebones.models import Intention
from nomic.cycles.models import Cycle


def intention_state(cycle: Cycle) -> list[Any]:
    """Intentions that stand, in the order of their declaration."""
    rows = Intention.objects.filter(cycle=cycle).order_by("declared_seq")
    return [list(row) for row in rows.values_list("player", "opponents", "only_one")]

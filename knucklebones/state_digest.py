"""The contribution of this game's own tables to a cycle's state digest."""

from typing import Any

from knucklebones.models import Intention
from nomic.cycles.models import Cycle
from nomic.db import Prepared

_intentions = Prepared(
    lambda cycle: (
        Intention.objects.filter(cycle_id=cycle).order_by("declared_seq").values_list("player", "opponents", "only_one")
    ),
    int,
)


def intention_state(cycle: Cycle) -> list[Any]:
    """Return the current intentions, in the order of their declaration."""
    return [list(row) for row in _intentions.all(cycle.pk)]

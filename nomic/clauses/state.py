"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.clauses.models import Failures, KeptValue
from nomic.cycles.models import Cycle


def clause_state(cycle: Cycle) -> dict[str, Any]:
    """Values that are not what they start from, and how often which clause has failed in a row."""
    values = KeptValue.objects.filter(cycle=cycle).order_by("name", "holder")
    failures = Failures.objects.filter(cycle=cycle).order_by("clause")
    return {
        "values": [list(row) for row in values.values_list("name", "holder", "number")],
        "failures": [list(row) for row in failures.values_list("clause", "times")],
    }

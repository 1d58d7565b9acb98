"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.clauses.models import AskedPlayer, Failures, KeptValue, PendingQuestion
from nomic.cycles.models import Cycle


def clause_state(cycle: Cycle) -> dict[str, Any]:
    """Values that are not what they start from, how often which clause has failed in a row, and what is asked.

    Of an answer under seal only that there is one: its entry has the commitment.
    """
    values = KeptValue.objects.filter(cycle=cycle).order_by("name", "holder")
    failures = Failures.objects.filter(cycle=cycle).order_by("clause")
    pending = PendingQuestion.objects.filter(cycle=cycle).order_by("seq", "place")
    of = ("code", "rule", "clause", "title", "me", "prompt", "frames", "several", "sealed", "seq", "place")
    asked = AskedPlayer.objects.filter(question__cycle=cycle).order_by("question__seq", "question__place", "player")
    return {
        "questions": [
            [*(getattr(row, name) for name in of), row.asked_at.isoformat(), row.due_at.isoformat()] for row in pending
        ],
        "asked": [list(row) for row in asked.values_list("question__code", "player", "answer", "entry__key")],
        "values": [list(row) for row in values.values_list("name", "holder", "number")],
        "failures": [list(row) for row in failures.values_list("clause", "times")],
    }

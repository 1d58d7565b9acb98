"""The part of a cycle's state that is stored in this app's tables, for the state digest."""

import hashlib
from typing import Any

from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.state_digest import canonical_json, row_as_json
from nomic.db import Prepared
from nomic.law.models import Revision, revision_documents

_due = Prepared(lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order", "label"), int)


def cycle_state(cycle: Cycle) -> dict[str, Any]:
    """Return the cycle's own columns, as JSON data."""
    return {
        "title": cycle.title,
        "status": cycle.status,
        "phase": cycle.phase,
        "phase_kind": cycle.phase_kind,
        "phase_started_at": cycle.phase_started_at.isoformat(),
        "phase_ends_at": cycle.phase_ends_at.isoformat(),
        "seq": cycle.seq,
        "head": cycle.head,
        "winner": cycle.winner,
        "ended_at": cycle.ended_at.isoformat() if cycle.ended_at else None,
        "clock_offset": cycle.clock_offset.total_seconds(),
        "outages": cycle.outages,
    }


def deadline_state(cycle: Cycle) -> list[Any]:
    """Return the cycle's deadlines in order, as JSON data."""
    return [row_as_json(row, "at rank order label action args end_of_phase") for row in _due.all(cycle.pk)]


def law_state(cycle: Cycle) -> dict[str, Any]:
    """Return the number of the revision in force, and every revision of the law with the digest of its document."""
    enacted = dict(Revision.objects.filter(book=cycle.book_id).values_list("number", "enacted_at"))
    return {
        "revision": cycle.revision,
        "documents": [
            [number, enacted[number].isoformat(), hashlib.sha256(canonical_json(document).encode()).hexdigest()]
            for number, document in revision_documents(cycle.book_id, cycle.revision)
        ],
    }

"""The state of the court, as part of the cycle's digest."""

from typing import Any

from nomic.court.models import ConfidenceBallot, ConfidenceVote, Judgeship, Reference, Request, Ruling
from nomic.cycles.models import Cycle
from nomic.cycles.state_digest import row_as_json
from nomic.db import Prepared

_judges = Prepared(lambda cycle: Judgeship.objects.filter(cycle_id=cycle), int)
_requests = Prepared(lambda cycle: Request.objects.filter(cycle_id=cycle).order_by("code"), int)
_rulings = Prepared(lambda cycle: Ruling.objects.filter(cycle_id=cycle).select_related("request").order_by("code"), int)
_votes = Prepared(
    lambda cycle: (
        ConfidenceVote.objects.filter(ruling__cycle_id=cycle).select_related("ruling").order_by("ruling__code")
    ),
    int,
)
_ballots = Prepared(
    lambda cycle: ConfidenceBallot.objects.filter(vote__ruling__cycle_id=cycle).values_list(
        "vote__ruling__code", "name", "ballot"
    ),
    int,
)
_references = Prepared(
    lambda cycle: (
        Reference.objects.filter(cycle_id=cycle)
        .select_related("request", "ruling")
        .order_by("request__code", "ruling__code", "place")
    ),
    int,
)


def judge_state(cycle: Cycle) -> list[list[str]]:
    """Return the Judge's name and the time of appointment, as a list of at most one row."""
    return [[row.name, row.since.isoformat()] for row in _judges.all(cycle.pk)]


def court_state(cycle: Cycle) -> dict[str, Any]:
    """Return requests, rulings, votes on rulings, and references, as JSON data."""
    return {
        "requests": [
            row_as_json(row, "code number author kind title text filed_at status") for row in _requests.all(cycle.pk)
        ],
        "rulings": [
            row_as_json(
                row,
                "code number request.code judge verdict answer reasoning ruled_at status ended_at",
            )
            for row in _rulings.all(cycle.pk)
        ],
        "votes": [
            row_as_json(row, "ruling.code opened_by opened_at ends_at status affirm overturn unclear")
            for row in _votes.all(cycle.pk)
        ],
        "ballots": sorted(list(row) for row in _ballots.all(cycle.pk)),
        "references": [
            [row.request.code, row.ruling.code if row.ruling else "", row.kind, row.target, row.then, row.revision]
            for row in _references.all(cycle.pk)
        ],
    }

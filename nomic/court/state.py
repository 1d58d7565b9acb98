"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.court.models import ConfidenceBallot, ConfidenceVote, Judgeship, Reference, Request, Ruling
from nomic.cycles.models import Cycle


def judge_state(cycle: Cycle) -> list[list[str]]:
    """Who is the Judge, and since when."""
    return [[row.name, row.since.isoformat()] for row in Judgeship.objects.filter(cycle=cycle)]


def court_state(cycle: Cycle) -> dict[str, Any]:
    """Requests, rulings, the votes on them, and what they refer to; nothing at all where there never was a request."""
    requests = Request.objects.filter(cycle=cycle).order_by("code")
    rulings = Ruling.objects.filter(cycle=cycle).select_related("request").order_by("code")
    votes = ConfidenceVote.objects.filter(ruling__cycle=cycle).select_related("ruling").order_by("ruling__code")
    return {
        "requests": [
            [row.code, row.number, row.author, row.kind, row.title, row.text, row.filed_at.isoformat(), row.status]
            for row in requests
        ],
        "rulings": [
            [
                row.code,
                row.number,
                row.request.code,
                row.judge,
                row.verdict,
                row.answer,
                row.reasoning,
                row.ruled_at.isoformat(),
                row.status,
                row.ended_at.isoformat() if row.ended_at else None,
                row.ended_because,
            ]
            for row in rulings
        ],
        "votes": [
            [
                row.ruling.code,
                row.opened_by,
                row.opened_at.isoformat(),
                row.ends_at.isoformat(),
                row.status,
                row.affirm,
                row.overturn,
                row.unclear,
            ]
            for row in votes
        ],
        "ballots": sorted(
            list(row)
            for row in ConfidenceBallot.objects.filter(vote__ruling__cycle=cycle).values_list(
                "vote__ruling__code", "name", "ballot"
            )
        ),
        "references": [
            [row.request.code, row.ruling.code if row.ruling else "", row.kind, row.target, row.then, row.revision]
            for row in Reference.objects.filter(cycle=cycle)
            .select_related("request", "ruling")
            .order_by("request__code", "ruling__code", "place")
        ],
    }

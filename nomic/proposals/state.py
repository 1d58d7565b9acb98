"""What of this room's tables is a cycle's state."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.proposals.models import Proposal, Vote, VoteChange


def proposal_state(cycle: Cycle) -> dict[str, Any]:
    """Proposals, the votes that stand, and how they came to stand."""
    return {
        "proposals": [
            [
                row.code,
                row.number,
                row.author,
                row.title,
                row.text,
                row.class_name,
                row.amendments,
                row.effects,
                row.effects_failed,
                row.base_revision,
                row.submitted_at.isoformat(),
                row.ends_at.isoformat(),
                row.status,
                row.decided_at.isoformat() if row.decided_at else None,
                row.votes_for,
                row.votes_against,
                row.votes_unclear,
                row.voters,
                row.eligible,
                row.unclear_against,
                row.why_by_hand,
                row.enacted_revision,
            ]
            for row in Proposal.objects.filter(cycle=cycle).order_by("code")
        ],
        "votes": sorted(
            list(row)
            for row in Vote.objects.filter(proposal__cycle=cycle).values_list("proposal__code", "name", "vote")
        ),
        "changes": [
            [row.proposal.code, row.name, row.vote, row.at.isoformat()]
            for row in VoteChange.objects.filter(proposal__cycle=cycle)
            .select_related("proposal")
            .order_by("proposal__code", "at", "name", "vote")
        ],
    }

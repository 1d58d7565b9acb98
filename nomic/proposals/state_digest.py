"""The state of proposals for the digest of a cycle."""

from typing import Any

from django.db.models import Model

from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.proposals.models import NamedOptions, Proposal, SealedBallot, Second, Vote, VoteChange

_proposals = Prepared(lambda cycle: Proposal.objects.filter(cycle_id=cycle).order_by("code"), int)
_votes = Prepared(
    lambda cycle: Vote.objects.filter(proposal__cycle_id=cycle).values_list("proposal__code", "name", "vote"), int
)
_changes = Prepared(
    lambda cycle: (
        VoteChange.objects.filter(proposal__cycle_id=cycle)
        .order_by("proposal__code", "at", "name", "vote")
        .values_list("proposal__code", "name", "vote", "at")
    ),
    int,
)


def _by_person(model: type[Model], column: str) -> Prepared[Any]:
    """Return a query for each person's row on each proposal: the proposal's code, the name, and a column."""
    return Prepared(
        lambda cycle: (
            model._default_manager.filter(proposal__cycle_id=cycle)
            .order_by("proposal__code", "name")
            .values_list("proposal__code", "name", column)
        ),
        int,
    )


_options = _by_person(NamedOptions, "options")
_sealed = _by_person(SealedBallot, "entry__key")
_seconds = _by_person(Second, "at")


def proposal_state(cycle: Cycle) -> dict[str, Any]:
    """Return proposals, votes, all changes of votes, seconds, vetoes, ballots, co-authors and recipes, as JSON data.

    For a sealed vote only the entry that cast it is included, because that entry has the commitment.
    """
    rows = _proposals.all(cycle.pk)
    ended = [
        [row.code, row.opened_at.isoformat() if row.opened_at else None, row.ended_by, row.ended_under]
        for row in rows
        if row.opened_at or row.ended_by or row.ended_under
    ]
    seconds = [[code, name, at.isoformat()] for code, name, at in _seconds.all(cycle.pk)]
    options = [list(row) for row in _options.all(cycle.pk)]
    sealed = [row.code for row in rows if row.sealed]
    ballots = [list(row) for row in _sealed.all(cycle.pk)] if sealed else []
    coauthors = [[row.code, row.coauthors] for row in rows if row.coauthors]
    made_of = [[row.code, row.made_of] for row in rows if row.made_of]
    counted = [[row.code, row.chosen, row.rounds] for row in rows if row.rounds]
    return {
        **({"options": options} if options else {}),
        **({"sealed": sealed, "ballots": ballots} if sealed else {}),
        **({"coauthors": coauthors} if coauthors else {}),
        **({"made_of": made_of} if made_of else {}),
        **({"counted": counted} if counted else {}),
        **({"ended": ended} if ended else {}),
        **({"seconds": seconds} if seconds else {}),
        "proposals": [_columns(row) for row in rows],
        "votes": sorted(list(row) for row in _votes.all(cycle.pk)),
        "changes": [[code, name, vote, at.isoformat()] for code, name, vote, at in _changes.all(cycle.pk)],
    }


def _columns(row: Proposal) -> list[Any]:
    """Return what every proposal has, in a fixed order."""
    return [
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
        row.lacked,
        row.why_by_hand,
        row.enacted_revision,
    ]

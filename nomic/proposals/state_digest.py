"""The state of proposals for the digest of a cycle."""

from typing import Any

from django.db.models import Model

from nomic.cycles.models import Cycle
from nomic.cycles.state_digest import row_as_json
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

    Texts that the program composes about them are represented by codes, because a later version may word them
    otherwise: how a proposal does not fit the law, why its effect failed, and the rounds of a count follow from the
    rest.

    For a sealed vote, only the entry that cast it is included, because that entry contains the commitment.
    """
    rows = _proposals.all(cycle.pk)
    sealed = [row.code for row in rows if row.sealed]
    rarely_any = {
        "options": [list(row) for row in _options.all(cycle.pk)],
        "coauthors": [[row.code, row.coauthors] for row in rows if row.coauthors],
        "made_of": [[row.code, row.made_of] for row in rows if row.made_of],
        "counted": [[row.code, row.chosen] for row in rows if row.rounds],
        "ended": [
            row_as_json(row, "code opened_at ended_by ended_under")
            for row in rows
            if row.opened_at or row.ended_by or row.ended_under
        ],
        "failed": [row.code for row in rows if row.effects_failed],
        "seconds": [[code, name, at.isoformat()] for code, name, at in _seconds.all(cycle.pk)],
    }
    return {
        **{key: found for key, found in rarely_any.items() if found},
        **({"sealed": sealed, "ballots": [list(row) for row in _sealed.all(cycle.pk)]} if sealed else {}),
        "proposals": [
            row_as_json(
                row,
                "code number author title text class_name amendments effects "
                "base_revision submitted_at ends_at status decided_at votes_for votes_against "
                "votes_unclear voters eligible unclear_against lacked by_hand enacted_revision",
            )
            for row in rows
        ],
        "votes": sorted(list(row) for row in _votes.all(cycle.pk)),
        "changes": [[code, name, vote, at.isoformat()] for code, name, vote, at in _changes.all(cycle.pk)],
    }

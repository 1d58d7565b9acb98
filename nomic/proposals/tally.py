"""Counting votes (R10)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from nomic.players.models import Player
from nomic.proposals.models import Proposal, Vote, VoteKind


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes of those who are players; an unclear vote counts against (R10)."""

    votes_for: int = 0
    votes_against: int = 0
    votes_unclear: int = 0

    @property
    def counted_against(self) -> int:
        return self.votes_against + self.votes_unclear


def tallies(proposals: Iterable[Proposal]) -> dict[int, Tally]:
    """The tally as it stands now of each proposal, by its primary key; one query whatever their number."""
    proposals = list(proposals)
    counts: dict[int, dict[str, int]] = {proposal.pk: {} for proposal in proposals}
    playing = Player.objects.filter(
        cycle_id=OuterRef("proposal__cycle_id"), name=OuterRef("name"), left_at__isnull=True
    )
    rows = (
        Vote.objects.filter(Exists(playing), proposal__in=counts)
        .values("proposal_id", "vote")
        .annotate(count=Count("pk"))
        .order_by()
        .values_list("proposal_id", "vote", "count")
    )
    for pk, vote, count in rows:
        counts[pk][vote] = count
    return {
        pk: Tally(by.get(VoteKind.FOR, 0), by.get(VoteKind.AGAINST, 0), by.get(VoteKind.UNCLEAR, 0))
        for pk, by in counts.items()
    }


def tally(proposal: Proposal) -> Tally:
    """The tally of one proposal as it stands now."""
    return tallies([proposal])[proposal.pk]


def final_tally(proposal: Proposal) -> Tally | None:
    """The votes that were counted at the end of the period, or None where they were not yet."""
    if proposal.votes_for is None or proposal.votes_against is None or proposal.votes_unclear is None:
        return None
    return Tally(proposal.votes_for, proposal.votes_against, proposal.votes_unclear)

"""Proposals, their tallies and votes, and the changes they would make."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.queries import Number, Paged
from nomic.api.reading import ApiView, next_page, reads
from nomic.api.shapes import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.law.law import Differences, differences_shape
from nomic.clauses.proposal_classes import classes_of
from nomic.cycles.models import Cycle
from nomic.db import JsonLength
from nomic.proposals import one_time_effects
from nomic.proposals.diff import effect_of
from nomic.proposals.models import Proposal, Vote, VoteChange
from nomic.proposals.votes.tally import Tally, final_tally, standing

StatusName = Literal["open", "withdrawn", "edited", "failed", "enacted", "by-hand"]
REFERENCE = r"^[0-9a-z]{1,12}$"
MAX_VOTES = 1000


class Votes(Shape):
    """The tally of the votes that count: the current one, or the `final` one.

    By R10, unclear votes count against, unless the class says otherwise; `counted_against` is the resulting number.
    `voters` is the number of voters among the `eligible` ones. Both are null if everybody's vote counts as one.
    """

    votes_for: int = Field(serialization_alias="for")
    against: int
    unclear: int
    counted_against: int
    voters: int | None
    eligible: int | None
    final: bool


class ProposalSummary(Shape):
    """A proposal. `ends_at` is when the votes are counted; `why_by_hand` says why an admin has to enact it (R13)."""

    number: int
    code: str
    title: str
    author: str
    class_name: str = Field(serialization_alias="class")
    class_title: str
    status: StatusName
    submitted_at: datetime
    ends_at: datetime
    decided_at: datetime | None
    votes: Votes
    amendments: int = Field(description="how many operations it would make on the law")
    enacted_revision: int | None
    why_by_hand: str | None


class ProposalPage(Shape):
    """Proposals, newest first."""

    items: list[ProposalSummary]
    next: str | None


class StandingVote(Shape):
    """A voter's current vote."""

    name: str
    vote: Literal["for", "against", "unclear"]


class ChangedVote(Shape):
    """A change of a vote: given, changed, or taken back ("none")."""

    name: str
    vote: Literal["for", "against", "unclear", "none"]
    at: datetime


class ProposalDetail(ProposalSummary):
    """A proposal with its text, its amendments (RFC 6902, with guards), what they change, and the newest votes.

    `difference` is null if there are no amendments. `conflict` says why they no longer apply to the present law.
    """

    text: str
    operations: list[dict[str, Any]]
    effects: list[dict[str, Any]] = Field(description="what it does once, when it is enacted")
    does: list[str] = Field(description="that in sentences")
    effects_failed: str | None = Field(description="why that was not done, though it is enacted")
    base_revision: int
    difference: Differences | None
    conflict: str | None
    standing_votes: list[StandingVote]
    vote_changes: list[ChangedVote]


class ProposalsQuery(Paged):
    status: StatusName | None = Field(default=None, description="only those of this status")
    before: Number | None = Field(default=None, description="the number before which the page begins")


def _votes(proposal: Proposal, counted: Tally, final: bool) -> Votes:
    return Votes(
        votes_for=counted.votes_for,
        against=counted.votes_against,
        unclear=counted.votes_unclear,
        counted_against=counted.counted_against,
        voters=counted.voters,
        eligible=counted.eligible,
        final=final,
    )


def summary_fields(cycle: Cycle, proposals: list[Proposal]) -> list[dict[str, Any]]:
    """The fields that every answer about these proposals has.

    One query for the tallies of all, one for their lengths.
    """
    classes = classes_of(cycle.law)
    known = Proposal.objects.filter(pk__in=[proposal.pk for proposal in proposals])
    lengths = dict(known.values_list("pk", JsonLength("amendments")))
    final = {proposal.pk: final_tally(proposal) for proposal in proposals}
    now = standing(cycle, [proposal for proposal in proposals if final[proposal.pk] is None])
    return [
        {
            "number": proposal.number,
            "code": proposal.code,
            "title": proposal.title,
            "author": proposal.author,
            "class_name": proposal.class_name,
            "class_title": classes[proposal.class_name].title
            if proposal.class_name in classes
            else proposal.class_name,
            "status": proposal.status,
            "submitted_at": proposal.submitted_at,
            "ends_at": proposal.ends_at,
            "decided_at": proposal.decided_at,
            "votes": _votes(proposal, final[proposal.pk] or now[proposal.pk], proposal.pk not in now),
            "amendments": lengths[proposal.pk],
            "enacted_revision": proposal.enacted_revision,
            "why_by_hand": proposal.why_by_hand or None,
        }
        for proposal in proposals
    ]


class ProposalsView(ApiView):
    @reads(ProposalPage, name="proposals_list", summary="List the proposals", tag="proposals", query=ProposalsQuery)
    def get(self, request: Request, cycle: Cycle, query: ProposalsQuery) -> ProposalPage:
        """Proposals with their tallies, newest first."""
        found = Proposal.objects.filter(cycle=cycle)
        if query.status is not None:
            found = found.filter(status=query.status)
        if query.before is not None:
            found = found.filter(number__lt=query.before)
        rows = list(found.order_by("-number").defer("text", "amendments", "effects")[: query.limit + 1])
        shown = rows[: query.limit]
        return ProposalPage(
            items=[ProposalSummary.model_validate(fields) for fields in summary_fields(cycle, shown)],
            next=next_page(request, before=shown[-1].number) if len(rows) > query.limit else None,
        )


def proposal_or_404(cycle: Cycle, reference: str) -> Proposal:
    """A proposal by its number or its code. Raises Http404."""
    found = Proposal.objects.filter(cycle=cycle)
    proposal = found.filter(code=reference).first()
    if proposal is None and reference.isdecimal() and len(reference) < 9:
        proposal = found.filter(number=int(reference)).first()
    if proposal is None:
        raise Http404
    return proposal


class ProposalView(ApiView):
    throttle_classes = COSTLY

    @reads(
        ProposalDetail,
        name="proposal",
        summary="Read a proposal",
        tag="proposals",
        parts={"reference": {"type": "string", "pattern": REFERENCE, "description": "its number, or its code"}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> ProposalDetail:
        """A proposal by its number or its code: text, amendments, the changes they make, and who votes how."""
        proposal = proposal_or_404(cycle, reference)
        difference, conflict = effect_of(cycle, proposal)
        votes = Vote.objects.filter(proposal=proposal).order_by("name")[:MAX_VOTES]
        changes = VoteChange.objects.filter(proposal=proposal).order_by("-at", "-id")[:MAX_VOTES]
        return ProposalDetail.model_validate(
            summary_fields(cycle, [proposal])[0]
            | {
                "text": proposal.text,
                "operations": proposal.amendments,
                "effects": proposal.effects,
                "does": list(one_time_effects.in_words(cycle.law, proposal.effects)),
                "effects_failed": proposal.effects_failed or None,
                "base_revision": proposal.base_revision,
                "difference": differences_shape(difference) if difference is not None else None,
                "conflict": conflict or None,
                "standing_votes": [StandingVote(name=vote.name, vote=vote.vote) for vote in votes],
                "vote_changes": [
                    ChangedVote(name=change.name, vote=change.vote or "none", at=change.at) for change in changes
                ],
            }
        )
